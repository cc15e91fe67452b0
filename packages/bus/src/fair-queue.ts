import type { PendingPublish } from './pending-publish';

/** What one turn takes. */
interface Item {
  readonly bytes: number;
}

/** An item with the publish that waits for it. */
export type Taken<T extends Item> = T & { readonly publish: PendingPublish };

interface Share<T> {
  readonly publish: PendingPublish;
  readonly items: T[];
}

/**
 * What waits in one partition. Publishes take turns, an item each, so that a large one does not hold up small ones; what
 * was refused meanwhile is dropped.
 */
export class FairQueue<T extends Item> {
  readonly #shares: Share<T>[] = [];
  readonly #dropped: (bytes: number) => void;
  #bytes = 0;

  /** @param dropped called with the bytes that are dropped */
  constructor(dropped: (bytes: number) => void) {
    this.#dropped = dropped;
  }

  get isEmpty(): boolean {
    return this.#shares.length === 0;
  }

  /** Bytes that wait, those of refused publishes included until they are dropped. */
  get bytes(): number {
    return this.#bytes;
  }

  /** @param items in order; at least one */
  add(publish: PendingPublish, items: readonly T[]): void {
    this.#shares.push({ publish, items: [...items].reverse() }); // taken from the end
    for (const { bytes } of items) this.#bytes += bytes;
  }

  /** Up to so many bytes, but at least so many items where they wait. */
  take(maxBytes: number, atLeast = 1): Taken<T>[] {
    const taken: Taken<T>[] = [];
    let left = maxBytes;
    for (let share = this.#shares[0]; share !== undefined; share = this.#shares[0]) {
      const { publish, items } = share;
      const next = items.at(-1);
      if (next === undefined || publish.refused) {
        this.#drop(items);
        this.#shares.shift();
        continue;
      }
      if (taken.length >= atLeast && next.bytes > left) break;
      left -= next.bytes;
      this.#bytes -= next.bytes;
      taken.push({ ...next, publish });
      items.pop();
      this.#shares.shift();
      this.#shares.push(share);
    }
    return taken;
  }

  #drop(items: readonly T[]): void {
    const bytes = items.reduce((sum, item) => sum + item.bytes, 0);
    this.#bytes -= bytes;
    this.#dropped(bytes);
  }
}

/** How many items of each publish there are. */
export function countByPublish(taken: readonly Taken<Item>[]): Map<PendingPublish, number> {
  const counts = new Map<PendingPublish, number>();
  for (const { publish } of taken) counts.set(publish, (counts.get(publish) ?? 0) + 1);
  return counts;
}
