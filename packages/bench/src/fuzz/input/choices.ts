import { createRandom } from '../../random-source';

/**
 * Decisions that make one input. A decision of 0 is the plainest one (the first of a list, no mutation), so that an input becomes simpler
 * when decisions are replaced by 0 or removed.
 */
export class Choices {
  readonly #next: () => number;
  /** Decisions until now, as 32-bit integers. */
  readonly taken: number[] = [];

  constructor(next: () => number) {
    this.#next = next;
  }

  /** Returns an integer from 0, below `limit`. */
  below(limit: number): number {
    const decision = this.#next();
    this.taken.push(decision);
    return Math.floor((decision / 2 ** 32) * limit);
  }

  pick<T>(items: readonly T[]): T {
    if (items.length === 0) throw new Error('there is nothing to pick');
    return items[this.below(items.length)] as T;
  }

  /** Returns true once in `times` calls on average. */
  oneIn(times: number): boolean {
    return this.below(times) === times - 1;
  }

  /** Makes a list of `least` to `most` results. */
  many<T>(least: number, most: number, make: (index: number) => T): T[] {
    return Array.from({ length: least + this.below(most - least + 1) }, (_, index) => make(index));
  }
}

/** Average number of inputs for one that is the same in every project, byte for byte apart from its credentials. */
const SAME_ONE_IN = 5;

/** Returns the decisions of an input by its index and the number of its project: the same for the same seed, whatever was made before. */
export function choicesOf(
  { seed, projectNo }: { readonly seed: number; readonly projectNo: number },
  index: number,
): Choices {
  const own = index % SAME_ONE_IN === 0 ? 0 : projectNo;
  const random = createRandom(
    (Math.imul(seed, 0x9e3779b1) ^ Math.imul(index + 1, 0x85ebca6b) ^ Math.imul(own, 0xc2b2ae35)) >>> 0,
  );
  return new Choices(() => random.uint32());
}

/** Repeats recorded decisions; 0 after the last of them. */
export function repeatedChoices(taken: readonly number[]): Choices {
  let at = 0;
  return new Choices(() => taken[at++] ?? 0);
}
