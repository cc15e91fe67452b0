import { useMemo } from 'react';
import { count, duration } from '../format/numbers';
import { ShownText } from '../ui/shown-text';
import { failedBelow } from './failed-below';
import styles from './failed-note.module.css';
import type { TraceData } from './trace-data';

/** Reasons that are told one by one, and characters of them. */
const MOST = 6;
const LONGEST = 300;

interface FailedNoteProps {
  readonly trace: TraceData;
  readonly row: number;
  readonly onSelect: (row: number) => void;
}

/** Where it went wrong below an observation, and why, each with a link. */
export function FailedNote({ trace, row, onSelect }: FailedNoteProps) {
  const failed = useMemo(() => failedBelow(trace, row), [trace, row]);
  if (failed.length === 0) return null;
  return (
    <section className={styles.note} aria-label="Failed below">
      <h3 className={styles.heading}>Failed below</h3>
      <ul className={styles.list}>
        {failed.slice(0, MOST).map(({ rows, name, message }) => {
          const [first = -1] = rows;
          return (
            <li key={first}>
              <button type="button" onClick={() => onSelect(first)}>
                <bdi>{name ?? 'unnamed'}</bdi> +{duration(trace.tree.from[first] ?? 0)}
              </button>
              {rows.length > 1 && <span> ×{count(rows.length)}</span>}
              {message !== undefined && message !== '' && (
                <span className={styles.message} dir="auto">
                  <ShownText text={message.slice(0, LONGEST)} />
                </span>
              )}
            </li>
          );
        })}
      </ul>
      {failed.length > MOST && <p>and {count(failed.length - MOST)} more: see “Only errors”</p>}
    </section>
  );
}
