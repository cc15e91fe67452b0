import type { SluiceRecord } from '@sluice/record';

/** Consecutive records of one partition, in order of offset; the first is at or after the stored position. */
export interface StoreBatch {
  readonly topic: string;
  readonly partition: number;
  readonly deliveries: readonly { readonly offset: number; readonly record: SluiceRecord }[];
}

/** What a stored batch did, in items (observations or points). */
export interface StoreOutcome {
  readonly stored: number;
  readonly duplicate: number;
  readonly dead: number;
}

/** Where a partition stands. A higher epoch starts its offsets anew (a topic that was made again). */
export interface Position {
  readonly epoch: number;
  readonly nextOffset: number;
}

/**
 * The durable side of the pipeline. `store` resolves after the commit of one transaction that holds the rows and the
 * new position, so that the effect of each offset happens exactly once: replaying a batch, or two writers of one
 * partition, cannot apply it twice. Records that Postgres refuses for what they contain become dead letters in the same
 * transaction and do not fail the batch; everything else rejects and leaves nothing behind, except that after a lost
 * connection the outcome is unknown and `position` tells it.
 */
export interface RecordStore {
  /** Makes the partition known on first use. */
  position(topic: string, partition: number): Promise<Position>;
  /** @throws OffsetConflictError when `from` is not where the partition stands */
  store(batch: StoreBatch, from: Position): Promise<StoreOutcome>;
}

/** Somebody else has moved the position: this batch, or a part of it, is already stored. */
export class OffsetConflictError extends Error {
  override readonly name = 'OffsetConflictError';
}
