import type { Micros, SluiceRecord } from '@sluice/record';

/** A message of the log that this version cannot decode as a record. */
export interface UndecodableRecord {
  readonly offset: number;
  readonly bytes: Uint8Array;
  /** Error of decoding; quotes nothing of the bytes. */
  readonly reason: string;
  readonly recordId: string | undefined;
  /** Number of items that the ledger counts for it. */
  readonly items: number;
  readonly receivedAt: Micros;
}

/** All that one partition contains from the committed offset up to `next`, in order of offset. */
export interface StoreBatch {
  readonly topic: string;
  readonly partition: number;
  /** The committed offset after the batch: above every offset of the batch. */
  readonly next: number;
  readonly deliveries: readonly { readonly offset: number; readonly record: SluiceRecord }[];
  /** Messages that are stored as dead letters, byte for byte. */
  readonly undecodable: readonly UndecodableRecord[];
}

/** Result of a stored batch, in items (observations or points). */
export interface StoreOutcome {
  readonly stored: number;
  readonly duplicate: number;
  readonly dead: number;
}

/** Usage that a stored batch added to one model of a project; less than 0 if an update reduced it. */
export interface ModelUsage {
  /** Number of the project in this database. */
  readonly project: number;
  /** '' for observations without a model. */
  readonly model: string;
  readonly observations: number;
  /** Tokens and cost are those of counted observations. */
  readonly inputTokens: number;
  readonly outputTokens: number;
  readonly usd: number;
}

/** Bytes of the long texts of a stored batch. */
export interface TextBytes {
  /** Bytes of pieces that are new in their trace. */
  readonly new: number;
  /** Bytes of pieces that the packs of their trace contain already. */
  readonly repeated: number;
  /** Bytes of packs to which only replaced texts referred, at most. */
  readonly dead: number;
  /** Dead bytes that traces no longer have, because their dead pieces were erased. */
  readonly erased: number;
}

/** Committed offset of a partition. A topic that was created again has a higher epoch, and offsets from 0. */
export interface CommittedOffset {
  readonly epoch: number;
  readonly nextOffset: number;
}

/** A batch with the committed offset that its partition must have. */
export interface FencedBatch {
  readonly batch: StoreBatch;
  readonly from: CommittedOffset;
}

/**
 * The durable side of the pipeline. `store` resolves after the commit of one transaction that contains the rows and the new committed
 * offset, so that the effect of each offset happens exactly once: a repeated batch, or a second writer of the partition, cannot apply it
 * twice. Records that Postgres refuses because of their content, and undecodable ones, become dead letters in the same transaction and do
 * not fail the batch. Every other error rejects and stores nothing, except that after a lost connection the outcome is unknown until
 * `position` is read.
 */
export interface RecordStore {
  /** Reads the committed offset; inserts it on first use. */
  position(topic: string, partition: number): Promise<CommittedOffset>;
  /**
   * Stores a batch in one transaction.
   * @throws OffsetConflictError if `from` is not the committed offset; an error of which `tookTooLong` is true if the caller should retry
   * with fewer records at once
   */
  store(batch: StoreBatch, from: CommittedOffset): Promise<StoreOutcome>;
}

/** A store that can also store batches of several partitions at once, which costs less than one after the other. */
export interface CommonStore extends RecordStore {
  /**
   * Stores batches of different partitions of one topic in one transaction, with all of their committed offsets. An error in one of them,
   * refused records too, fails them all and stores nothing; `store` then finds the cause.
   * @returns the outcome of each batch, in their order
   */
  storeTogether(batches: readonly FencedBatch[]): Promise<StoreOutcome[]>;
}

/** Another writer has moved the committed offset: this batch, or a part of it, is already stored. */
export class OffsetConflictError extends Error {
  override readonly name = 'OffsetConflictError';
}
