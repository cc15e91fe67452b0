import { type Branch, branchAt, findChildren, grow, keyStartOf, pathOf, startOf } from './branch';
import { endOfString, isOpening, isQuote, skipValue } from './scan';

/** Child of an open array or object: a row of the tree. */
export interface Row {
  readonly branch: Branch;
  readonly index: number;
  /** Level; 0 for the children of the root. */
  readonly depth: number;
}

/** Characters read when a value is opened, so that its rows exist before the next frame. */
const AT_ONCE = 256 * 1024;
/** Most characters of a string that is parsed as JSON. */
const LONGEST_NESTED = 5_000_000;
/** Deepest level to which a search opens values. */
const DEEPEST = 500;
/** Most children that are checked for remembered open paths. */
const MAX_REMEMBERED = 200;

/** Returns the row at a position, from 0 over all open rows. */
export function rowAt(root: Branch, position: number): Row | undefined {
  let branch = root;
  let depth = 0;
  let left = position;
  for (;;) {
    const found = within(branch, left);
    if (found.inner === undefined)
      return found.index < branch.count ? { branch, index: found.index, depth } : undefined;
    branch = found.inner;
    left = found.left;
    depth += 1;
  }
}

function within(branch: Branch, position: number): { index: number; inner?: Branch; left: number } {
  let left = position;
  let index = 0;
  for (const inner of branch.open) {
    const own = inner.childIndex - index + 1;
    if (left < own) break;
    left -= own;
    index = inner.childIndex + 1;
    if (left < inner.rows) return { index, inner, left };
    left -= inner.rows;
  }
  return { index: index + left, left: 0 };
}

/** Returns the position of a row: the reverse of `rowAt`. */
export function positionOf(branch: Branch, index: number): number {
  let position = 0;
  let at = index;
  for (let each: Branch | undefined = branch; each !== undefined; at = each.childIndex, each = each.parent) {
    position += at;
    for (const inner of each.open) {
      if (inner.childIndex >= at) break;
      position += inner.rows;
    }
    if (each.parent !== undefined) position += 1;
  }
  return position;
}

export const openedAt = ({ branch, index }: Pick<Row, 'branch' | 'index'>): Branch | undefined =>
  branch.open.find(({ childIndex }) => childIndex === index);

/** Returns the string at a row if it contains an array or object as JSON. */
export function nestedIn({ branch, index }: Pick<Row, 'branch' | 'index'>): string | undefined {
  const { text } = branch;
  const start = startOf(branch, index);
  // The first character after optional white space decides.
  if (!isQuote(text.charCodeAt(start)) || !/^"(?:\s|\\[nrt]){0,20}[[{]/.test(text.slice(start, start + 50)))
    return undefined;
  const end = endOfString(text, start);
  if (end - start > LONGEST_NESTED) return undefined;
  try {
    const inner = JSON.parse(text.slice(start, end)) as string;
    JSON.parse(inner);
    return inner;
  } catch {
    return undefined;
  }
}

/** Returns whether a row can be opened. A string is parsed as JSON only when it is opened. */
export function canOpen({ branch, index }: Pick<Row, 'branch' | 'index'>): boolean {
  const start = startOf(branch, index);
  if (isOpening(branch.text.charCodeAt(start))) return true;
  return /^"(?:\s|\\[nrt]){0,20}[[{]/.test(branch.text.slice(start, start + 50));
}

/** Opens a row. @returns the open branch; undefined if there is nothing to open */
export function open(row: Pick<Row, 'branch' | 'index'>): Branch | undefined {
  const { branch, index } = row;
  const before = openedAt(row);
  if (before !== undefined) return before;
  const start = startOf(branch, index);
  const nested = isOpening(branch.text.charCodeAt(start)) ? undefined : nestedIn(row);
  if (nested === undefined && !isOpening(branch.text.charCodeAt(start))) return undefined;
  const inner =
    nested === undefined
      ? branchAt(branch.text, start, branch, index)
      : branchAt(nested, nested.search(/[[{]/), branch, index);
  const after = branch.open.findIndex(({ childIndex }) => childIndex > index);
  branch.open = after < 0 ? [...branch.open, inner] : branch.open.toSpliced(after, 0, inner);
  findChildren(inner, AT_ONCE);
  return inner;
}

export function close(row: Pick<Row, 'branch' | 'index'>): void {
  const inner = openedAt(row);
  if (inner === undefined) return;
  row.branch.open = row.branch.open.filter((each) => each !== inner);
  grow(row.branch, -inner.rows);
}

/** Opens the values at these paths, among the first MAX_REMEMBERED children of each value. */
export function openPaths(branch: Branch, paths: ReadonlySet<string>): void {
  for (let index = 0; index < Math.min(branch.count, MAX_REMEMBERED); index += 1) {
    const row = { branch, index };
    if (!canOpen(row) || !paths.has(pathOf(branch, index))) continue;
    const inner = open(row);
    if (inner !== undefined) openPaths(inner, paths);
  }
}

/** Opens all ancestors of an offset. @returns the row at the offset; below DEEPEST, its deepest open ancestor */
export function reveal(root: Branch, offset: number): Row | undefined {
  let branch = root;
  let row: Row | undefined;
  for (let depth = 0; depth < DEEPEST; depth += 1) {
    while (!branch.isDone && branch.skip.at <= offset) findChildren(branch, AT_ONCE * 4);
    const index = childAt(branch, offset);
    if (index < 0) break;
    row = { branch, index, depth };
    const isInside = offset > startOf(branch, index) && isOpening(branch.text.charCodeAt(startOf(branch, index)));
    const inner = isInside ? open(row) : undefined;
    if (inner === undefined) break;
    branch = inner;
  }
  return row;
}

/** Returns the last child that starts, with its name, at or before an offset. The children of the root are not ordered. */
function childAt(branch: Branch, offset: number): number {
  if (branch.names !== undefined) {
    let best = -1;
    for (let index = 0; index < branch.count; index += 1) {
      const start = startOf(branch, index);
      if (start <= offset && (best < 0 || start > startOf(branch, best))) best = index;
    }
    return best;
  }
  let low = -1;
  let high = branch.count;
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (keyStartOf(branch, middle) <= offset) low = middle;
    else high = middle;
  }
  return low;
}

/** Returns the offset after the value of a row. */
export function endOf({ branch, index }: Pick<Row, 'branch' | 'index'>): number {
  const skip = { at: startOf(branch, index), depth: 0 };
  skipValue(branch.text, skip, branch.text.length);
  return skip.at;
}

/** Returns the open branches whose children are not all found yet. */
export function unfinished(root: Branch): readonly Branch[] {
  const found: Branch[] = [];
  const waiting = [root];
  for (let branch = waiting.pop(); branch !== undefined; branch = waiting.pop()) {
    if (!branch.isDone) found.push(branch);
    for (const inner of branch.open) waiting.push(inner);
  }
  return found;
}
