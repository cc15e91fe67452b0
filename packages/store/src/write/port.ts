import type { Micros, SluiceRecord } from '@sluice/record';

/** What lies in the place of a record that this version cannot read. */
export interface UndecodableRecord {
  readonly offset: number;
  readonly bytes: Uint8Array;
  /** What is wrong with the bytes; quotes nothing of them. */
  readonly reason: string;
  readonly recordId: string | undefined;
  /** What the ledger counts for it. */
  readonly items: number;
  readonly receivedAt: Micros;
}

/** All that one partition holds from the stored position up to `next`, in order of offset. */
export interface StoreBatch {
  readonly topic: string;
  readonly partition: number;
  /** Where the partition stands afterwards: above every offset of the batch. */
  readonly next: number;
  readonly deliveries: readonly { readonly offset: number; readonly record: SluiceRecord }[];
  /** Kept as dead letters, byte for byte. */
  readonly undecodable: readonly UndecodableRecord[];
}

/** What a stored batch did, in items (observations or points). */
export interface StoreOutcome {
  readonly stored: number;
  readonly duplicate: number;
  readonly dead: number;
}

/** What a stored batch added to the observations of one model of a project; less than 0 where an update took something back. */
export interface ModelUsage {
  /** The number of the project in this database. */
  readonly project: number;
  /** '' for observations without a model. */
  readonly model: string;
  readonly observations: number;
  /** Tokens and cost are those of counted observations. */
  readonly inputTokens: number;
  readonly outputTokens: number;
  readonly usd: number;
}

/** Where a partition stands. A higher epoch starts its offsets anew (a topic that was made again). */
export interface CommittedOffset {
  readonly epoch: number;
  readonly nextOffset: number;
}

/** A batch, and where its partition has to stand for it. */
export interface FencedBatch {
  readonly batch: StoreBatch;
  readonly from: CommittedOffset;
}

/**
 * The durable side of the pipeline. `store` resolves after the commit of one transaction that holds the rows and the
 * new position, so that the effect of each offset happens exactly once: replaying a batch, or two writers of one
 * partition, cannot apply it twice. Records that Postgres refuses for what they contain, and those that cannot be read,
 * become dead letters in the same transaction and do not fail the batch; everything else rejects and leaves nothing behind, except that after a lost
 * connection the outcome is unknown until `position` is read.
 */
export interface RecordStore {
  /** Makes the partition known on first use. */
  position(topic: string, partition: number): Promise<CommittedOffset>;
  /**
   * @throws OffsetConflictError when `from` is not where the partition stands; an error of which `tookTooLong` is true
   * when fewer records at once may be stored
   */
  store(batch: StoreBatch, from: CommittedOffset): Promise<StoreOutcome>;
}

/** One that stores batches of several partitions at once, which costs less than one after the other. */
export interface CommonStore extends RecordStore {
  /**
   * Stores batches of different partitions of one topic in one transaction, with all of their positions. Anything that is
   * wrong with one of them fails them all and leaves nothing behind, records that Postgres refuses too: `store` tells which.
   * @returns what became of each, in their order
   */
  storeTogether(batches: readonly FencedBatch[]): Promise<StoreOutcome[]>;
}

/** Somebody else has moved the position: this batch, or a part of it, is already stored. */
export class OffsetConflictError extends Error {
  override readonly name = 'OffsetConflictError';
}
