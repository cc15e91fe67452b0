/** A key of the dirty queue, with the number of its rows. */
export interface QueuedTrace {
  readonly key: string;
  readonly rows: number;
}

interface LeftTrace {
  readonly rows: number;
  /** Number of the round that left the trace first. */
  readonly since: number;
}

/** Traces. Each one costs a list 20 to 30 µs. */
const MAX_LEFT = 1000;

/**
 * Decides which dirty traces a round leaves in the queue, because they still grow: each round writes the whole entry of a trace. A trace grows
 * if its key has several rows, or if one of the last rounds indexed it. It is left until it has no further row since the round before, at
 * most `patience` rounds. Reads test the rows of a trace that is left, as those of any dirty one.
 */
export class GrowingTraces {
  #round = 0;
  #left = new Map<string, LeftTrace>();
  /** Keys that the last rounds indexed, with the number of the round. */
  readonly #indexed = new Map<string, number>();

  readonly #patience: number;

  /** @param patience rounds; 0: no trace is left */
  constructor(patience: number) {
    this.#patience = patience;
  }

  /** Number of traces that the last round left. */
  get size(): number {
    return this.#left.size;
  }

  /**
   * Returns the keys to leave, at most `maxLeft`.
   * @param queued all keys of the queue, those first that are left rather than others
   */
  choose(queued: readonly QueuedTrace[], maxLeft = MAX_LEFT): readonly string[] {
    const left = new Map<string, LeftTrace>();
    for (const { key, rows } of queued) {
      if (left.size === maxLeft) break;
      if (rows === 1 && !this.#indexed.has(key)) continue;
      const before = this.#left.get(key);
      const since = before?.since ?? this.#round;
      if (before?.rows === rows || this.#round - since >= this.#patience) continue;
      left.set(key, { rows, since });
    }
    this.#left = left;
    return [...left.keys()];
  }

  /** Ends a round, with the keys that it indexed. */
  addIndexed(keys: Iterable<string>): void {
    for (const key of keys) {
      this.#indexed.delete(key);
      this.#indexed.set(key, this.#round);
    }
    this.#round += 1;
    for (const [key, round] of this.#indexed) {
      if (this.#round - round <= this.#patience) break; // the latest are last
      this.#indexed.delete(key);
    }
  }

  forget(): void {
    this.#left.clear();
    this.#indexed.clear();
  }
}
