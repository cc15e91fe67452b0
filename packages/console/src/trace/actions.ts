import { duration } from '../format/numbers';
import { announce } from '../ui/announcements';
import { copy } from '../ui/copy';
import { linkTo } from '../url/link-to';
import { navigate } from '../url/navigate';
import type { Address } from '../url/address';
import type { TraceAddress } from '../url/trace-address';
import { nextOf } from './find';
import type { Rows } from './rows';
import type { Extent } from './scale';
import { idAt } from './observation-columns';
import type { TraceData } from './trace-data';
import { endOf } from './tree';

/** Actions of the trace page, shared by keys and buttons. */
export interface TraceActions {
  /** Moves the selection by a number of drawn rows. */
  readonly move: (by: number) => void;
  /** Collapses the selected row; if it is collapsed or a leaf, selects its parent. */
  readonly collapseOrUp: () => void;
  readonly expandOrDown: () => void;
  /** Selects a row and reveals it. */
  readonly goTo: (row: number) => void;
  readonly nextError: (step: 1 | -1) => void;
  readonly nextFound: (step: 1 | -1) => void;
  readonly zoomToSelected: () => void;
  readonly zoomOut: () => void;
  /** Toggles between the subtree of the selected row and the whole trace. */
  readonly toggleFocus: () => void;
  /** Toggles between the slow path of the selected row and all rows. */
  readonly toggleSlowPath: () => void;
  readonly copyLink: () => void;
  /** Copies the id of the selected observation. */
  readonly copyId: () => void;
  /** Undoes the last narrowing; without any, leaves the page. */
  readonly back: () => void;
}

interface Given {
  readonly trace: TraceData;
  readonly address: TraceAddress;
  readonly rows: Rows;
  /** Returns the rows that match the current text of the search field. */
  readonly findNow: () => Int32Array;
  readonly zoomTo: (extent: Extent | undefined) => void;
  /** Address of the list from which the page was opened. */
  readonly list: Address;
}

export function traceActions({ trace, address, rows, findNow, zoomTo, list }: Given): TraceActions {
  const { columns, tree } = trace;
  const { view, closed, selected, position, collapse, reveal, root } = rows;
  const select = (row: number | undefined): void => {
    if (row !== undefined) navigate({ ...address, observation: idAt(columns, row) }, 'replace');
  };
  const goTo = (row: number): void => {
    // Selecting a row outside the focused subtree ends the focus.
    const isInside = root < 0 || (row >= root && row < (tree.end[root] ?? 0));
    const focus = isInside ? address.focus : undefined;
    navigate({ ...address, ...reveal(row), observation: idAt(columns, row), focus }, 'replace');
  };
  const at = (to: number): number | undefined => view.rows[Math.max(0, Math.min(view.rows.length - 1, to))];
  const row = view.rows[position] ?? -1;
  return {
    move: (by) => select(at(position + by)),
    collapseOrUp() {
      if (view.hasMore[position] === 1 && closed[row] !== 1) collapse(row, true);
      else if ((view.parent[position] ?? -1) >= 0) select(at(view.parent[position] ?? 0));
    },
    expandOrDown() {
      if (closed[row] === 1) collapse(row, false);
      else if (view.hasMore[position] === 1) select(at(position + 1));
    },
    goTo,
    nextError(step) {
      const next = nextOf(errorRows(trace), selected, step);
      if (next === undefined) announce('Nothing in this trace has failed');
      else goTo(next);
    },
    nextFound(step) {
      const next = nextOf(findNow(), selected, step);
      if (next !== undefined) goTo(next);
    },
    zoomToSelected() {
      const from = tree.from[selected];
      const to = endOf(tree, selected);
      if (from !== undefined && to > from) {
        const margin = (to - from) * 0.05;
        zoomTo({ from: Math.max(0, from - margin), to: Math.min(tree.span, to + margin) });
      } else announce(`This observation is too short to zoom to: ${duration(0)}`);
    },
    zoomOut: () => zoomTo(undefined),
    toggleFocus() {
      if (address.focus !== undefined) navigate({ ...address, focus: undefined, zoom: undefined });
      else if (selected >= 0) navigate({ ...address, focus: idAt(columns, selected), zoom: undefined });
    },
    toggleSlowPath() {
      // The first row has the slow path of the whole trace, so no subtree is focused.
      const focus = selected > 0 ? idAt(columns, selected) : undefined;
      navigate({
        ...address,
        ...(address.path === true ? { path: undefined, focus: undefined } : { path: true, focus }),
      });
    },
    copyLink: () => void copy(linkTo({ ...address, list: undefined }), 'the link'),
    copyId: () => void copy(selected < 0 ? trace.head.id : idAt(columns, selected), 'the id of the observation'),
    back() {
      if (address.find !== undefined) navigate({ ...address, find: undefined }, 'replace');
      else if (address.zoom !== undefined) zoomTo(undefined);
      else if (address.path === true) this.toggleSlowPath();
      else if (address.focus !== undefined) navigate({ ...address, focus: undefined });
      else navigate(list);
    },
  };
}

const errorsOf = new WeakMap<object, Int32Array>();

/** Returns the rows of level ERROR; cached by trace. */
function errorRows({ columns }: TraceData): Int32Array {
  const known = errorsOf.get(columns);
  if (known !== undefined) return known;
  const { of, texts } = columns.words.level;
  const error = texts.indexOf('ERROR');
  const rows = error < 0 ? new Int32Array() : Int32Array.from(of.keys()).filter((row) => of[row] === error);
  errorsOf.set(columns, rows);
  return rows;
}
