import type { Tree } from './tree';

/** Drawn rows by their position from the top. */
export interface View {
  readonly rows: Int32Array;
  /** Number of shown ancestors. */
  readonly depth: Int32Array;
  /** Position of the parent; -1 for a root. */
  readonly parent: Int32Array;
  /** 1-based index among its siblings, and number of siblings (`aria-posinset`, `aria-setsize`). */
  readonly nth: Int32Array;
  readonly siblings: Int32Array;
  /** Flag: 1 if the row has rows to collapse or expand. */
  readonly hasMore: Uint8Array;
}

/**
 * @param isKept flag by row: 1 if shown; rows below a row that is not shown move up
 * @param closed flag by row: 1 if collapsed
 */
export function viewOf({ end }: Tree, isKept: Uint8Array, closed: Uint8Array): View {
  const count = isKept.length;
  const keptBefore = new Int32Array(count + 1);
  for (let row = 0; row < count; row += 1) keptBefore[row + 1] = at(keptBefore, row) + at(isKept, row);

  const shown = at(keptBefore, count);
  const rows = new Int32Array(shown);
  const depth = new Int32Array(shown);
  const parent = new Int32Array(shown);
  const nth = new Int32Array(shown);
  const hasMore = new Uint8Array(shown);
  /** Number of children by position; the last entry is that of the top level. */
  const below = new Int32Array(shown + 1);
  const open = new Int32Array(shown);
  let level = 0;
  let position = 0;
  for (let row = 0; row < count;) {
    if (at(isKept, row) === 0) {
      row += 1;
      continue;
    }
    while (level > 0 && at(end, at(rows, at(open, level - 1))) <= row) level -= 1;
    const above = level === 0 ? -1 : at(open, level - 1);
    const list = above === -1 ? shown : above;
    rows[position] = row;
    depth[position] = level;
    parent[position] = above;
    below[list] = at(below, list) + 1;
    nth[position] = at(below, list);
    hasMore[position] = at(keptBefore, at(end, row)) > at(keptBefore, row + 1) ? 1 : 0;
    open[level] = position;
    level += 1;
    position += 1;
    row = at(closed, row) === 1 ? at(end, row) : row + 1;
  }
  const siblings = Int32Array.from(parent, (above) => at(below, above === -1 ? shown : above));
  return {
    rows: rows.subarray(0, position),
    depth: depth.subarray(0, position),
    parent: parent.subarray(0, position),
    nth: nth.subarray(0, position),
    siblings: siblings.subarray(0, position),
    hasMore: hasMore.subarray(0, position),
  };
}

/** Collapses rows so that a number of levels is shown. @param levels at least 1; 0 for all */
export function closedBelow(tree: Tree, isKept: Uint8Array, levels: number): Uint8Array {
  const closed = new Uint8Array(isKept.length);
  if (levels === 0) return closed;
  const { rows, depth, hasMore } = viewOf(tree, isKept, closed);
  for (let position = 0; position < rows.length; position += 1)
    if (at(depth, position) >= levels - 1 && at(hasMore, position) === 1) closed[at(rows, position)] = 1;
  return closed;
}

/** Returns the position of a row, or of its nearest drawn ancestor; -1 without one. */
export function positionOf({ rows }: View, tree: Tree, row: number): number {
  for (let each = row; each >= 0; each = tree.parent[each] ?? -1) {
    const position = search(rows, each);
    if (position >= 0) return position;
  }
  return -1;
}

/** Binary search: rows ascend. */
function search(rows: Int32Array, row: number): number {
  let low = 0;
  let high = rows.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (at(rows, middle) < row) low = middle + 1;
    else high = middle;
  }
  return at(rows, low) === row && low < rows.length ? low : -1;
}

const at = (array: Int32Array | Uint8Array, index: number): number => array[index] ?? 0;
