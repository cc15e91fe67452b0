import type { CoreObservation } from '../api/types';
import type { Tree } from '../trace/tree';
import { align } from './align';

/** A trace as it is compared. */
export interface Side {
  readonly observations: readonly CoreObservation[];
  readonly tree: Tree;
}

/** Rows of both trees side by side: of each the row in either tree, -1 where it has none. */
export interface ComparedRows {
  readonly left: Int32Array;
  readonly right: Int32Array;
  readonly isExact: boolean;
}

/** The observation in a row of a tree. */
export const inRow = ({ observations, tree }: Side, row: number): CoreObservation | undefined =>
  row < 0 ? undefined : observations[tree.order[row] ?? -1];

/** Aligns two traces by kind, name and order. */
export function compareRows(left: Side, right: Side): ComparedRows {
  return align(keysOf(left), keysOf(right));
}

const keysOf = (side: Side): string[] => {
  const keys: string[] = [];
  for (let row = 0; row < side.tree.order.length; row += 1) {
    const observation = inRow(side, row);
    keys.push(observation === undefined ? '' : keyOf(observation));
  }
  return keys;
};

/** Of the same kind and name. The model is no part of the name, as in `chat gpt-4o`: with another model it is the same step. */
function keyOf({ type, name, model }: CoreObservation): string {
  const step = name === null ? '' : model === null || model === '' ? name : name.split(model).join('');
  return `${type}\n${step}`;
}

/** How a row differs. */
export type Change = 'added' | 'removed' | 'changed' | 'same';

/** Times differ from run to run; below either they are as good as the same. */
const LEAST_MS = 100;
const LEAST_SHARE = 0.2;

/** What a step took: milliseconds, tokens and USD; null where it is not known. */
export interface Figures {
  readonly ms: number | null;
  readonly tokens: number | null;
  readonly cost: number | null;
}

export function figuresOf(observation: CoreObservation | undefined): Figures {
  if (observation === undefined) return { ms: null, tokens: null, cost: null };
  const { latency, totalTokens, costDetails, calculatedTotalCost } = observation;
  return {
    ms: latency === null ? null : latency * 1000,
    tokens: totalTokens,
    cost: Object.keys(costDetails).length > 0 || totalTokens === 0 ? calculatedTotalCost : null,
  };
}

export function changeOf(left: CoreObservation | undefined, right: CoreObservation | undefined): Change {
  if (left === undefined) return 'added';
  if (right === undefined) return 'removed';
  const isOther =
    left.level !== right.level ||
    left.model !== right.model ||
    left.totalTokens !== right.totalTokens ||
    isOtherTime(figuresOf(left).ms, figuresOf(right).ms);
  return isOther ? 'changed' : 'same';
}

function isOtherTime(left: number | null, right: number | null): boolean {
  if (left === null || right === null) return left !== right;
  const difference = Math.abs(left - right);
  return difference >= LEAST_MS && difference >= LEAST_SHARE * Math.max(left, right);
}

/** Which rows to show: all, or those that differ. */
export function shownPairs({ left, right }: ComparedRows, a: Side, b: Side, onlyChanges: boolean): Int32Array {
  const all = Int32Array.from(left.keys());
  if (!onlyChanges) return all;
  return all.filter((pair) => changeOf(inRow(a, left[pair] ?? -1), inRow(b, right[pair] ?? -1)) !== 'same');
}
