/** Reproducible choices: the same seed makes the same ones. */
export interface Random {
  /** Returns a number from 0, below 1. */
  fraction(): number;
  /** Returns an integer from 0, below `limit`. */
  below(limit: number): number;
  /** Returns true with this probability. */
  chance(probability: number): boolean;
  pick<T>(items: readonly [T, ...T[]]): T;
  /** Returns the items in random order. */
  shuffled<T>(items: readonly T[]): T[];
}

/** Makes a generator (mulberry32); its state is a small integer, which allocates no memory. */
export function createRandom(seed: number): Random {
  let state = Math.imul(seed + 1, 0x9e3779b1);
  const fraction = (): number => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  const below = (limit: number): number => Math.floor(fraction() * limit);
  return {
    fraction,
    below,
    chance: (probability) => fraction() < probability,
    pick: (items) => items[below(items.length)] ?? items[0],
    shuffled: (items) =>
      items
        .map((item) => ({ item, at: fraction() }))
        .sort((a, b) => a.at - b.at)
        .map(({ item }) => item),
  };
}
