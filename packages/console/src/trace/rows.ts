import { useMemo, useState } from 'react';
import type { TracePlace } from '../url/trace-place';
import { type Chosen, chooseRows } from './choose';
import { noiseOf } from './noise';
import { idAt, rowOf } from './sheet';
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
  /** Unfolds all above a row, and shows it even where it is filtered. */
  readonly reveal: (row: number) => void;
}

/** What is folded, for the trace, the subtree and the levels that it was made for. */
interface Folds {
  readonly trace: TraceData;
  readonly levels: number;
  readonly root: number;
  readonly closed: Uint8Array;
}

/** The state of the tree, from the address and from what is folded here. */
export function useRows(trace: TraceData, place: TracePlace): Rows {
  const { sheet, tree } = trace;
  const [pinnedId, setPinned] = useState(place.observation);
  const root = place.focus === undefined ? -1 : rowOf(sheet, place.focus);
  const pinned = pinnedId === undefined ? -1 : rowOf(sheet, pinnedId);
  const noise = useMemo(() => noiseOf(trace.sheet, trace.tree, trace.sums), [trace]);
  const { all = false, errors = false, atLeast = 0, levels = 0 } = place;
  const kept = useMemo(
    () => chooseRows(trace, noise, { all, onlyErrors: errors, atLeastMs: atLeast, root, pinned }),
    [trace, noise, all, errors, atLeast, root, pinned],
  );
  const [folds, setFolds] = useState<Folds>();
  const present = useMemo(() => foldsFor(folds, trace, kept, levels, root), [folds, trace, kept, levels, root]);
  const { closed } = present;
  const view = useMemo(() => viewOf(tree, kept.isKept, closed), [tree, kept, closed]);
  const selected = place.observation === undefined ? (view.rows[0] ?? -1) : rowOf(sheet, place.observation);

  const change = (alter: (closed: Uint8Array) => void): void => {
    const next = closed.slice();
    alter(next);
    setFolds({ ...present, closed: next });
  };
  return {
    ...{ view, kept, closed, root, selected },
    position: positionOf(view, tree, selected),
    fold: (row, isClosed) => change((next) => (next[row] = isClosed ? 1 : 0)),
    reveal(row) {
      if (kept.isKept[row] !== 1) setPinned(idAt(sheet, row));
      change((next) => {
        for (let above = tree.parent[row] ?? -1; above >= 0; above = tree.parent[above] ?? -1) next[above] = 0;
      });
    },
  };
}

/** What was folded stays so while the trace grows; other levels or another subtree begin anew. */
function foldsFor(folds: Folds | undefined, trace: TraceData, kept: Chosen, levels: number, root: number): Folds {
  if (folds?.levels !== levels || folds.root !== root)
    return { trace, levels, root, closed: closedBelow(trace.tree, kept.isKept, levels) };
  if (folds.trace.sheet === trace.sheet) return folds;
  return { ...folds, trace, closed: carried(folds, trace) };
}

function carried({ closed, trace: { sheet: before } }: Folds, { sheet }: TraceData): Uint8Array {
  const next = new Uint8Array(sheet.count);
  if (!closed.includes(1)) return next;
  const ids = new Set<string>();
  for (const [row, isClosed] of closed.entries()) if (isClosed === 1) ids.add(idAt(before, row));
  for (let row = 0; row < sheet.count; row += 1) if (ids.has(idAt(sheet, row))) next[row] = 1;
  return next;
}
