import { type Tree, endOf } from './tree';

/** Times have microseconds and starts milliseconds: what began after another may seem to have begun before its end. */
const ROUNDED_MS = 1;

/**
 * What a row waited for: from its end backwards, the step below that ended last, before that the one that ended last before it began, and
 * so on, in each of them likewise. Whatever else ran meanwhile could be slower and nothing would take longer.
 * @param root -1 for the whole trace
 * @returns of each row the milliseconds that it is on the path by itself; -1 where it is not on it
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
      // The first one may last longer than what is around it.
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

/** The rows directly below one, the one that ended last first. Of rows that are not on the path nobody asks. */
function latestFirst(tree: Tree, row: number): readonly number[] {
  const { end } = tree;
  const below: number[] = [];
  const last = row < 0 ? end.length : (end[row] ?? 0);
  for (let child = row + 1; child < last; child = end[child] ?? last) below.push(child);
  return below.sort((a, b) => endOf(tree, b) - endOf(tree, a) || b - a);
}
