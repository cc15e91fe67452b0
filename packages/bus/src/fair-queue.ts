import { RoundRobin } from '@sluice/runtime';
import type { PendingPublish } from './pending-publish';

/** Unit that the queue returns: one record or message. */
interface Item {
  readonly bytes: number;
}

/** An item with the publish that waits for it. */
export type Taken<T extends Item> = T & { readonly publish: PendingPublish };

interface Share<T> {
  readonly publish: PendingPublish;
  /** In reverse order, because items are removed from the end. */
  readonly items: T[];
}

/**
 * Queue of the publishes of one partition. Projects alternate, and so do the publishes of one project, by one item each: a project with
 * many publishes does not delay another project, and a large publish does not delay small ones. Items of refused publishes are dropped.
 */
export class FairQueue<T extends Item> {
  readonly #shares = new RoundRobin<Share<T>>();
  readonly #dropped: (publish: PendingPublish, bytes: number) => void;
  #bytes = 0;

  /** @param dropped called with the publish and the number of its bytes that are dropped */
  constructor(dropped: (publish: PendingPublish, bytes: number) => void) {
    this.#dropped = dropped;
  }

  get isEmpty(): boolean {
    return this.#shares.size === 0;
  }

  /** Whether publishes of more than one project wait. */
  get isShared(): boolean {
    return this.#shares.owners > 1;
  }

  /** Bytes of waiting items, including those of refused publishes until they are dropped. */
  get bytes(): number {
    return this.#bytes;
  }

  /** @param items in order; at least one */
  add(publish: PendingPublish, items: readonly T[]): void {
    this.#shares.add(publish.project, { publish, items: [...items].reverse() });
    for (const { bytes } of items) this.#bytes += bytes;
  }

  /** Removes items up to `maxBytes`, but at least `atLeast` items if that many wait. */
  take(maxBytes: number, atLeast = 1): Taken<T>[] {
    const taken: Taken<T>[] = [];
    let left = maxBytes;
    for (let share = this.#shares.first; share !== undefined; share = this.#shares.first) {
      const { publish, items } = share;
      const next = publish.refused ? undefined : items.at(-1);
      if (next !== undefined && taken.length >= atLeast && next.bytes > left) break;
      this.#shares.shift();
      if (next === undefined) {
        this.#drop(share);
        continue;
      }
      left -= next.bytes;
      this.#bytes -= next.bytes;
      taken.push({ ...next, publish });
      items.pop();
      if (items.length > 0) this.#shares.add(publish.project, share);
    }
    return taken;
  }

  #drop({ publish, items }: Share<T>): void {
    const bytes = items.reduce((sum, item) => sum + item.bytes, 0);
    this.#bytes -= bytes;
    this.#dropped(publish, bytes);
  }
}

/** Counts the items of each publish. */
export function countByPublish(taken: readonly Taken<Item>[]): Map<PendingPublish, number> {
  const counts = new Map<PendingPublish, number>();
  for (const { publish } of taken) counts.set(publish, (counts.get(publish) ?? 0) + 1);
  return counts;
}
