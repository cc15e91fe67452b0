import { useMemo } from 'react';
import { count } from '../format/numbers';
import { useKeys } from '../keys/keys';
import type { CompareAddress, ShownSteps } from '../url/compare-address';
import { navigate } from '../url/navigate';
import styles from './comparison.module.css';
import { Pair } from './pair';
import { PairRows } from './pair-rows';
import { changeOf, compareRows } from './rows';
import { shownPairs, sidesOf } from './shown-pairs';
import { Sums } from './sums';
import type { ComparedTrace } from './use-compared-trace';

const SHOWN: readonly { readonly show: ShownSteps | undefined; readonly text: string; readonly title?: string }[] = [
  { show: undefined, text: 'All steps' },
  { show: 'changes', text: 'Only differences' },
  { show: 'errors', text: 'Errors' },
  { show: 'time', text: 'Most time', title: 'The largest difference of time first, told by the step that makes it' },
  { show: 'cost', text: 'Most cost', title: 'The largest difference of cost first' },
];
const NONE: Readonly<Record<ShownSteps, string>> = {
  changes: 'No step differs by more than a little time.',
  errors: 'No step failed in either trace.',
  time: 'No step took longer or shorter.',
  cost: 'No step cost more or less.',
};

interface ComparisonProps {
  readonly address: CompareAddress;
  readonly left: ComparedTrace;
  readonly right: ComparedTrace;
}

/** Comparison of two traces: sums, aligned steps, and the differences of the selected step. */
export function Comparison({ address, left, right }: ComparisonProps) {
  const { show } = address;
  const aligned = useMemo(() => ({ rows: compareRows(left, right), left, right }), [left, right]);
  const changed = useMemo(() => shownPairs(aligned, 'changes'), [aligned]);
  const pairs = useMemo(() => (show === 'changes' ? changed : shownPairs(aligned, show)), [aligned, changed, show]);
  const isChosen = (pair: number): boolean =>
    sidesOf(aligned, pair).some((each) => each !== undefined && each.id === address.observation);
  const chosen = address.observation === undefined ? undefined : pairs.find(isChosen);
  const selected = chosen ?? (show === undefined ? changed[0] : undefined) ?? pairs[0] ?? -1;
  const [before, after] = sidesOf(aligned, selected);

  const select = (pair: number | undefined): void => {
    if (pair === undefined) return;
    const [inLeft, inRight] = sidesOf(aligned, pair);
    navigate({ ...address, observation: (inRight ?? inLeft)?.id }, 'replace');
  };
  const choose = (next: ShownSteps | undefined): void => navigate({ ...address, show: next });
  const keys = useMemo(() => {
    const present = pairs.indexOf(selected);
    const differs = (pair: number): boolean => changeOf(...sidesOf(aligned, pair)) !== 'same';
    const nextShown = SHOWN[(SHOWN.findIndex((each) => each.show === show) + 1) % SHOWN.length];
    return {
      title: 'Compare',
      keys: [
        { key: 'n', help: 'next difference', run: () => select(pairs.subarray(present + 1).find(differs)) },
        {
          key: 'N',
          help: 'previous difference',
          run: () => select(pairs.subarray(0, Math.max(0, present)).findLast(differs)),
        },
        { key: 'd', help: 'all steps, differences, errors, most time, most cost', run: () => choose(nextShown?.show) },
      ],
    };
    // These are all values that the functions use.
  }, [aligned, pairs, selected, address]);
  useKeys(keys);

  return (
    <div className={styles.comparison}>
      <Sums left={left.trace} right={right.trace} />
      <div className={`${styles.tools} bordered secondary bar`} role="group" aria-label="Steps">
        {SHOWN.map((each) => (
          <button
            key={each.text}
            type="button"
            title={each.title}
            aria-pressed={each.show === show}
            onClick={() => choose(each.show)}
          >
            {each.text}
          </button>
        ))}
        <span>
          {count(changed.length)} of {count(aligned.rows.left.length)} steps differ
          {!aligned.rows.isExact && '; so many repeat that they are aligned by their number'}
        </span>
      </div>
      <div className={styles.body}>
        <PairRows
          aligned={aligned}
          pairs={pairs}
          by={show === 'time' || show === 'cost' ? show : undefined}
          none={show === undefined ? '' : NONE[show]}
          selected={selected}
          onSelect={select}
        />
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
