import { innermost } from '../../generated/failed-steps';
import { wordAt } from './observation-columns';
import type { Tree } from './tree';
import type { Steps } from './waste';

/** Steps of one name that failed for one reason. */
export interface Failed {
  /** Rows in ascending order. */
  readonly rows: readonly number[];
  readonly name: string | undefined;
  readonly message: string | undefined;
  /**
   * Name of the ancestor that failed with each of these rows, such as a tool around a request that timed out; undefined if the names
   * differ.
   */
  readonly within: string | undefined;
  /** Whether these steps explain the failure of the row: each ancestor up to the row failed too and started no later child. */
  readonly isReason: boolean;
}

/**
 * Returns the innermost failed steps below a row, because the steps around them mostly pass the failure on. Steps that explain the row's
 * own failure come first, then those after which the row continued; each group in row order.
 */
export function failedBelow({ columns, tree }: Pick<Steps, 'columns' | 'tree'>, row: number): readonly Failed[] {
  const { name, level, statusMessage } = columns.words;
  const error = level.texts.indexOf('ERROR');
  const hasFailed = (each: number): boolean => level.of[each] === error;
  const end = tree.end[row] ?? 0;
  /** By failed row: the outermost failed ancestor below `row`, and whether each step between them ended with the failure. */
  const outermost = new Int32Array(end - row);
  const isLast = new Uint8Array(end - row);
  const last = lastBelow(tree, row);
  const failed = [...level.of.keys()].slice(row + 1, end).filter(hasFailed);
  const inner = innermost(failed, (each) => tree.parent[each]);
  const groups = new Map<string, { readonly rows: number[]; within: number; readonly isReason: boolean }>();
  for (const each of failed) {
    const above = tree.parent[each] ?? -1;
    const outer = above > row && hasFailed(above) ? (outermost[above - row] ?? each) : each;
    outermost[each - row] = outer;
    const youngest = last[above - row] ?? each;
    const wentOn = youngest !== each && (tree.from[youngest] ?? 0) >= (tree.to[each] ?? NaN);
    isLast[each - row] = !wentOn && (outer === each || isLast[above - row] === 1) ? 1 : 0;
    if (!inner.has(each)) continue;
    const isReason = hasFailed(row) && tree.parent[outer] === row && isLast[each - row] === 1;
    const within = name.of[outer] ?? -1;
    const key = `${isReason} ${name.of[each] ?? -1} ${statusMessage.of[each] ?? -1}`;
    const known = groups.get(key);
    if (known === undefined) groups.set(key, { rows: [each], within, isReason });
    else {
      known.rows.push(each);
      if (known.within !== within) known.within = -1;
    }
  }
  return Array.from(groups.values(), ({ rows, within, isReason }) => {
    const [first = -1] = rows;
    return {
      ...{ rows, isReason, name: wordAt(name, first), message: wordAt(statusMessage, first) },
      within: within === name.of[first] ? undefined : name.texts[within],
    };
  }).sort((a, b) => Number(b.isReason) - Number(a.isReason));
}

/** Returns for each row of a subtree (index from its first row) the child that started last. Siblings are in order of their starts. */
function lastBelow({ parent, end }: Tree, root: number): Int32Array {
  const last = new Int32Array((end[root] ?? 0) - root).fill(-1);
  for (let row = root + 1; row < (end[root] ?? 0); row += 1) last[(parent[row] ?? root) - root] = row;
  return last;
}
