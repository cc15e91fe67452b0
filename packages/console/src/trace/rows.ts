import { useMemo, useState } from 'react';
import { navigate } from '../url/navigate';
import { MAX_COLLAPSED, type TraceAddress } from '../url/trace-address';
import { type Chosen, chooseRows } from './choose-rows';
import { noiseOf } from './noise';
import { type ObservationColumns, idAt, rowOf } from './observation-columns';
import { slowPath } from './slow-path';
import type { TraceData } from './trace-data';
import { type View, closedBelow, positionOf, viewOf } from './view';

/** Drawn rows of a trace, and the selected row. */
export interface Rows {
  readonly view: View;
  readonly kept: Chosen;
  readonly closed: Uint8Array;
  /** Root of the subtree that is shown alone; -1 for the whole trace. */
  readonly root: number;
  /** Selected row; -1 if the trace does not have it. */
  readonly selected: number;
  /** Position of the selected row, or of its nearest drawn ancestor. */
  readonly position: number;
  readonly collapse: (row: number, isClosed: boolean) => void;
  /** Shows a row even if filters hide it. @returns members of the address that expand all of its ancestors */
  readonly reveal: (row: number) => Pick<TraceAddress, 'levels' | 'collapsed' | 'expanded'>;
}

/** Derives the state of the tree from the address. */
export function useRows(trace: TraceData, address: TraceAddress): Rows {
  const { columns, tree } = trace;
  const [pinnedId, setPinned] = useState(address.observation);
  const root = address.focus === undefined ? -1 : rowOf(columns, address.focus);
  const pinned = pinnedId === undefined ? -1 : rowOf(columns, pinnedId);
  const noise = useMemo(() => noiseOf(trace.columns, trace.tree, trace.sums), [trace]);
  const { all = false, errors = false, atLeast = 0, levels = 0, path: onPath = false } = address;
  const path = useMemo(() => (onPath ? slowPath(tree, root) : undefined), [onPath, tree, root]);
  const kept = useMemo(
    () => chooseRows(trace, noise, { all, onlyErrors: errors, atLeastMs: atLeast, path, root, pinned }),
    [trace, noise, all, errors, atLeast, path, root, pinned],
  );
  const byLevels = useMemo(() => closedBelow(tree, kept.isKept, levels), [tree, kept, levels]);
  const { collapsed, expanded } = address;
  const closed = useMemo(
    () => collapsedByHand(byLevels, columns, collapsed, expanded),
    [byLevels, columns, collapsed, expanded],
  );
  const view = useMemo(() => viewOf(tree, kept.isKept, closed), [tree, kept, closed]);
  const selected = address.observation === undefined ? (view.rows[0] ?? -1) : rowOf(columns, address.observation);

  /** Computes the members of the address that list collapsed and expanded rows. */
  const collapsedWith = (
    changed: readonly number[],
    isClosed: boolean,
  ): Pick<TraceAddress, 'collapsed' | 'expanded'> => {
    const ids = new Set(changed.map((row) => idAt(columns, row)));
    const added = changed.filter((row) => (byLevels[row] === 1) !== isClosed).map((row) => idAt(columns, row));
    const others = (given: readonly string[] = []): readonly string[] => given.filter((id) => !ids.has(id));
    return {
      collapsed: latest([...others(collapsed), ...(isClosed ? added : [])]),
      expanded: latest([...others(expanded), ...(isClosed ? [] : added)]),
    };
  };
  return {
    ...{ view, kept, closed, root, selected },
    position: positionOf(view, tree, selected),
    collapse: (row, isClosed) => navigate({ ...address, ...collapsedWith([row], isClosed) }, 'replace'),
    reveal(row) {
      if (kept.isKept[row] !== 1) setPinned(idAt(columns, row));
      const hiding: number[] = [];
      for (let above = tree.parent[row] ?? -1; above >= 0; above = tree.parent[above] ?? -1)
        if (closed[above] === 1) hiding.push(above);
      // An address has room for MAX_COLLAPSED rows; beyond that all rows are expanded.
      return hiding.length > MAX_COLLAPSED ? ALL_EXPANDED : collapsedWith(hiding, false);
    },
  };
}

const ALL_EXPANDED = { levels: undefined, collapsed: undefined, expanded: undefined };

const latest = (ids: readonly string[]): readonly string[] | undefined =>
  ids.length === 0 ? undefined : ids.slice(-MAX_COLLAPSED);

/** @param closed flag by row: 1 if collapsed by `levels` */
function collapsedByHand(
  closed: Uint8Array,
  columns: ObservationColumns,
  collapsed: readonly string[] = [],
  expanded: readonly string[] = [],
): Uint8Array {
  if (collapsed.length + expanded.length === 0) return closed;
  const next = closed.slice();
  // An id that the trace does not have (yet) has row -1; writing to it has no effect.
  for (const id of collapsed) next[rowOf(columns, id)] = 1;
  for (const id of expanded) next[rowOf(columns, id)] = 0;
  return next;
}
