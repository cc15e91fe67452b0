import { Fragment, useMemo } from 'react';
import { count, duration } from '../format/numbers';
import { ShownText } from '../ui/shown-text';
import { type Failed, failedBelow } from './failed-descendants';
import styles from './failed-note.module.css';
import type { TraceData } from './trace-data';

/** Most reasons that are listed, and most characters of each. */
const MOST = 6;
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
  const shown = failed.slice(0, MOST);
  const [reasons, others] = [shown.filter(({ isReason }) => isReason), shown.filter(({ isReason }) => !isReason)];
  const lists = [
    { title: 'Why it failed', of: reasons },
    { title: reasons.length === 0 ? 'Failed below' : 'Also failed, but the run continued', of: others },
  ];
  return (
    <section className={styles.note} aria-label="Failed below">
      {lists.map(
        ({ title, of }) =>
          of.length > 0 && (
            <Fragment key={title}>
              <h3 className={`${styles.heading} minor`}>{title}</h3>
              <ul className={styles.list}>
                {of.map((each) => (
                  <Reason key={each.rows[0]} failed={each} trace={trace} onSelect={onSelect} />
                ))}
              </ul>
            </Fragment>
          ),
      )}
      {failed.length > MOST && <p>and {count(failed.length - MOST)} more: see “Only errors”</p>}
    </section>
  );
}

interface ReasonProps extends Omit<FailedNoteProps, 'row'> {
  readonly failed: Failed;
}

function Reason({ failed: { rows, name, message, within }, trace, onSelect }: ReasonProps) {
  const [first = -1] = rows;
  return (
    <li>
      <button type="button" onClick={() => onSelect(first)}>
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
