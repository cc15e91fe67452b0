import type { TraceData } from './trace-data';

/** Which rows are wanted. */
export interface Wanted {
  /** Whether framework noise is shown too. */
  readonly all: boolean;
  readonly onlyErrors: boolean;
  /** Milliseconds that a row takes at least; what has no end takes long enough. */
  readonly atLeastMs: number;
  /** Of each row the time that it is on the slow path; only those that are on it are wanted, that is not below 0. */
  readonly path?: Float64Array | undefined;
  /** The row of which only the subtree is shown; -1 for the whole trace. */
  readonly root: number;
  /** A row that is shown whatever else is wanted, since somebody was led to it; -1 for none. */
  readonly pinned: number;
}

export interface Chosen {
  /** Of each row whether it is shown where nothing above it is closed. */
  readonly isKept: Uint8Array;
  /** Rows that are left out as noise of frameworks. */
  readonly noise: number;
  /** Rows that are left out since they are neither wanted nor above one that is. */
  readonly others: number;
}

/** Chooses rows; those above one that is wanted stay, so that its place is seen. */
export function chooseRows({ columns, tree }: TraceData, noise: Uint8Array, wanted: Wanted): Chosen {
  const { all, onlyErrors, atLeastMs, path, root, pinned } = wanted;
  const first = Math.max(0, root);
  const end = root < 0 ? columns.count : (tree.end[root] ?? columns.count);
  const isKept = new Uint8Array(columns.count);
  const error = columns.words.level.texts.indexOf('ERROR');
  const isWanted = (row: number): boolean => {
    if (path !== undefined && !((path[row] ?? -1) >= 0)) return false;
    if (onlyErrors && columns.words.level.of[row] !== error) return false;
    const took = (tree.to[row] ?? NaN) - (tree.from[row] ?? 0);
    return !(took < atLeastMs);
  };
  let hiddenNoise = 0;
  let others = 0;
  // From the last row: when one comes, it is known whether something below it is wanted.
  for (let row = end - 1; row >= first; row -= 1) {
    const isBelow = isKept[row] === 1;
    const isNoise = !all && noise[row] === 1;
    // What went wrong is never noise.
    const passes = row === pinned || row === root || (!isNoise && isWanted(row));
    const above = tree.parent[row] ?? -1;
    if (passes || isBelow) {
      // What only leads to another row is told by the mark that it carries upwards.
      if (above >= first) isKept[above] = 1;
      isKept[row] = passes || !isNoise ? 1 : 0;
    }
    if (isKept[row] === 1) continue;
    if (isNoise) hiddenNoise += 1;
    else others += 1;
  }
  return { isKept, noise: hiddenNoise, others };
}
