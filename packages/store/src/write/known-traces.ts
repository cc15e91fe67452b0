/** Limit of the keys, about 5 MB: enough for the traces in progress. */
const MOST = 50_000;

/**
 * Keys of traces that are known to be stored, so that no row is made to insert them. A hint: the writer learns whether it is right when it
 * locks the traces. Bounded: the oldest key is evicted, and added again when its insert finds the trace.
 */
export class KnownTraces {
  readonly #keys = new Set<string>();
  readonly #most: number;

  constructor(most = MOST) {
    this.#most = most;
  }

  has(key: string): boolean {
    return this.#keys.has(key);
  }

  /** Adds keys; to be called after the commit of the transaction that read or inserted the traces. */
  addAll(keys: Iterable<string>): void {
    for (const key of keys) {
      if (this.#keys.has(key)) continue;
      this.#keys.add(Buffer.from(key, 'latin1').toString('latin1')); // a substring would keep the whole string in memory
      if (this.#keys.size <= this.#most) continue;
      const [oldest] = this.#keys;
      this.#keys.delete(oldest as string);
    }
  }

  forget(keys: Iterable<string>): void {
    for (const key of keys) this.#keys.delete(key);
  }
}
