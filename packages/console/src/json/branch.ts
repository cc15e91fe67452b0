import { type Skip, endOfString, isClosing, isQuote, skipBetween, skipValue } from './scan';

/** Open array or object. Children are found in portions; only their offsets are stored, so a million children use 8 MB and no objects. */
export interface Branch {
  /** Text that contains the value; JSON inside a string has a text of its own. */
  readonly text: string;
  /** Names of the root's children, which are values and no JSON object. */
  readonly names: readonly string[] | undefined;
  readonly isObject: boolean;
  readonly parent: Branch | undefined;
  /** Index of this branch among the children of its parent. */
  readonly childIndex: number;
  /** Offset of each child, and of the opening quote of its name. */
  starts: Int32Array;
  keys: Int32Array;
  /** Number of children found so far. */
  count: number;
  isDone: boolean;
  /** Open children, in ascending order of their indices. */
  open: readonly Branch[];
  /** Number of rows below: the children and all open rows below them. */
  rows: number;
  /** State of the search for children: the next offset, and whether it is inside a child. */
  readonly skip: Skip;
  isInside: boolean;
}

/** @param start of the array or object in the text */
export function branchAt(text: string, start: number, parent?: Branch, childIndex = 0): Branch {
  const isObject = text[start] === '{';
  return {
    ...EMPTY,
    text,
    isObject,
    parent,
    childIndex,
    starts: new Int32Array(64),
    keys: new Int32Array(isObject ? 64 : 0),
    skip: { at: start + 1, depth: 0 },
  };
}

/** Makes the root of a tree: named values of one text. */
export function rootOf(text: string, values: readonly (readonly [name: string, start: number])[]): Branch {
  return {
    ...EMPTY,
    text,
    names: values.map(([name]) => name),
    starts: Int32Array.from(values, ([, start]) => start),
    count: values.length,
    rows: values.length,
    isDone: true,
    skip: { at: text.length, depth: 0 },
  };
}

const EMPTY = {
  names: undefined,
  isObject: false,
  parent: undefined,
  childIndex: 0,
  keys: new Int32Array(0),
  count: 0,
  isDone: false,
  open: [],
  rows: 0,
  isInside: false,
};

/** Finds children in the next portion of the text. @param budget approximate number of characters to read */
export function findChildren(branch: Branch, budget: number): void {
  const { text, skip } = branch;
  const limit = skip.at + budget;
  const before = branch.count;
  while (!branch.isDone && skip.at < limit) {
    if (!branch.isInside) {
      skip.at = skipBetween(text, skip.at);
      if (skip.at >= text.length || isClosing(text.charCodeAt(skip.at))) {
        branch.isDone = true;
        break;
      }
      const key = skip.at;
      if (branch.isObject) skip.at = skipBetween(text, endOfString(text, key));
      add(branch, key, skip.at);
      skip.depth = 0;
      branch.isInside = true;
    }
    if (skipValue(text, skip, limit)) branch.isInside = false;
  }
  grow(branch, branch.count - before);
}

function add(branch: Branch, key: number, start: number): void {
  if (branch.count === branch.starts.length) {
    branch.starts = doubled(branch.starts);
    if (branch.isObject) branch.keys = doubled(branch.keys);
  }
  branch.starts[branch.count] = start;
  if (branch.isObject) branch.keys[branch.count] = key;
  branch.count += 1;
}

function doubled(array: Int32Array): Int32Array {
  const larger = new Int32Array(array.length * 2);
  larger.set(array);
  return larger;
}

/** Adds a number of rows, which may be negative, to all ancestors. */
export function grow(branch: Branch, rows: number): void {
  for (let each: Branch | undefined = branch; each !== undefined; each = each.parent) each.rows += rows;
}

/** Returns the offset of a child's value. */
export const startOf = (branch: Branch, index: number): number => branch.starts[index] ?? 0;

/** Returns the offset of a child, including its name. */
export const keyStartOf = (branch: Branch, index: number): number =>
  branch.isObject ? (branch.keys[index] ?? 0) : startOf(branch, index);

/** Returns the name of a child; its index in an array. */
export function keyOf(branch: Branch, index: number): string | number {
  if (branch.names !== undefined) return branch.names[index] ?? '';
  if (!branch.isObject) return index;
  const start = branch.keys[index] ?? 0;
  return isQuote(branch.text.charCodeAt(start))
    ? (JSON.parse(branch.text.slice(start, endOfString(branch.text, start))) as string)
    : '';
}

/** Returns the path in the notation of programs: `output.messages[0]["a b"]`. */
export function pathOf(branch: Branch, index: number): string {
  const steps: string[] = [];
  let at = index;
  for (let each: Branch | undefined = branch; each !== undefined; at = each.childIndex, each = each.parent) {
    const key = keyOf(each, at);
    if (typeof key === 'number') steps.push(`[${key}]`);
    else if (!/^[A-Za-z_$][\w$]{0,200}$/.test(key)) steps.push(`[${JSON.stringify(key)}]`);
    else steps.push(each.parent === undefined ? key : `.${key}`);
  }
  return steps.reverse().join('');
}
