import type { MetricRecord, SluiceRecord, TraceRecord } from '@sluice/record';

/** The streams of records and what each of them carries. */
export interface Topics {
  readonly 'sluice.traces.v1': TraceRecord;
  readonly 'sluice.metrics.v1': MetricRecord;
}
export type Topic = keyof Topics;

/** A record and its place in its partition. */
export interface Delivery {
  readonly offset: number;
  readonly record: SluiceRecord;
}

/** Consecutive records of one partition, in order of offset, at least one. */
export interface Batch {
  readonly topic: Topic;
  readonly partition: number;
  readonly deliveries: readonly Delivery[];
}

/**
 * The sending side. `publish` resolves when every record is safe and not before: acknowledged by all in-sync replicas
 * or, in process, part of a committed transaction. It rejects with `BusUnavailableError` when that is not known within
 * the deadline: the records may or may not be stored, and sending them again is harmless. An empty list resolves at once.
 */
export interface Publisher {
  publish(topic: Topic, records: readonly SluiceRecord[]): Promise<void>;
  /** Rejects when publishing is likely to fail now. */
  check(): Promise<void>;
  /** Waits for what is in flight; later calls of `publish` are refused. */
  close(): Promise<void>;
}

/**
 * What a consumer does with batches. One partition's batches come one after the other; partitions run concurrently.
 * `handle` resolves when the batch's effect is durable. When it rejects, the same records come again, or their sender
 * is told to send again: an offset may therefore be seen more than once and the handler must be fenced against it.
 */
export interface BatchHandler {
  /** The first offset of the partition that has no durable effect yet; asked before the first batch and after a failure. */
  position(topic: Topic, partition: number): Promise<number>;
  handle(batch: Batch): Promise<void>;
}

/** The receiving side. */
export interface Subscriber {
  subscribe(topics: readonly Topic[], handler: BatchHandler): Promise<void>;
  /** Stops delivery and waits for the batches that are being handled. */
  close(): Promise<void>;
}

/** Publishing could not be confirmed: the bus is away, full, or too slow. Safe to retry. */
export class BusUnavailableError extends Error {
  override readonly name = 'BusUnavailableError';
}
