import type { Batch } from '@sluice/bus';

/** Seconds of a transaction below which a larger one is tried. */
const QUICK_SECONDS = 5;

/** Limit above the records of any batch: beyond it there is no limit. */
const MOST = 16_384;

/** Returns the number of records of a batch. */
export function recordsIn({ deliveries, undecodable }: Pick<Batch, 'deliveries' | 'undecodable'>): number {
  return deliveries.length + undecodable.length;
}

/**
 * Limits of the records of each partition in one transaction. There is no limit until a transaction exceeds the database's time-out. The
 * same records would exceed it again, forever; so the limit becomes half of them, and half again, until some are stored. While transactions
 * are fast, the limit doubles.
 */
export class BatchSizes {
  readonly #most = new Map<string, number>();

  /** Returns the first records of a batch that may be stored together; the whole batch if the limit allows it. */
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

  /** Records that this number of records of a partition exceeded the time-out. */
  tookTooLong(partition: string, records: number): void {
    this.#most.set(partition, Math.max(1, Math.floor(records / 2)));
  }

  /** Records that the result of `firstOf` was stored. */
  stored(partition: string, seconds: number): void {
    const most = this.#most.get(partition);
    if (most === undefined || seconds > QUICK_SECONDS) return;
    if (most * 2 > MOST) this.#most.delete(partition);
    else this.#most.set(partition, most * 2);
  }
}
