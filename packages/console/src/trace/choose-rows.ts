import type { TraceData } from './trace-data';

/** Conditions that a shown row meets. */
export interface Wanted {
  /** Whether framework noise is shown too. */
  readonly all: boolean;
  readonly onlyErrors: boolean;
  /** Least duration of a row in milliseconds; a row without an end always passes. */
  readonly atLeastMs: number;
  /** Milliseconds on the slow path by row. If set, only rows with a value of 0 or more pass. */
  readonly path?: Float64Array | undefined;
  /** Root of the shown subtree; -1 for the whole trace. */
  readonly root: number;
  /** Row that is shown whatever the other conditions, because a link led to it; -1 for none. */
  readonly pinned: number;
}

export interface Chosen {
  /** Flag by row: 1 if the row is shown while no ancestor is collapsed. */
  readonly isKept: Uint8Array;
  /** Number of rows hidden as noise of frameworks. */
  readonly noise: number;
  /** Number of rows hidden because neither they nor a descendant pass the conditions. */
  readonly others: number;
}

/** Chooses the shown rows. Ancestors of a shown row stay, so that its location in the tree is visible. */
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
  // From the last row up: all descendants of a row are decided before the row.
  for (let row = end - 1; row >= first; row -= 1) {
    const isBelow = isKept[row] === 1;
    const isNoise = !all && noise[row] === 1;
    // A failed row is never noise.
    const passes = row === pinned || row === root || (!isNoise && isWanted(row));
    const above = tree.parent[row] ?? -1;
    if (passes || isBelow) {
      // A noise row above a shown row stays hidden, but flags its parent, because a shown row is below.
      if (above >= first) isKept[above] = 1;
      isKept[row] = passes || !isNoise ? 1 : 0;
    }
    if (isKept[row] === 1) continue;
    if (isNoise) hiddenNoise += 1;
    else others += 1;
  }
  return { isKept, noise: hiddenNoise, others };
}
