/** Fields of an observation that the tree needs. */
export interface Node {
  readonly id: string;
  readonly parentObservationId: string | null;
  readonly startTime: string;
  /** Seconds, with microseconds, which the times lack; null without an end. */
  readonly latency: number | null;
}

/** Observations in preorder. Arrays of numbers instead of objects, so that 100,000 rows use little memory. */
export interface Tree {
  /** Index of the observation in the given list, by row. */
  readonly order: Int32Array;
  readonly depth: Int32Array;
  /** First row after the subtree, by row. */
  readonly end: Int32Array;
  /** Row of the parent, by row; -1 for a root. */
  readonly parent: Int32Array;
  /** Flag by row: 1 if the named parent is not in the trace (yet). */
  readonly isOrphan: Uint8Array;
  /** Milliseconds since the first start; NaN for a missing end. */
  readonly from: Float64Array;
  readonly to: Float64Array;
  /** From the first start to the last end, in milliseconds. */
  readonly span: number;
  /** First start, as a time of `Date`. */
  readonly start: number;
}

/** @param nodes in any order; an observation in a cycle of parents becomes a root, so that no observation is missing */
export function buildTree(nodes: readonly Node[]): Tree {
  const count = nodes.length;
  const starts = Float64Array.from(nodes, ({ startTime }) => Date.parse(startTime));
  const byId = new Map(nodes.map(({ id }, index) => [id, index]));
  const sorted = Int32Array.from(nodes.keys()).sort((a, b) => at(starts, a) - at(starts, b) || a - b);

  // Children as linked lists in order of their starts: first child, and next sibling by node.
  const first = new Int32Array(count + 1).fill(-1);
  const next = new Int32Array(count).fill(-1);
  const orphan = new Uint8Array(count);
  for (let n = count - 1; n >= 0; n -= 1) {
    const index = at(sorted, n);
    const parentId = nodes[index]?.parentObservationId ?? null;
    const parent = parentId === null ? undefined : byId.get(parentId);
    if (parentId !== null && parent === undefined) orphan[index] = 1;
    const list = parent === undefined || parent === index ? count : parent;
    next[index] = at(first, list);
    first[list] = index;
  }

  const order = new Int32Array(count);
  const depth = new Int32Array(count);
  const end = new Int32Array(count);
  const parentRow = new Int32Array(count).fill(-1);
  const isOrphan = new Uint8Array(count);
  const seen = new Uint8Array(count);
  let rows = 0;

  const walk = (root: number): void => {
    const open: { readonly row: number; child: number }[] = [];
    const enter = (index: number, level: number): void => {
      const row = rows++;
      order[row] = index;
      depth[row] = level;
      parentRow[row] = open.at(-1)?.row ?? -1;
      isOrphan[row] = at(orphan, index);
      seen[index] = 1;
      open.push({ row, child: at(first, index) });
    };
    enter(root, 0);
    for (let top = open.at(-1); top !== undefined; top = open.at(-1)) {
      if (top.child === -1) {
        end[top.row] = rows;
        open.pop();
        continue;
      }
      const child = top.child;
      top.child = at(next, child);
      if (at(seen, child) === 0) enter(child, open.length);
    }
  };
  for (let root = at(first, count); root !== -1; root = at(next, root)) walk(root);
  // The remaining nodes are in cycles of parents.
  if (rows < count) for (const index of sorted) if (at(seen, index) === 0) walk(index);

  const start = count === 0 ? 0 : at(starts, at(sorted, 0));
  const from = Float64Array.from(order, (index) => at(starts, index) - start);
  const to = Float64Array.from(order, (index, row) => at(from, row) + (nodes[index]?.latency ?? NaN) * 1000);
  let span = 0;
  for (let row = 0; row < count; row += 1) span = Math.max(span, at(from, row), at(to, row) || 0);
  return { order, depth, end, parent: parentRow, isOrphan, from, to, span, start };
}

/** Returns the end of a row in milliseconds since the first start; a row without an end may run until the last end. */
export function endOf({ to, span }: Tree, row: number): number {
  const end = to[row] ?? NaN;
  return Number.isNaN(end) ? span : end;
}

const at = (array: Int32Array | Float64Array | Uint8Array, index: number): number => array[index] ?? 0;
