import type { Batch, BatchHandler, Topic } from '@sluice/bus';
import type { Logger } from '@sluice/runtime';
import {
  OffsetConflictError,
  type Position,
  type RecordStore,
  type StoreOutcome,
  classifyFailure,
} from '@sluice/store/write';

/** What the writer tells about its work. */
export interface WriterObserver {
  stored(batch: Batch, outcome: StoreOutcome, seconds: number): void;
  failed(batch: Batch, failure: 'retry' | 'halt'): void;
}

export interface WriterOptions {
  readonly store: RecordStore;
  readonly logger: Logger;
  readonly observer: WriterObserver;
  /**
   * The name under which a topic's offsets are kept: its own where offsets come from a log that all writers share, one of
   * this process alone where the process makes them up, or another process would take its records for redeliveries.
   */
  readonly streamOf: (topic: Topic) => string;
  /** How long a batch is tried again after failures that can pass, before its sender is told. */
  readonly retryForMs: number;
  /** Milliseconds, monotonic. */
  readonly elapsed: () => number;
}

/** Offsets between the stored position and the batch are missing: going on would skip records. */
export class OffsetGapError extends Error {
  override readonly name = 'OffsetGapError';
}

const FIRST_PAUSE_MS = 20;
const LONGEST_PAUSE_MS = 500;

/**
 * Persists batches, each record once whatever is delivered again:
 * 1. what lies below the stored position is cut off (a redelivery);
 * 2. the rest is stored together with the new position in one transaction;
 * 3. a conflict or a lost connection means that the position is read again, and step 1 decides.
 */
export function createWriter({ store, logger, observer, streamOf, retryForMs, elapsed }: WriterOptions): BatchHandler {
  const positions = new Map<string, Position>();
  const keyOf = (topic: Topic, partition: number) => `${topic}/${partition}`;

  async function position(topic: Topic, partition: number): Promise<Position> {
    const read = await store.position(streamOf(topic), partition);
    positions.set(keyOf(topic, partition), read);
    return read;
  }

  async function storeOnce(batch: Batch): Promise<void> {
    const key = keyOf(batch.topic, batch.partition);
    const from = positions.get(key) ?? (await position(batch.topic, batch.partition));
    const deliveries = batch.deliveries.filter((delivery) => delivery.offset >= from.nextOffset);
    const [first] = deliveries;
    if (first === undefined) return;
    if (first.offset > from.nextOffset) {
      throw new OffsetGapError(`${key} stands at ${from.nextOffset}, the next record is ${first.offset}`);
    }
    const started = elapsed();
    const outcome = await store.store({ ...batch, topic: streamOf(batch.topic), deliveries }, from);
    positions.set(key, { ...from, nextOffset: (deliveries.at(-1)?.offset ?? first.offset) + 1 });
    observer.stored(batch, outcome, (elapsed() - started) / 1000);
    if (outcome.dead > 0) {
      logger.warn('items were refused by the database and are kept in sluice.ingest_dead_letter', {
        topic: batch.topic,
        partition: batch.partition,
        items: outcome.dead,
      });
    }
  }

  async function handle(batch: Batch): Promise<void> {
    const giveUp = elapsed() + retryForMs;
    for (let pause = FIRST_PAUSE_MS; ; pause = Math.min(pause * 2, LONGEST_PAUSE_MS)) {
      try {
        await storeOnce(batch);
        return;
      } catch (error) {
        positions.delete(keyOf(batch.topic, batch.partition));
        const failure = error instanceof OffsetConflictError ? 'retry' : classifyFailure(error);
        observer.failed(batch, failure === 'retry' ? 'retry' : 'halt');
        const place = { topic: batch.topic, partition: batch.partition };
        if (failure !== 'retry' || elapsed() + pause > giveUp) {
          logger.error('a batch could not be stored', { ...place, err: error });
          throw error;
        }
        const reason = error instanceof Error ? error.message : String(error);
        logger.warn('storing a batch failed and is tried again', { ...place, reason });
        await new Promise((resolve) => setTimeout(resolve, pause));
      }
    }
  }

  return {
    handle,
    position: async (topic, partition) => (await position(topic, partition)).nextOffset,
  };
}
