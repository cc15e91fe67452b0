import { type Skip, endOfString, isClosing, isQuote, skipBetween, skipValue } from './scan';

/**
 * An array or object that is open. Its children are found bit by bit: where each begins is all that is kept, so a million cost eight
 * megabytes and no object.
 */
export interface Branch {
  /** The text that it stands in; that of JSON inside a string is one of its own. */
  readonly text: string;
  /** Names of the children of what is no JSON itself: the values that a tree begins with. */
  readonly names: readonly string[] | undefined;
  readonly isObject: boolean;
  readonly parent: Branch | undefined;
  /** Which child of its parent it is. */
  readonly address: number;
  /** Where each child begins, and the quote of its name. */
  starts: Int32Array;
  keys: Int32Array;
  /** Children that have been found. */
  count: number;
  isDone: boolean;
  /** Open children, by their places in ascending order. */
  open: readonly Branch[];
  /** Rows below it: its children and what is open of them. */
  rows: number;
  /** Where finding goes on; whether inside a child. */
  readonly skip: Skip;
  isInside: boolean;
}

/** @param start of the array or object in the text */
export function branchAt(text: string, start: number, parent?: Branch, address = 0): Branch {
  const isObject = text[start] === '{';
  return {
    ...EMPTY,
    text,
    isObject,
    parent,
    address,
    starts: new Int32Array(64),
    keys: new Int32Array(isObject ? 64 : 0),
    skip: { at: start + 1, depth: 0 },
  };
}

/** What a tree begins with: values of one text, each with a name. */
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
  address: 0,
  keys: new Int32Array(0),
  count: 0,
  isDone: false,
  open: [],
  rows: 0,
  isInside: false,
};

/** Finds children in the next part of the text. @param budget characters to read, about */
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

/** Says to all above that there are more rows, or fewer. */
export function grow(branch: Branch, rows: number): void {
  for (let each: Branch | undefined = branch; each !== undefined; each = each.parent) each.rows += rows;
}

/** Where a child begins; its name before it does not count. */
export const startOf = (branch: Branch, index: number): number => branch.starts[index] ?? 0;

/** Where a child begins with its name. */
export const keyStartOf = (branch: Branch, index: number): number =>
  branch.isObject ? (branch.keys[index] ?? 0) : startOf(branch, index);

/** The name of a child; of an item of an array its index. */
export function keyOf(branch: Branch, index: number): string | number {
  if (branch.names !== undefined) return branch.names[index] ?? '';
  if (!branch.isObject) return index;
  const start = branch.keys[index] ?? 0;
  return isQuote(branch.text.charCodeAt(start))
    ? (JSON.parse(branch.text.slice(start, endOfString(branch.text, start))) as string)
    : '';
}

/** As one would write it in a program: `output.messages[0]["a b"]`. */
export function pathOf(branch: Branch, index: number): string {
  const steps: string[] = [];
  let at = index;
  for (let each: Branch | undefined = branch; each !== undefined; at = each.address, each = each.parent) {
    const key = keyOf(each, at);
    if (typeof key === 'number') steps.push(`[${key}]`);
    else if (!/^[A-Za-z_$][\w$]{0,200}$/.test(key)) steps.push(`[${JSON.stringify(key)}]`);
    else steps.push(each.parent === undefined ? key : `.${key}`);
  }
  return steps.reverse().join('');
}
