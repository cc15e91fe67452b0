import { type Random, shuffled } from '../random-source';

/** Faults that happen at once in one episode, each with the seed of its own choices. */
export interface PlannedFaults<Kind extends string> {
  readonly faults: readonly { readonly kind: Kind; readonly seed: number }[];
  /** Time before the faults while everything works, in milliseconds. */
  readonly pauseMs: number;
}

const PAUSE_MS = { least: 500, most: 4_000 } as const;
/** Average number of episodes for one with a second fault. */
const OVERLAP = 3;

/**
 * Generates episodes without end: every kind once in random order, then every kind again in another order.
 * @param excludes whether two kinds must not happen at once
 */
export function* planEpisodes<Kind extends string>(
  kinds: readonly Kind[],
  random: Random,
  excludes: (one: Kind, other: Kind) => boolean = () => false,
): Generator<PlannedFaults<Kind>, never> {
  for (;;) {
    for (const kind of shuffled(kinds, random)) {
      const faults = [{ kind, seed: random.uint32() }];
      const others = kinds.filter((other) => other !== kind && !excludes(kind, other));
      const other = others[random.below(others.length)];
      if (random.below(OVERLAP) === 0 && other !== undefined) faults.push({ kind: other, seed: random.uint32() });
      yield { faults, pauseMs: PAUSE_MS.least + random.below(PAUSE_MS.most - PAUSE_MS.least) };
    }
  }
}
