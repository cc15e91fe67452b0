/** Indices of the common items of two sequences, ascending in both. */
interface Common {
  readonly left: Int32Array;
  readonly right: Int32Array;
  readonly isExact: boolean;
}

/**
 * Finds the longest common subsequence (Hunt and Szymanski): the longest chain of pairs of equal keys that ascends in both sequences. A key
 * that repeats too often for `mostPairs` pairs only repetitions of about the same ordinal.
 */
export function longestCommon<Key>(left: readonly Key[], right: readonly Key[], mostPairs: number): Common {
  const places = new Map<Key, number[]>();
  for (const [index, key] of right.entries()) {
    const known = places.get(key);
    if (known === undefined) places.set(key, [index]);
    else known.push(index);
  }
  const pairs = left.reduce((sum, key) => sum + (places.get(key)?.length ?? 0), 0);
  const isExact = pairs <= mostPairs;
  const reach = isExact ? Infinity : Math.max(1, Math.floor((mostPairs / left.length - 1) / 2));

  // Ends of chains: for each length the chain that ends earliest on the right, as a link to its predecessor.
  const ends: number[] = [];
  const lastLinks: number[] = [];
  const links: { readonly inLeft: number[]; readonly inRight: number[]; readonly before: number[] } = {
    inLeft: [],
    inRight: [],
    before: [],
  };
  const times = new Map<Key, number>();
  for (const [inLeft, key] of left.entries()) {
    const candidates = places.get(key);
    if (candidates === undefined) continue;
    const time = times.get(key) ?? 0;
    times.set(key, time + 1);
    const nearest = Math.min(candidates.length - 1, time + reach);
    // Backwards, so that a chain does not use an item on the left twice.
    for (let n = nearest; n >= Math.max(0, time - reach); n -= 1) {
      const inRight = candidates[n] ?? 0;
      const length = firstNotBelow(ends, inRight);
      if (ends[length] === inRight) continue;
      ends[length] = inRight;
      lastLinks[length] = links.inLeft.length;
      links.inLeft.push(inLeft);
      links.inRight.push(inRight);
      links.before.push(length === 0 ? -1 : (lastLinks[length - 1] ?? -1));
    }
  }

  const common = { left: new Int32Array(ends.length), right: new Int32Array(ends.length), isExact };
  let link = lastLinks.at(-1) ?? -1;
  for (let n = ends.length - 1; n >= 0; n -= 1) {
    common.left[n] = links.inLeft[link] ?? 0;
    common.right[n] = links.inRight[link] ?? 0;
    link = links.before[link] ?? -1;
  }
  return common;
}

/** Binary search for the first ascending number that is not below a value. */
function firstNotBelow(ascending: readonly number[], value: number): number {
  let [low, high] = [0, ascending.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((ascending[middle] ?? 0) < value) low = middle + 1;
    else high = middle;
  }
  return low;
}
