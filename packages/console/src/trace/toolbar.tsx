import type { RefObject } from 'react';
import { count, duration } from '../format/numbers';
import { Segments } from '../ui/segments';
import { navigate } from '../url/navigate';
import type { TracePlace } from '../url/trace-place';
import type { TraceActions } from './actions';
import styles from './toolbar.module.css';

const LEVELS = [1, 2, 3, 4, 5];

interface ToolbarProps {
  readonly place: TracePlace;
  readonly actions: TraceActions;
  readonly field: RefObject<HTMLInputElement | null>;
  readonly errors: number;
  readonly found: Int32Array;
  readonly selected: number;
  readonly isZoomed: boolean;
}

/** What of the trace is shown: a text, key steps or all, errors, long ones, levels, a subtree, a part of the time. */
export function Toolbar({ place, actions, field, errors, found, selected, isZoomed }: ToolbarProps) {
  const show = (change: Partial<TracePlace>): void => navigate({ ...place, ...change });
  return (
    <div className={styles['toolbar']} role="toolbar" aria-label="Rows">
      <Find place={place} actions={actions} field={field} found={found} selected={selected} />
      <div className={styles['rest']}>
        <Segments
          label="Steps"
          options={['Main steps', 'All steps']}
          chosen={place.all === true ? 'All steps' : 'Main steps'}
          onChoose={(chosen) => show({ all: chosen === 'All steps' ? true : undefined })}
        />
        <button
          type="button"
          aria-pressed={place.errors === true}
          disabled={errors === 0 && place.errors !== true}
          onClick={() => show({ errors: place.errors === true ? undefined : true })}
        >
          Only errors{errors > 0 && ` (${count(errors)})`}
        </button>
        <label className={styles['least']}>
          ≥
          <input
            type="number"
            min={0}
            step="any"
            placeholder="0"
            aria-label="Shortest time of a row in milliseconds"
            value={place.atLeast ?? ''}
            onChange={({ target }) =>
              navigate({ ...place, atLeast: target.valueAsNumber > 0 ? target.valueAsNumber : undefined }, 'replace')
            }
          />
          ms
        </label>
        <select
          aria-label="Levels that are unfolded"
          value={place.levels ?? 0}
          onChange={({ target }) =>
            show({ levels: Number(target.value) || undefined, folded: undefined, unfolded: undefined })
          }
        >
          <option value={0}>All levels</option>
          {LEVELS.concat(place.levels !== undefined && place.levels > LEVELS.length ? [place.levels] : []).map(
            (each) => (
              <option key={each} value={each}>
                {each === 1 ? '1 level' : `${each} levels`}
              </option>
            ),
          )}
        </select>
        <button
          type="button"
          aria-pressed={place.focus !== undefined}
          title="Only the subtree of the selected row (f)"
          onClick={actions.toggleFocus}
        >
          Subtree
        </button>
        <button
          type="button"
          aria-pressed={isZoomed}
          title={isZoomed ? 'All of the time (0)' : 'Zoom to the selected row (z)'}
          onClick={isZoomed ? actions.zoomOut : actions.zoomToSelected}
        >
          {isZoomed && place.zoom !== undefined
            ? `${duration(place.zoom.from)} – ${duration(place.zoom.to)} ×`
            : 'Zoom'}
        </button>
      </div>
    </div>
  );
}

function Find({
  place,
  actions,
  field,
  found,
  selected,
}: Pick<ToolbarProps, 'place' | 'actions' | 'field' | 'found' | 'selected'>) {
  const nth = found.indexOf(selected) + 1;
  const matches =
    found.length === 0 ? 'none' : nth > 0 ? `${count(nth)} of ${count(found.length)}` : count(found.length);
  return (
    <span className={styles['find']}>
      <input
        ref={field}
        type="search"
        placeholder="Find"
        aria-label="Find in this trace"
        title="In names, types, models, messages, ids and all texts (/)"
        value={place.find ?? ''}
        onChange={({ target }) =>
          navigate({ ...place, find: target.value === '' ? undefined : target.value }, 'replace')
        }
        onKeyDown={(event) => {
          if (event.key === 'Enter') actions.nextFound(event.shiftKey ? -1 : 1);
          if (event.key === 'Escape') event.currentTarget.blur();
        }}
      />
      <output className={styles['count']}>{place.find !== undefined && matches}</output>
      <button
        type="button"
        aria-label="Previous match"
        disabled={found.length === 0}
        onClick={() => actions.nextFound(-1)}
      >
        ↑
      </button>
      <button type="button" aria-label="Next match" disabled={found.length === 0} onClick={() => actions.nextFound(1)}>
        ↓
      </button>
    </span>
  );
}
