import type { RefObject } from 'react';
import { count, counted, duration } from '../format/numbers';
import { Segments } from '../ui/segments';
import { navigate } from '../url/navigate';
import type { TraceAddress } from '../url/trace-address';
import type { TraceActions } from './actions';
import styles from './toolbar.module.css';

const LEVELS = [1, 2, 3, 4, 5];

interface ToolbarProps {
  readonly address: TraceAddress;
  readonly actions: TraceActions;
  readonly field: RefObject<HTMLInputElement | null>;
  readonly errors: number;
  readonly found: Int32Array;
  readonly selected: number;
  readonly isZoomed: boolean;
}

/** Toolbar that narrows the rows: text, key steps or all, errors, least duration, levels, subtree, time range. */
export function Toolbar({ address, actions, field, errors, found, selected, isZoomed }: ToolbarProps) {
  const show = (change: Partial<TraceAddress>): void => navigate({ ...address, ...change });
  return (
    <div className={styles['toolbar']} role="toolbar" aria-label="Rows">
      <Find address={address} actions={actions} field={field} found={found} selected={selected} />
      <div className={styles['rest']}>
        <Segments
          label="Steps"
          options={['Main steps', 'All steps']}
          chosen={address.all === true ? 'All steps' : 'Main steps'}
          onChoose={(chosen) => show({ all: chosen === 'All steps' ? true : undefined })}
        />
        <button
          type="button"
          aria-pressed={address.errors === true}
          disabled={errors === 0 && address.errors !== true}
          onClick={() => show({ errors: address.errors === true ? undefined : true })}
        >
          Only errors{errors > 0 && ` (${count(errors)})`}
        </button>
        <label className={`${styles.least} secondary`}>
          ≥
          <input
            type="number"
            min={0}
            step="any"
            placeholder="0"
            aria-label="Shortest time of a row in milliseconds"
            value={address.atLeast ?? ''}
            onChange={({ target }) =>
              navigate({ ...address, atLeast: target.valueAsNumber > 0 ? target.valueAsNumber : undefined }, 'replace')
            }
          />
          ms
        </label>
        <select
          aria-label="Expanded levels"
          value={address.levels ?? 0}
          onChange={({ target }) =>
            show({ levels: Number(target.value) || undefined, collapsed: undefined, expanded: undefined })
          }
        >
          <option value={0}>All levels</option>
          {LEVELS.concat(address.levels !== undefined && address.levels > LEVELS.length ? [address.levels] : []).map(
            (each) => (
              <option key={each} value={each}>
                {counted(each, 'level')}
              </option>
            ),
          )}
        </select>
        <button
          type="button"
          aria-pressed={address.focus !== undefined}
          title="Only the selected subtree (f)"
          onClick={actions.toggleFocus}
        >
          Subtree
        </button>
        <button
          type="button"
          aria-pressed={isZoomed}
          title={isZoomed ? 'All of the time (0)' : 'Zoom to the row (z)'}
          onClick={isZoomed ? actions.zoomOut : actions.zoomToSelected}
        >
          {isZoomed && address.zoom !== undefined
            ? `${duration(address.zoom.from)} – ${duration(address.zoom.to)} ×`
            : 'Zoom'}
        </button>
      </div>
    </div>
  );
}

function Find({
  address,
  actions,
  field,
  found,
  selected,
}: Pick<ToolbarProps, 'address' | 'actions' | 'field' | 'found' | 'selected'>) {
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
        title="Names, models, messages, ids, texts (/)"
        value={address.find ?? ''}
        onChange={({ target }) =>
          navigate({ ...address, find: target.value === '' ? undefined : target.value }, 'replace')
        }
        onKeyDown={(event) => {
          if (event.key === 'Enter') actions.nextFound(event.shiftKey ? -1 : 1);
          if (event.key === 'Escape') event.currentTarget.blur();
        }}
      />
      <output className={`${styles.count} minor`}>{address.find !== undefined && matches}</output>
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
