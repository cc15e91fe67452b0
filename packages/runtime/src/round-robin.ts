/** Queue of several owners: owners alternate, and the entries of one owner keep their order. */
export class RoundRobin<T> {
  /** Entries by owner, in the order of the owners' next turns. */
  readonly #queues = new Map<string, T[]>();
  #size = 0;

  get size(): number {
    return this.#size;
  }

  /** Number of owners with entries. */
  get owners(): number {
    return this.#queues.size;
  }

  /** Entry that `shift` returns next. */
  get first(): T | undefined {
    for (const [entry] of this.#queues.values()) return entry;
    return undefined;
  }

  /** Adds an entry after those of its owner; an owner without entries is added after all others. */
  add(owner: string, entry: T): void {
    const queue = this.#queues.get(owner);
    if (queue === undefined) this.#queues.set(owner, [entry]);
    else queue.push(entry);
    this.#size += 1;
  }

  /**
   * Removes and returns the next entry.
   * @param isAllowed skips an owner for now; its turn remains
   * @param servedOf the owner with the lowest number is next; of equal ones, the one whose turn it is
   */
  shift(
    isAllowed: (owner: string) => boolean = () => true,
    servedOf: (owner: string) => number = () => 0,
  ): T | undefined {
    let next: string | undefined;
    let least = Infinity;
    for (const owner of this.#queues.keys()) {
      if (!isAllowed(owner) || servedOf(owner) >= least) continue;
      next = owner;
      least = servedOf(owner);
      if (least === 0) break;
    }
    const queue = next === undefined ? undefined : this.#queues.get(next);
    if (next === undefined || queue === undefined) return undefined;
    const entry = queue.shift();
    this.#size -= 1;
    if (queue.length === 0 || this.#queues.size > 1) this.#queues.delete(next);
    if (queue.length > 0) this.#queues.set(next, queue);
    return entry;
  }

  /** Removes a certain entry. */
  remove(owner: string, entry: T): void {
    const queue = this.#queues.get(owner);
    const at = queue?.indexOf(entry) ?? -1;
    if (queue === undefined || at < 0) return;
    queue.splice(at, 1);
    this.#size -= 1;
    if (queue.length === 0) this.#queues.delete(owner);
  }
}
