/** Enough for those that are under way; some 5 MB. */
const MOST = 50_000;

/**
 * Traces that were seen stored, so that no row is made to insert them. A hint: whoever goes by it finds out whether it is right when it
 * locks them. Bounded: the oldest goes, and comes back when its insert finds that it exists.
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

  /** To be called after the commit of the transaction that found or made them. */
  addAll(keys: Iterable<string>): void {
    for (const key of keys) {
      if (this.#keys.has(key)) continue;
      this.#keys.add(Buffer.from(key, 'latin1').toString('latin1')); // a part of a longer string would keep all of that
      const [oldest] = this.#keys;
      if (this.#keys.size > this.#most && oldest !== undefined) this.#keys.delete(oldest);
    }
  }

  forget(keys: Iterable<string>): void {
    for (const key of keys) this.#keys.delete(key);
  }
}
