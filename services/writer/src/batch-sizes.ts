import type { Batch } from '@sluice/bus';

/** What was stored in this time leaves room for more. */
const QUICK_SECONDS = 5;

/** No batch has as many records: beyond it there is no bound. */
const MOST = 16_384;

/** How many records a batch holds. */
export function recordsIn({ deliveries, undecodable }: Pick<Batch, 'deliveries' | 'undecodable'>): number {
  return deliveries.length + undecodable.length;
}

/**
 * How many records of each partition are stored in one transaction: as many as come, until one takes longer than the
 * database gives it. The same records would take as long again, and for ever; so half as many are tried then, and half of
 * those, until some are stored. While they are stored quickly, twice as many are tried.
 */
export class BatchSizes {
  readonly #most = new Map<string, number>();

  /** The first records of a batch, as many as may be stored together; all of it where they are no more. */
  firstOf(partition: string, batch: Batch): Batch {
    const most = this.#most.get(partition);
    if (most === undefined || recordsIn(batch) <= most) return batch;
    const offsets = [...batch.deliveries, ...batch.undecodable].map(({ offset }) => offset).sort((a, b) => a - b);
    const next = offsets[most] ?? batch.next;
    const isBefore = ({ offset }: { readonly offset: number }) => offset < next;
    return {
      ...batch,
      next,
      deliveries: batch.deliveries.filter(isBefore),
      undecodable: batch.undecodable.filter(isBefore),
    };
  }

  /** So many records of a partition were too many. */
  tookTooLong(partition: string, records: number): void {
    this.#most.set(partition, Math.max(1, Math.floor(records / 2)));
  }

  /** What `firstOf` gave was stored. */
  stored(partition: string, seconds: number): void {
    const most = this.#most.get(partition);
    if (most === undefined || seconds > QUICK_SECONDS) return;
    if (most * 2 > MOST) this.#most.delete(partition);
    else this.#most.set(partition, most * 2);
  }
}
