import type { Kind, LogOffset, RecordOf, SluiceRecord, TopicOf } from '@sluice/record';

export { TOPICS } from '@sluice/record';

/** Topics, with the type of the records of each. */
export type Topics = { readonly [K in Kind as TopicOf<K>]: RecordOf<K> };
export type Topic = keyof Topics;

/** A record and its offset in its partition. */
export interface Delivery {
  readonly offset: number;
  readonly record: SluiceRecord;
}

/** A message that this version cannot read: damaged, or of an unknown schema version. */
export interface Undecodable {
  readonly offset: number;
  readonly bytes: Uint8Array;
  /** Reason why the bytes cannot be read; quotes none of them. */
  readonly reason: string;
  /** Record id from a header of the message; undefined without this header. */
  readonly recordId: string | undefined;
  /** Number of items that the ledger counts for the message, at least 1. */
  readonly items: number;
  /** Time when the log stored the message, in microseconds since the epoch. */
  readonly receivedAt: number;
}

/**
 * Records of one partition with `from` <= offset < `next`, in order of offset. Offsets in this range that neither list contains are empty
 * (a log may have such gaps).
 */
export interface Batch {
  readonly topic: Topic;
  readonly partition: number;
  readonly from: number;
  readonly next: number;
  readonly deliveries: readonly Delivery[];
  readonly undecodable: readonly Undecodable[];
}

/**
 * Log offsets of a publish: of several records in one partition the last one. Its records are stored when the committed offset of each partition is above its log offset. Empty if they are
 * stored already.
 */
export type Receipt = readonly LogOffset[];

/**
 * Sending side of the bus. `publish` resolves only when every record is safe: acknowledged by all in-sync replicas or, in process, part of
 * a committed transaction. It rejects with `BusUnavailableError` when that is not known within the deadline: the records may or may not be
 * stored, and sending them again is harmless. It rejects with `RecordTooLargeError` for a record that exceeds `maxRecordBytes`. An empty
 * list resolves at once.
 */
export interface Publisher {
  /** Largest size of one encoded record in bytes; Infinity without a limit. */
  readonly maxRecordBytes: number;
  /**
   * Checks whether the bus accepts records, before they are made, so that a refusal costs no work. A bus refuses when it is full, closed,
   * or known to be down. While it is down, one body at a time is admitted as a trial. `publish` may still refuse what was admitted.
   * @param project of the records, with a share of the pending bytes; absent: the default one
   * @returns a function that repeats the check, to be called after every wait
   * @throws BusUnavailableError when a publish is expected to fail, as the returned function does
   */
  admit(topic: Topic, project?: string): () => void;
  /** @param records of one project */
  publish(topic: Topic, records: readonly SluiceRecord[]): Promise<Receipt>;
  /** Rejects when publishing is likely to fail now. */
  check(): Promise<void>;
  /** Waits for publishes in flight; later calls of `publish` are refused. */
  close(): Promise<void>;
}

/**
 * Handler of batches. Batches of one partition are handled one after the other, each from the offset where the last one ended; partitions
 * are handled concurrently. `handle` resolves when the batch's effect is durable. When it rejects, the same records are delivered again, or
 * their sender gets an error and sends them again. An offset may therefore be delivered more than once, and the handler must be fenced
 * against it.
 */
export interface BatchHandler {
  /** Returns the first offset of the partition that has no durable effect yet; called before the first batch and after a failure. */
  position(topic: Topic, partition: number): Promise<number>;
  /**
   * @param lost aborts when the partition is about to be assigned to another consumer: running work may end, no work may begin
   * @throws HaltPartitionError when a retry cannot help before an operator has changed something
   */
  handle(batch: Batch, lost: AbortSignal): Promise<void>;
}

/** Receiving side of the bus. */
export interface Subscriber {
  subscribe(topics: readonly Topic[], handler: BatchHandler): Promise<void>;
  /** Stops delivery and waits for the batches that are being handled. */
  close(): Promise<void>;
}

/** Halts a partition until an operator has changed something; other partitions continue. The message names the cause. */
export class HaltPartitionError extends Error {
  override readonly name = 'HaltPartitionError';
}

/** A record exceeds the size limit of the bus: sending it again does not help. */
export class RecordTooLargeError extends Error {
  override readonly name = 'RecordTooLargeError';
}

/** A publish could not be confirmed: the bus is unreachable, full, or too slow. Safe to retry. */
export class BusUnavailableError extends Error {
  override readonly name = 'BusUnavailableError';
}
