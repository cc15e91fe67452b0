import type { CoreObservation } from '../api/types';
import type { Tree } from '../trace/tree';
import { type ComparedRows, alignTrees } from './align-trees';

/** Trace in a comparison. */
export interface Side {
  readonly observations: readonly CoreObservation[];
  readonly tree: Tree;
}

/** Returns the observation in a row of a tree. */
export const inRow = ({ observations, tree }: Side, row: number): CoreObservation | undefined =>
  row < 0 ? undefined : observations[tree.order[row] ?? -1];

/** Aligns two traces by kind, name and order. */
export function compareRows(left: Side, right: Side): ComparedRows {
  return alignTrees({ keys: keysOf(left), end: left.tree.end }, { keys: keysOf(right), end: right.tree.end });
}

const keysOf = ({ observations, tree }: Side): readonly string[] =>
  Array.from(tree.order, (index) => keyOf(observations[index] as CoreObservation));

/**
 * Builds the key of a step: kind and name. The model is removed from names such as `chat gpt-4o`, so that a change of model keeps the step.
 */
function keyOf({ type, name, model }: CoreObservation): string {
  const step = name === null ? '' : model === null || model === '' ? name : name.split(model).join('');
  return `${type}\n${step}`;
}

/** Kind of difference of a row. */
export type Change = 'added' | 'removed' | 'changed' | 'same';

/** Least difference of durations, absolute (ms) and relative, because durations vary between runs; a smaller difference counts as equal. */
const LEAST_MS = 100;
const LEAST_SHARE = 0.2;

/** Figures of a step: milliseconds, tokens and USD; null if unknown. */
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

/** Classifies the difference of a step; a difference within chance is `same`. */
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
