import { Fragment, useDeferredValue, useMemo } from 'react';
import { count, duration } from '../format/numbers';
import { Note } from '../ui/note';
import { ShownText } from '../ui/shown-text';
import { type Failed, failedBelow } from './failed-descendants';
import type { KnownWaste } from './loops';
import { slowSteps } from './slow-steps';
import styles from './notes.module.css';
import type { TraceData } from './trace-data';

/** Most reasons that are listed, and most characters of each. */
const MAX_REASONS = 6;
const LONGEST = 300;

interface FailedNoteProps {
  readonly trace: TraceData;
  readonly row: number;
  readonly onSelect: (row: number) => void;
}

/** Note with the failed steps below an observation and their reasons, each as a link; steps that explain the failure come first. */
export function FailedNote({ trace, row, onSelect }: FailedNoteProps) {
  const failed = useMemo(() => failedBelow(trace, row), [trace, row]);
  if (failed.length === 0) return null;
  const shown = failed.slice(0, MAX_REASONS);
  return (
    <Note tone="failed" role="region" aria-label="Failed below">
      {[true, false].map((isReason) => {
        const of = shown.filter((each) => each.isReason === isReason);
        const others = of.length === shown.length ? 'Failed below' : 'Also failed, but the run continued';
        return (
          of.length > 0 && (
            <Fragment key={`${isReason}`}>
              <h3 className="minor">{isReason ? 'Why it failed' : others}</h3>
              <ul className={styles.reasons}>
                {of.map((each) => (
                  <Reason key={each.rows[0]} failed={each} trace={trace} onSelect={onSelect} />
                ))}
              </ul>
            </Fragment>
          )
        );
      })}
      {failed.length > MAX_REASONS && <p>and {count(failed.length - MAX_REASONS)} more</p>}
    </Note>
  );
}

interface ReasonProps extends Omit<FailedNoteProps, 'row'> {
  readonly failed: Failed;
}

function Reason({ failed: { rows, name, message, within }, trace, onSelect }: ReasonProps) {
  const [first = -1] = rows;
  return (
    <li>
      <button type="button" className={`${styles.reason} link cut`} onClick={() => onSelect(first)}>
        {within !== undefined && (
          <>
            <bdi>{within}</bdi> ›{' '}
          </>
        )}
        <bdi>{name ?? 'unnamed'}</bdi> +{duration(trace.tree.from[first] ?? 0)}
      </button>
      {rows.length > 1 && <span> ×{count(rows.length)}</span>}
      {message !== undefined && message !== '' && (
        <span className={`${styles.message} failed`} dir="auto">
          <ShownText text={message.slice(0, LONGEST)} />
        </span>
      )}
    </li>
  );
}

/** Most names of the slow path that are listed. */
const MAX_STEPS = 4;

interface SlowNoteProps {
  readonly trace: TraceData;
  readonly row: number;
  readonly isShownAlone: boolean;
  readonly onSelect: (row: number) => void;
  /** Toggles between the slow path and all rows. */
  readonly onToggle: () => void;
}

/** Line with the steps in which an observation spent its time; each links to the longest step of its name. */
export function SlowNote({ trace, row, isShownAlone, onSelect, onToggle }: SlowNoteProps) {
  // Deferred: 100,000 rows take a while, and the selection is shown first.
  const looked = useDeferredValue(row, -1);
  const steps = useMemo(() => (looked < 0 ? [] : slowSteps(trace, looked)), [trace, looked]);
  if (steps.length === 0) return null;
  return (
    <Note tone="line" role="group" aria-label="Slow path">
      <span title="Steps that decide the duration">Slow path</span>
      {steps.slice(0, MAX_STEPS).map(({ name, ms, share, count: times, longest }) => (
        <button
          key={longest}
          type="button"
          className={`${styles.step} link`}
          title={`${duration(ms)}, ×${count(times)}. Goes to the longest.`}
          onClick={() => onSelect(longest)}
        >
          <bdi className="cut">{longest === looked ? 'self' : (name ?? 'unnamed')}</bdi> {Math.round(share * 100)} %
        </button>
      ))}
      <button
        type="button"
        className={`${styles.step} link`}
        aria-pressed={isShownAlone}
        title="Only the slow path (s)"
        onClick={onToggle}
      >
        {isShownAlone ? 'Show all rows' : 'Show only this path'}
      </button>
    </Note>
  );
}

/** Most other calls of a loop that are named. */
const MAX_CALLS = 8;

interface WasteNoteProps {
  readonly trace: TraceData;
  readonly waste: KnownWaste;
  readonly row: number;
  readonly onSelect: (row: number) => void;
}

/** Note that an observation repeats earlier ones, with links to them. */
export function WasteNote({ trace, waste, row, onSelect }: WasteNoteProps) {
  const loop = waste.loops.find(({ rows }) => rows.includes(row));
  const retry = waste.retries.find((each) => each.row === row);
  const next = waste.retries.find(({ after }) => after === row);
  const again = waste.again.byRow.get(row);
  if (loop === undefined && retry === undefined && next === undefined && again === undefined) return null;
  const at = (other: number) => (
    <button key={other} type="button" className={styles.time} onClick={() => onSelect(other)}>
      +{duration(trace.tree.from[other] ?? 0)}
    </button>
  );
  const others = loop?.rows.filter((other) => other !== row) ?? [];
  return (
    <Note tone="warning" role="list" aria-label="Done again">
      {loop !== undefined && (
        <li>
          Called {count(loop.rows.length)} times with the same arguments, also at {others.slice(0, MAX_CALLS).map(at)}
          {others.length > MAX_CALLS && ` and ${count(others.length - MAX_CALLS)} more`}
        </li>
      )}
      {retry !== undefined && <li>Retry: it had failed at {at(retry.after)}</li>}
      {next !== undefined && <li>It failed and was tried again at {at(next.row)}</li>}
      {again !== undefined && (
        <li className="secondary" title="Estimated by the prompt before">
          About {count(again.tokens)} prompt tokens were sent before, at {at(again.before)}
        </li>
      )}
    </Note>
  );
}
