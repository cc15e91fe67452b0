/** Reproducible source of pseudo-random numbers (sfc32): the same seed returns the same sequence. */
export interface Random {
  /** Returns an integer from 0 to 2^32 - 1. */
  uint32(): number;
  /** Returns a number from 0, below 1. */
  fraction(): number;
  /** Returns an integer from 0, below `limit`. */
  below(limit: number): number;
  pick<T>(items: readonly [T, ...T[]]): T;
}

/** Returns the items in a random order; every order has the same probability. */
export function shuffled<T>(items: readonly T[], random: Random): T[] {
  const keyed = items.map((item) => ({ item, key: random.uint32() }));
  return keyed.sort((one, other) => one.key - other.key).map(({ item }) => item);
}

export function createRandom(seed: number): Random {
  let a = seed >>> 0;
  let b = 0x9e3779b9;
  let c = 0x243f6a88;
  let counter = 1;
  const uint32 = (): number => {
    const result = (((a + b) >>> 0) + counter) >>> 0;
    counter = (counter + 1) >>> 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) >>> 0;
    c = (((c << 21) | (c >>> 11)) + result) >>> 0;
    return result;
  };
  for (let round = 0; round < 15; round += 1) uint32();
  const fraction = (): number => uint32() / 2 ** 32;
  const below = (limit: number): number => Math.floor(fraction() * limit);
  return { uint32, fraction, below, pick: (items) => items[below(items.length)] ?? items[0] };
}
