import { useMemo, useState } from 'react';
import { navigate } from '../url/navigate';
import { MOST_FOLDS, type TracePlace } from '../url/trace-place';
import { type Chosen, chooseRows } from './choose-rows';
import { noiseOf } from './noise';
import { type Sheet, idAt, rowOf } from './observation-columns';
import { slowPath } from './slow-path';
import type { TraceData } from './trace-data';
import { type View, closedBelow, positionOf, viewOf } from './view';

/** Which rows of a trace are drawn, and which one is selected. */
export interface Rows {
  readonly view: View;
  readonly kept: Chosen;
  readonly closed: Uint8Array;
  /** The row of the subtree that is shown alone; -1 for the whole trace. */
  readonly root: number;
  /** The selected row; -1 where the trace does not have it. */
  readonly selected: number;
  /** Its position, or that of the nearest row above it that is drawn. */
  readonly position: number;
  readonly fold: (row: number, isClosed: boolean) => void;
  /** Shows a row even where it is filtered. @returns what of the place has all above it unfolded */
  readonly reveal: (row: number) => Pick<TracePlace, 'levels' | 'folded' | 'unfolded'>;
}

/** The state of the tree, from the address. */
export function useRows(trace: TraceData, place: TracePlace): Rows {
  const { sheet, tree } = trace;
  const [pinnedId, setPinned] = useState(place.observation);
  const root = place.focus === undefined ? -1 : rowOf(sheet, place.focus);
  const pinned = pinnedId === undefined ? -1 : rowOf(sheet, pinnedId);
  const noise = useMemo(() => noiseOf(trace.sheet, trace.tree, trace.sums), [trace]);
  const { all = false, errors = false, atLeast = 0, levels = 0, path: onPath = false } = place;
  const path = useMemo(() => (onPath ? slowPath(tree, root) : undefined), [onPath, tree, root]);
  const kept = useMemo(
    () => chooseRows(trace, noise, { all, onlyErrors: errors, atLeastMs: atLeast, path, root, pinned }),
    [trace, noise, all, errors, atLeast, path, root, pinned],
  );
  const byLevels = useMemo(() => closedBelow(tree, kept.isKept, levels), [tree, kept, levels]);
  const { folded, unfolded } = place;
  const closed = useMemo(() => foldedByHand(byLevels, sheet, folded, unfolded), [byLevels, sheet, folded, unfolded]);
  const view = useMemo(() => viewOf(tree, kept.isKept, closed), [tree, kept, closed]);
  const selected = place.observation === undefined ? (view.rows[0] ?? -1) : rowOf(sheet, place.observation);

  /** What of the place says that rows are folded, or not. */
  const foldsWith = (changed: readonly number[], isClosed: boolean): Pick<TracePlace, 'folded' | 'unfolded'> => {
    const ids = new Set(changed.map((row) => idAt(sheet, row)));
    const added = changed.filter((row) => (byLevels[row] === 1) !== isClosed).map((row) => idAt(sheet, row));
    const others = (given: readonly string[] = []): readonly string[] => given.filter((id) => !ids.has(id));
    return {
      folded: latest([...others(folded), ...(isClosed ? added : [])]),
      unfolded: latest([...others(unfolded), ...(isClosed ? [] : added)]),
    };
  };
  return {
    ...{ view, kept, closed, root, selected },
    position: positionOf(view, tree, selected),
    fold: (row, isClosed) => navigate({ ...place, ...foldsWith([row], isClosed) }, 'replace'),
    reveal(row) {
      if (kept.isKept[row] !== 1) setPinned(idAt(sheet, row));
      const hiding: number[] = [];
      for (let above = tree.parent[row] ?? -1; above >= 0; above = tree.parent[above] ?? -1)
        if (closed[above] === 1) hiding.push(above);
      // More than an address takes: all is unfolded.
      return hiding.length > MOST_FOLDS ? UNFOLDED : foldsWith(hiding, false);
    },
  };
}

const UNFOLDED = { levels: undefined, folded: undefined, unfolded: undefined };

const latest = (ids: readonly string[]): readonly string[] | undefined =>
  ids.length === 0 ? undefined : ids.slice(-MOST_FOLDS);

/** @param closed of each row whether it is by levels */
function foldedByHand(
  closed: Uint8Array,
  sheet: Sheet,
  folded: readonly string[] = [],
  unfolded: readonly string[] = [],
): Uint8Array {
  if (folded.length + unfolded.length === 0) return closed;
  const next = closed.slice();
  // An id that the trace does not have, or not yet, has no row.
  for (const id of folded) next[rowOf(sheet, id)] = 1;
  for (const id of unfolded) next[rowOf(sheet, id)] = 0;
  return next;
}
