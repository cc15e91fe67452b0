import type { Answer } from '../api/client';
import type { CoreObservation } from '../api/types';
import { type ObservationColumns, observationAt, columnsOf } from './observation-columns';
import { type Sums, sumsOf } from './sums';
import { type Tree, buildTree } from './tree';

/** Trace in the console's memory. Rows have the order of its tree; a number is the same row in all columns. */
export interface TraceData {
  /** All members except the observations. */
  readonly head: TraceHead;
  readonly columns: ObservationColumns;
  readonly tree: Tree;
  readonly sums: Sums;
}

export type TraceHead = Omit<Answer<TracePath>, 'observations'>;

type TracePath = '/api/public/traces/{traceId}';

/** @param text the answer of the API with `observationFields=core` */
export function parseTrace(text: string): TraceData {
  const { observations, ...head } = JSON.parse(text) as Answer<TracePath>;
  const nodes = observations as readonly CoreObservation[];
  const tree = buildTree(nodes);
  const columns = columnsOf(Array.from(tree.order, (index) => nodes[index] as CoreObservation));
  return { head, columns, tree, sums: sumsOf(columns, tree, head.totalTokens ?? 0) };
}

/** Most observations that are rebuilt as objects around a selected one, and how many of them precede it. */
const MAX_REBUILT = 2_000;
const BEFORE = 1_500;

/** Returns the observations around a row: the whole trace, or up to MAX_REBUILT of a large one. */
export function observationsNear({ columns }: TraceData, row: number): readonly CoreObservation[] {
  const first = Math.max(0, Math.min(row - BEFORE, columns.count - MAX_REBUILT));
  const length = Math.min(MAX_REBUILT, columns.count - first);
  return Array.from({ length }, (_, n) => observationAt(columns, first + n));
}
