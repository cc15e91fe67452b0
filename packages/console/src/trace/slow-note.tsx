import { useDeferredValue, useMemo } from 'react';
import { count, duration } from '../format/numbers';
import styles from './slow-note.module.css';
import { slowSteps } from './slow-steps';
import type { TraceData } from './trace-data';

/** Most names that are listed. */
const MOST = 4;

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
    <p className={`${styles.slow} secondary facts`} role="group" aria-label="Slow path">
      <span title="The steps that determine the duration">Slow path</span>
      {steps.slice(0, MOST).map(({ name, ms, share, count: times, longest }) => (
        <button
          key={longest}
          type="button"
          title={`${duration(ms)}, ×${count(times)}. Goes to the longest.`}
          onClick={() => onSelect(longest)}
        >
          <bdi>{longest === looked ? 'self' : (name ?? 'unnamed')}</bdi> {Math.round(share * 100)} %
        </button>
      ))}
      <button type="button" aria-pressed={isShownAlone} title="Only the slow path (s)" onClick={onToggle}>
        {isShownAlone ? 'Show all rows' : 'Show only this path'}
      </button>
    </p>
  );
}
