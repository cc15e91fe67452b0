import { align } from './align';

/** Input of an alignment: a tree with its rows in preorder. */
export interface KeyedTree {
  /** Key by row; only rows with equal keys are aligned. */
  readonly keys: readonly string[];
  /** First row after the subtree, by row. */
  readonly end: Int32Array;
}

/** Aligned rows of both trees, in the order of the right tree: the row in each tree, -1 for none. */
export interface ComparedRows {
  readonly left: Int32Array;
  readonly right: Int32Array;
  /** False if keys repeat so often that only near repetitions were compared. */
  readonly isExact: boolean;
}

/** Rows of either tree without a counterpart so far. */
interface Apart {
  readonly left: number[];
  readonly right: number[];
}

/** Pair of aligned subtrees, or siblings without a counterpart. */
type Entry = { readonly inLeft: number; readonly inRight: number } | Apart;

/** Entries below a pair of rows, and the index of the next entry to visit. */
interface Open {
  readonly entries: readonly Entry[];
  next: number;
}

/** Most pairs of equal keys that are compared, over both trees. */
const MAX_PAIRS = 1_000_000;

/**
 * Aligns two trees. Below a pair of rows, equal subtrees are matched first, then equal keys in order, then subtrees that only moved, as
 * concurrent steps do. The remaining subtrees are aligned row by row, because a new step around others must not make all of them new.
 */
export function alignTrees(left: KeyedTree, right: KeyedTree): ComparedRows {
  const total = left.keys.length + right.keys.length;
  const shapes = shapesOf(left, right);
  const rows = { left: new Int32Array(total), right: new Int32Array(total) };
  let count = 0;
  let isExact = true;
  const add = (inLeft: number, inRight: number): void => {
    rows.left[count] = inLeft;
    rows.right[count++] = inRight;
  };
  /** Aligns by several keys in turn; matches of an earlier key are final. */
  const aligned = (apart: Apart, keysOf: readonly KeysOf[]): readonly Entry[] => {
    const [keys, ...rest] = keysOf;
    if (keys === undefined || apart.left.length === 0 || apart.right.length === 0) return [apart];
    const most = Math.ceil((MAX_PAIRS * (apart.left.length + apart.right.length)) / total);
    const found = align(
      apart.left.map((row) => keys.left[row] ?? ''),
      apart.right.map((row) => keys.right[row] ?? ''),
      most,
    );
    isExact &&= found.isExact;
    const entries: Entry[] = [];
    let between: Apart = { left: [], right: [] };
    const close = (): void => {
      for (const entry of aligned(between, rest)) entries.push(entry);
      between = { left: [], right: [] };
    };
    for (const [n, address] of found.left.entries()) {
      const inLeft = apart.left[address] ?? -1;
      const inRight = apart.right[found.right[n] ?? -1] ?? -1;
      if (inLeft >= 0 && inRight >= 0) {
        close();
        entries.push({ inLeft, inRight });
      } else if (inLeft >= 0) between.left.push(inLeft);
      else between.right.push(inRight);
    }
    close();
    return entries;
  };
  const keys = { left: left.keys, right: right.keys };
  const below = (inLeft: number, inRight: number): Open => {
    const apart = { left: childrenOf(left, inLeft), right: childrenOf(right, inRight) };
    return { entries: withMoved(withMoved(aligned(apart, [shapes, keys]), shapes), keys), next: 0 };
  };

  // An explicit stack: a trace may be deeper than the call stack.
  const open = [below(-1, -1)];
  for (let top = open.at(-1); top !== undefined; top = open.at(-1)) {
    const entry = top.entries[top.next++];
    if (entry === undefined) open.pop();
    else if ('inLeft' in entry) {
      add(entry.inLeft, entry.inRight);
      open.push(below(entry.inLeft, entry.inRight));
    } else {
      const all = { left: entry.left.flatMap(rowsWithin(left)), right: entry.right.flatMap(rowsWithin(right)) };
      for (const each of aligned(all, [keys])) {
        if ('inLeft' in each) add(each.inLeft, each.inRight);
        else {
          for (const row of each.left) add(row, -1);
          for (const row of each.right) add(-1, row);
        }
      }
    }
  }
  return { left: rows.left.slice(0, count), right: rows.right.slice(0, count), isExact };
}

interface KeysOf {
  readonly left: readonly string[] | Int32Array;
  readonly right: readonly string[] | Int32Array;
}

/** Matches unmatched subtrees of both trees by key, at any position; a match is placed at its position in the right tree. */
function withMoved(entries: readonly Entry[], keys: KeysOf): readonly Entry[] {
  const waiting = new Map<string | number, number[]>();
  for (const entry of entries)
    if ('left' in entry)
      for (const row of entry.left) {
        const key = keys.left[row] ?? '';
        const known = waiting.get(key);
        if (known === undefined) waiting.set(key, [row]);
        else known.push(row);
      }
  for (const rows of waiting.values()) rows.reverse();
  const moved = new Set<number>();
  const partnerOf = new Map<number, number>();
  for (const entry of entries)
    if ('left' in entry)
      for (const inRight of entry.right) {
        const inLeft = waiting.get(keys.right[inRight] ?? '')?.pop();
        if (inLeft === undefined) continue;
        moved.add(inLeft);
        partnerOf.set(inRight, inLeft);
      }
  if (moved.size === 0) return entries;
  return entries.flatMap((entry): readonly Entry[] => {
    if (!('left' in entry)) return [entry];
    const parts: Entry[] = [];
    let apart: Apart = { left: entry.left.filter((row) => !moved.has(row)), right: [] };
    for (const inRight of entry.right) {
      const inLeft = partnerOf.get(inRight);
      if (inLeft === undefined) apart.right.push(inRight);
      else {
        parts.push(apart, { inLeft, inRight });
        apart = { left: [], right: [] };
      }
    }
    return [...parts, apart];
  });
}

function childrenOf({ end, keys }: KeyedTree, row: number): number[] {
  const children: number[] = [];
  const last = row < 0 ? keys.length : (end[row] ?? 0);
  for (let child = row + 1; child < last; child = end[child] ?? last) children.push(child);
  return children;
}

const rowsWithin =
  ({ end }: KeyedTree) =>
  (row: number): number[] =>
    Array.from({ length: (end[row] ?? row) - row }, (_, n) => row + n);

/** Numbers all subtrees of both trees: equal numbers for equal keys in an equal structure. */
function shapesOf(left: KeyedTree, right: KeyedTree): KeysOf {
  const known = new Map<string, number>();
  const shapesIn = (tree: KeyedTree): Int32Array => {
    const shapes = new Int32Array(tree.keys.length);
    for (let row = tree.keys.length - 1; row >= 0; row -= 1) {
      const below = childrenOf(tree, row).map((child) => shapes[child]);
      const shape = `${below.join(' ')}\n${tree.keys[row] ?? ''}`;
      const number = known.get(shape) ?? known.size;
      known.set(shape, number);
      shapes[row] = number;
    }
    return shapes;
  };
  return { left: shapesIn(left), right: shapesIn(right) };
}
