import { type Tree, endOf } from './tree';

/**
 * Tolerance in milliseconds: starts have milliseconds and durations microseconds, so a step may seem to start before the end of the one
 * before it.
 */
const ROUNDED_MS = 1;

/**
 * Computes the critical path of a row. From its end backwards: the child that ended last, then the child that ended last before that one
 * began, and so on, recursively. A step off the path could be slower without a longer total.
 * @param root -1 for the whole trace
 * @returns milliseconds of each row alone on the path; -1 if the row is not on it
 */
export function slowPath(tree: Tree, root: number): Float64Array {
  const { from, span } = tree;
  const own = new Float64Array(from.length).fill(-1);
  const open = [{ row: root, start: root < 0 ? 0 : (from[root] ?? 0), until: root < 0 ? span : endOf(tree, root) }];
  for (let top = open.pop(); top !== undefined; top = open.pop()) {
    const { row, start, until } = top;
    let [cursor, waited] = [until, 0];
    for (const child of latestFirst(tree, row)) {
      const begin = Math.max(start, from[child] ?? 0);
      // The first step may outlast its parent.
      const ends = cursor === until ? Math.min(until, endOf(tree, child)) : endOf(tree, child);
      if (ends > cursor + ROUNDED_MS || begin >= cursor || ends < start) continue;
      waited += Math.max(0, Math.min(cursor, ends) - begin);
      open.push({ row: child, start: begin, until: Math.min(cursor, ends) });
      cursor = begin;
    }
    if (row >= 0) own[row] = Math.max(0, until - start - waited);
  }
  return own;
}

/** Returns the children of a row by their end, the latest first. It is called for rows on the path only. */
function latestFirst(tree: Tree, row: number): readonly number[] {
  const { end } = tree;
  const below: number[] = [];
  const last = row < 0 ? end.length : (end[row] ?? 0);
  for (let child = row + 1; child < last; child = end[child] ?? last) below.push(child);
  return below.sort((a, b) => endOf(tree, b) - endOf(tree, a) || b - a);
}
