/** Entries of several owners: owners take turns, and the entries of one keep their order. */
export class RoundRobin<T> {
  /** Of each owner that has entries, in the order of their next turns. */
  readonly #queues = new Map<string, T[]>();
  #size = 0;

  get size(): number {
    return this.#size;
  }

  /** The entry that `shift` returns next. */
  get first(): T | undefined {
    for (const [entry] of this.#queues.values()) return entry;
    return undefined;
  }

  /** Adds an entry behind those of its owner; an owner without entries has its turn after all others. */
  add(owner: string, entry: T): void {
    const queue = this.#queues.get(owner);
    if (queue === undefined) this.#queues.set(owner, [entry]);
    else queue.push(entry);
    this.#size += 1;
  }

  /**
   * Removes the entry whose turn it is.
   * @param isAllowed passes an owner over that may have no turn now; its place stays
   */
  shift(isAllowed: (owner: string) => boolean = () => true): T | undefined {
    for (const [owner, queue] of this.#queues) {
      if (!isAllowed(owner)) continue;
      const entry = queue.shift();
      this.#size -= 1;
      if (queue.length === 0 || this.#queues.size > 1) this.#queues.delete(owner);
      if (queue.length > 0) this.#queues.set(owner, queue);
      return entry;
    }
    return undefined;
  }

  /** Removes an entry out of its turn. */
  remove(owner: string, entry: T): void {
    const queue = this.#queues.get(owner);
    const at = queue?.indexOf(entry) ?? -1;
    if (queue === undefined || at < 0) return;
    queue.splice(at, 1);
    this.#size -= 1;
    if (queue.length === 0) this.#queues.delete(owner);
  }
}
