import type { CoreObservation } from '../api/types';
import type { ShownSteps } from '../url/compare-address';
import type { ComparedRows } from './align-trees';
import { type Figures, type Side, changeOf, figuresOf, inRow } from './rows';

/** Two aligned traces. */
export interface Aligned {
  readonly rows: ComparedRows;
  readonly left: Side;
  readonly right: Side;
}

/** Returns the step of a pair in each trace; undefined if the trace does not have it. */
export const sidesOf = ({ rows, left, right }: Aligned, pair: number) =>
  [inRow(left, rows.left[pair] ?? -1), inRow(right, rows.right[pair] ?? -1)] as const;

/** A step missing in one trace counts as 0 there, so that the rows add up to the difference of the traces. */
const NOTHING: Figures = { ms: 0, tokens: 0, cost: 0 };
const figuresHere = (of: CoreObservation | undefined): Figures => (of === undefined ? NOTHING : figuresOf(of));

/** Returns the figures of a pair, before and after. */
export function figuresOfPair(aligned: Aligned, pair: number): readonly [Figures, Figures] {
  const [before, after] = sidesOf(aligned, pair);
  return [figuresHere(before), figuresHere(after)];
}

/** Selects the pairs to show, in the order of the steps or by difference, the largest first. */
export function shownPairs(aligned: Aligned, show: ShownSteps | undefined): Int32Array {
  const all = Int32Array.from(aligned.rows.left.keys());
  switch (show) {
    case undefined:
      return all;
    case 'changes':
      return all.filter((pair) => changeOf(...sidesOf(aligned, pair)) !== 'same');
    case 'errors':
      return all.filter((pair) => sidesOf(aligned, pair).some((each) => each?.level === 'ERROR'));
    case 'time':
    case 'cost':
      return largestFirst(aligned, all, show === 'time' ? 'ms' : 'cost');
  }
}

/** Share of a row's difference above which a single child explains it; the child is listed instead of the row. */
const EXPLAINED = 0.9;

function largestFirst(aligned: Aligned, all: Int32Array, figure: 'ms' | 'cost'): Int32Array {
  const differences = Float64Array.from(all, (pair) => {
    const [before, after] = figuresOfPair(aligned, pair);
    return (after[figure] ?? NaN) - (before[figure] ?? NaN) || 0;
  });
  const isExplained = new Uint8Array(all.length);
  for (const side of ['left', 'right'] as const) {
    const { parent } = aligned[side].tree;
    const pairOf = new Int32Array(parent.length);
    for (const pair of all) {
      const row = aligned.rows[side][pair] ?? -1;
      if (row >= 0) pairOf[row] = pair;
    }
    for (let row = 0; row < parent.length; row += 1) {
      const above = parent[row] ?? -1;
      if (above < 0) continue;
      const [whole, part] = [differences[pairOf[above] ?? 0] ?? 0, differences[pairOf[row] ?? 0] ?? 0];
      if (whole !== 0 && part / whole >= EXPLAINED) isExplained[pairOf[above] ?? 0] = 1;
    }
  }
  const size = (pair: number): number => Math.abs(differences[pair] ?? 0);
  // Equal differences keep the order of the steps.
  return all.filter((pair) => size(pair) > 0 && isExplained[pair] !== 1).sort((a, b) => size(b) - size(a) || a - b);
}
