import { wordAt } from './observation-columns';
import type { Tree } from './tree';
import type { Steps } from './waste';

/** Steps of one name that failed for one reason. */
export interface Failed {
  /** Ascending. */
  readonly rows: readonly number[];
  readonly name: string | undefined;
  readonly message: string | undefined;
  /** The step that failed with each of them, if it is of one name: a tool around the request that timed out. */
  readonly within: string | undefined;
  /** Whether it is why the row failed: each step from there up to the row failed with it, and began nothing more after it. */
  readonly isReason: boolean;
}

/**
 * Where it went wrong below a row: the innermost steps that failed, since those around them mostly only pass it on. First the reasons of
 * its own failure, then what it went on after; each in the order of their rows.
 */
export function failedBelow({ columns, tree, sums }: Steps, row: number): readonly Failed[] {
  if (row < 0 || (sums.errors[row] ?? 0) === 0) return [];
  const { name, level, statusMessage } = columns.words;
  const error = level.texts.indexOf('ERROR');
  const hasFailed = (each: number): boolean => level.of[each] === error;
  const end = tree.end[row] ?? 0;
  /** Of each row that failed the outermost one below `row` that failed with it, and whether what is between ended with it. */
  const outermost = new Int32Array(end - row);
  const isLast = new Uint8Array(end - row);
  const last = lastBelow(tree, row);
  const groups = new Map<string, { readonly rows: number[]; within: number; readonly isReason: boolean }>();
  for (let each = row + 1; each < end; each += 1) {
    if (!hasFailed(each)) continue;
    const above = tree.parent[each] ?? -1;
    const outer = above > row && hasFailed(above) ? (outermost[above - row] ?? each) : each;
    outermost[each - row] = outer;
    const youngest = last[above - row] ?? each;
    const wentOn = youngest !== each && (tree.from[youngest] ?? 0) >= (tree.to[each] ?? NaN);
    isLast[each - row] = !wentOn && (outer === each || isLast[above - row] === 1) ? 1 : 0;
    if (sums.errors[each] !== 1) continue;
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
  const told = Array.from(groups.values(), ({ rows, within, isReason }) => {
    const [first = -1] = rows;
    return {
      ...{ rows, isReason, name: wordAt(name, first), message: wordAt(statusMessage, first) },
      within: within === name.of[first] ? undefined : name.texts[within],
    };
  });
  return [...told.filter(({ isReason }) => isReason), ...told.filter(({ isReason }) => !isReason)];
}

/** Of each row of a subtree, counted from its first, the one directly below it that began last; siblings are in the order of their starts. */
function lastBelow({ parent, end }: Tree, root: number): Int32Array {
  const last = new Int32Array((end[root] ?? 0) - root).fill(-1);
  for (let row = root + 1; row < (end[root] ?? 0); row += 1) last[(parent[row] ?? root) - root] = row;
  return last;
}
