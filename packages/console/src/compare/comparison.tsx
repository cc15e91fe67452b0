import { useMemo } from 'react';
import { count } from '../format/numbers';
import { useKeys } from '../keys/keys';
import type { ComparePlace } from '../url/compare-place';
import { navigate } from '../url/navigate';
import styles from './comparison.module.css';
import { Pair } from './pair';
import { PairRows } from './pair-rows';
import { changeOf, compareRows, inRow, shownPairs } from './rows';
import { Sums } from './sums';
import type { ComparedTrace } from './use-side';

interface ComparisonProps {
  readonly place: ComparePlace;
  readonly left: ComparedTrace;
  readonly right: ComparedTrace;
}

/** Two traces: their sums, their steps side by side, and how the step that is selected differs. */
export function Comparison({ place, left, right }: ComparisonProps) {
  const { onlyChanges } = place;
  const rows = useMemo(() => compareRows(left, right), [left, right]);
  const changed = useMemo(() => shownPairs(rows, left, right, true), [rows, left, right]);
  const pairs = useMemo(
    () => (onlyChanges ? changed : shownPairs(rows, left, right, false)),
    [rows, left, right, changed, onlyChanges],
  );
  const observationsIn = (pair: number) =>
    [inRow(left, rows.left[pair] ?? -1), inRow(right, rows.right[pair] ?? -1)] as const;
  const isChosen = (pair: number): boolean =>
    observationsIn(pair).some((each) => each !== undefined && each.id === place.observation);
  const chosen = place.observation === undefined ? undefined : pairs.find(isChosen);
  const selected = chosen ?? changed[0] ?? pairs[0] ?? -1;
  const [before, after] = observationsIn(selected);

  const select = (pair: number | undefined): void => {
    if (pair === undefined) return;
    const [inLeft, inRight] = observationsIn(pair);
    navigate({ ...place, observation: (inRight ?? inLeft)?.id }, 'replace');
  };
  const show = (only: boolean): void => navigate({ ...place, onlyChanges: only });
  const keys = useMemo(
    () => ({
      title: 'Compare',
      keys: [
        { key: 'n', help: 'next difference', run: () => select(changed.find((pair) => pair > selected)) },
        { key: 'N', help: 'previous difference', run: () => select(changed.findLast((pair) => pair < selected)) },
        { key: 'd', help: 'only differences, or all steps', run: () => show(!onlyChanges) },
      ],
    }),
    // What the functions close over is all of these.
    [changed, selected, onlyChanges, place],
  );
  useKeys(keys);

  return (
    <div className={styles.comparison}>
      <Sums left={left.trace} right={right.trace} />
      <div className={styles.tools} role="group" aria-label="Steps">
        <button type="button" aria-pressed={!onlyChanges} onClick={() => show(false)}>
          All steps
        </button>
        <button type="button" aria-pressed={onlyChanges} onClick={() => show(true)}>
          Only differences
        </button>
        <span>
          {count(changed.length)} of {count(rows.left.length)} steps differ
          {!rows.isExact && '; so many repeat that they are aligned by their number'}
        </span>
      </div>
      <div className={styles.body}>
        <PairRows rows={rows} pairs={pairs} left={left} right={right} selected={selected} onSelect={select} />
        {(before ?? after) !== undefined && (
          <Pair
            key={`${before?.id ?? ''} ${after?.id ?? ''}`}
            before={before}
            after={after}
            change={changeOf(before, after)}
          />
        )}
      </div>
    </div>
  );
}
