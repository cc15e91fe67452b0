import { useDeferredValue, useMemo } from 'react';
import { count, duration } from '../format/numbers';
import styles from './slow-note.module.css';
import { slowSteps } from './slow-steps';
import type { TraceData } from './trace-data';

/** Names that are told. */
const MOST = 4;

interface SlowNoteProps {
  readonly trace: TraceData;
  readonly row: number;
  readonly isShownAlone: boolean;
  readonly onSelect: (row: number) => void;
  /** Shows the slow path alone, or all again. */
  readonly onToggle: () => void;
}

/** What an observation spent its time on, in a line; each leads to the longest of its steps. */
export function SlowNote({ trace, row, isShownAlone, onSelect, onToggle }: SlowNoteProps) {
  // Of a hundred thousand rows it takes a while: after what was selected is there.
  const looked = useDeferredValue(row, -1);
  const steps = useMemo(() => (looked < 0 ? [] : slowSteps(trace, looked)), [trace, looked]);
  if (steps.length === 0) return null;
  return (
    <p className={styles.slow} role="group" aria-label="Slow path">
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
