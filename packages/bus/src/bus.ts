import type { Kind, RecordOf, SluiceRecord, TopicOf } from '@sluice/record';

export { TOPICS } from '@sluice/record';

/** The topics and what each of them carries. */
export type Topics = { readonly [K in Kind as TopicOf<K>]: RecordOf<K> };
export type Topic = keyof Topics;

/** A record and its place in its partition. */
export interface Delivery {
  readonly offset: number;
  readonly record: SluiceRecord;
}

/** What a log holds in the place of a record that this version cannot read: damaged, or of an unknown schema version. */
export interface Undecodable {
  readonly offset: number;
  readonly bytes: Uint8Array;
  /** What is wrong with the bytes; quotes nothing of them. */
  readonly reason: string;
  /** As a header beside the bytes names it; undefined without one. */
  readonly recordId: string | undefined;
  /** What the ledger counts for it, at least 1. */
  readonly items: number;
  /** When the log took it, in microseconds since the epoch. */
  readonly receivedAt: number;
}

/**
 * Records of one partition: all that lies at `from` <= offset < `next`, in order of offset. Offsets in it that neither
 * list names hold nothing (a log may have such holes).
 */
export interface Batch {
  readonly topic: Topic;
  readonly partition: number;
  readonly from: number;
  readonly next: number;
  readonly deliveries: readonly Delivery[];
  readonly undecodable: readonly Undecodable[];
}

/** Where a log took a record: its last place, where several were published to one partition. */
export interface LogOffset {
  /** As the log names it, prefix and all. */
  readonly topic: string;
  readonly partition: number;
  readonly offset: number;
}

/**
 * What a publish can be asked about later: records are stored when the position of each partition has passed its place.
 * Empty where they are stored already.
 */
export type Receipt = readonly LogOffset[];

/**
 * The sending side. `publish` resolves when every record is safe and not before: acknowledged by all in-sync replicas
 * or, in process, part of a committed transaction. It rejects with `BusUnavailableError` when that is not known within
 * the deadline: the records may or may not be stored, and sending them again is harmless; with `RecordTooLargeError` for
 * a record that the bus never takes. An empty list resolves at once.
 */
export interface Publisher {
  /** Bytes that one encoded record may have; Infinity where none is too large. */
  readonly maxRecordBytes: number;
  /**
   * Asked once for what is to become records, before they are made, so that a bus that takes none costs no work: it is
   * full, closed, or known to be down. While it is down a try is let through from time to time. What is admitted may be
   * refused by `publish` all the same.
   * @param project of the records, with a share of what may wait; absent: the default one
   * @returns asks again, after every wait
   * @throws BusUnavailableError when a publish is expected to fail, as what is returned does
   */
  admit(topic: Topic, project?: string): () => void;
  /** @param records of one project */
  publish(topic: Topic, records: readonly SluiceRecord[]): Promise<Receipt>;
  /** Rejects when publishing is likely to fail now. */
  check(): Promise<void>;
  /** Waits for what is in flight; later calls of `publish` are refused. */
  close(): Promise<void>;
}

/**
 * What a consumer does with batches. One partition's batches come one after the other, each from where the last one
 * ended; partitions run concurrently. `handle` resolves when the batch's effect is durable. When it rejects, the same
 * records come again, or their sender gets an error and sends them again: an offset may therefore be seen more than once and the
 * handler must be fenced against it.
 */
export interface BatchHandler {
  /** The first offset of the partition that has no durable effect yet; asked before the first batch and after a failure. */
  position(topic: Topic, partition: number): Promise<number>;
  /**
   * @param lost aborts when the partition is about to be somebody else's: what has begun may end, nothing may begin
   * @throws HaltPartitionError when trying again cannot help before an operator has done something
   */
  handle(batch: Batch, lost: AbortSignal): Promise<void>;
}

/** The receiving side. */
export interface Subscriber {
  subscribe(topics: readonly Topic[], handler: BatchHandler): Promise<void>;
  /** Stops delivery and waits for the batches that are being handled. */
  close(): Promise<void>;
}

/** The partition cannot go on before an operator has done something; the others do. The message names what is wrong. */
export class HaltPartitionError extends Error {
  override readonly name = 'HaltPartitionError';
}

/** One of the records is larger than the bus takes: sending again does not help. */
export class RecordTooLargeError extends Error {
  override readonly name = 'RecordTooLargeError';
}

/** Publishing could not be confirmed: the bus is away, full, or too slow. Safe to retry. */
export class BusUnavailableError extends Error {
  override readonly name = 'BusUnavailableError';
}
