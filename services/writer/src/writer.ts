import { type Batch, type BatchHandler, HaltPartitionError, type Topic } from '@sluice/bus';
import { type Logger, createOutageLog } from '@sluice/runtime';
import {
  OffsetConflictError,
  type CommittedOffset,
  type RecordStore,
  type StoreOutcome,
  classifyFailure,
  tookTooLong,
} from '@sluice/store/write';
import { BatchSizes, recordsIn } from './batch-sizes';

/** Observer of the writer. */
export interface WriterObserver {
  stored(stored: StoredBatch): void;
  failed(topic: Topic, failure: 'retry' | 'halt'): void;
  /** Records that a batch waits to be retried after a temporary failure, or does not any more: it was stored or given up. */
  retrying(topic: Topic, is: boolean): void;
}

/** Report of a stored batch. Plain data, as all reports to an observer. */
export interface StoredBatch {
  readonly topic: Topic;
  readonly records: number;
  readonly outcome: StoreOutcome;
  readonly seconds: number;
}

export interface WriterOptions {
  readonly store: RecordStore;
  readonly logger: Logger;
  readonly observer: WriterObserver;
  /**
   * Returns the name under which a topic's offsets are stored: the topic's own if the offsets belong to a log that all writers share. If
   * the process counts them itself, a name of this process alone, because another process would take its records for redeliveries.
   */
  readonly streamOf: (topic: Topic) => string;
  /** Time for which a batch is retried after temporary failures, before its sender gets an error. */
  readonly retryForMs: number;
  /** Consequence for a batch that is given up, for the log: `their senders are told to send again`. */
  readonly givenBack: string;
  /** Milliseconds, monotonic. */
  readonly elapsed: () => number;
}

/** Offsets between the committed offset and the batch are missing: continuing would skip records. */
export class OffsetGapError extends Error {
  override readonly name = 'OffsetGapError';
}

/**
 * Error that halts the partition, because an operator has to act, with the reason as its cause. An offset gap does not halt: the committed
 * offset may have been moved.
 */
function haltedBy(error: unknown): unknown {
  if (error instanceof OffsetGapError) return error;
  const reason = error instanceof Error ? error.message : String(error);
  return new HaltPartitionError(`the store refuses: ${reason}`, { cause: error });
}

/** Whether a failure would recur at a retry. */
const isFault = (error: unknown): boolean =>
  !(error instanceof OffsetConflictError) && classifyFailure(error) !== 'retry';

/**
 * A batch failed for a fault, which may be that of one record. Fewer records are tried at once, so that those before it are stored and the
 * partition stops at it, where `sluice offsets set-aside` can reach it.
 */
class FewerRecords extends Error {
  constructor(cause: unknown) {
    super('fewer records are tried at once', { cause });
  }
}

const FIRST_PAUSE_MS = 20;
const LONGEST_PAUSE_MS = 500;

/**
 * Persists batches, each record once, whatever is delivered again:
 * 1. records below the committed offset are skipped (a redelivery);
 * 2. the rest is stored together with the new committed offset in one transaction;
 * 3. after a conflict or a lost connection the committed offset is read again, and step 1 decides;
 * 4. a batch that exceeded the database's time-out, or failed for a fault, is stored in smaller batches, each with its own committed
 *   offset.
 */
export function createWriter(options: WriterOptions): BatchHandler {
  const { store, logger, observer, streamOf, retryForMs, givenBack, elapsed } = options;
  const positions = new Map<string, CommittedOffset>();
  const sizes = new BatchSizes();
  const outage = createOutageLog({
    logger,
    lost: `batches cannot be stored: ${givenBack}`,
    back: 'batches are stored again',
  });
  const keyOf = (topic: Topic, partition: number) => `${topic}/${partition}`;

  async function position(topic: Topic, partition: number): Promise<CommittedOffset> {
    const read = await store.position(streamOf(topic), partition);
    positions.set(keyOf(topic, partition), read);
    return read;
  }

  /**
   * Stores the next records of a batch.
   * @returns whether they were its last
   */
  async function storeNext(batch: Batch): Promise<boolean> {
    const key = keyOf(batch.topic, batch.partition);
    const from = positions.get(key) ?? (await position(batch.topic, batch.partition));
    if (batch.next <= from.nextOffset) return true;
    if (batch.from > from.nextOffset) {
      throw new OffsetGapError(`${key} stands at ${from.nextOffset}, the batch begins at ${batch.from}`);
    }
    const isNew = ({ offset }: { readonly offset: number }) => offset >= from.nextOffset;
    const deliveries = batch.deliveries.filter(isNew);
    const undecodable = batch.undecodable.filter(isNew);
    const part = sizes.firstOf(key, { ...batch, deliveries, undecodable });
    const started = elapsed();
    const outcome = await store.store({ ...part, topic: streamOf(batch.topic) }, from).catch((error: unknown) => {
      const records = recordsIn(part);
      if (tookTooLong(error)) sizes.tookTooLong(key, records);
      else if (records > 1 && isFault(error)) {
        sizes.tookTooLong(key, records);
        throw new FewerRecords(error);
      }
      throw error;
    });
    const seconds = (elapsed() - started) / 1000;
    sizes.stored(key, seconds);
    positions.set(key, { ...from, nextOffset: part.next });
    observer.stored({ topic: batch.topic, records: part.deliveries.length, outcome, seconds });
    if (outcome.dead > 0) {
      logger.warn('items could not be read or were refused by the database and are kept in sluice.ingest_dead_letter', {
        topic: batch.topic,
        partition: batch.partition,
        items: outcome.dead,
      });
    }
    return part.next === batch.next;
  }

  async function handle(batch: Batch, lost: AbortSignal): Promise<void> {
    let isRetrying = false;
    const retrying = (is: boolean) => {
      if (is !== isRetrying) observer.retrying(batch.topic, is);
      isRetrying = is;
    };
    try {
      await storeAll(batch, lost, retrying);
    } finally {
      retrying(false);
    }
  }

  async function storeAll(batch: Batch, lost: AbortSignal, retrying: (is: boolean) => void): Promise<void> {
    let giveUp = elapsed() + retryForMs;
    for (let pause = FIRST_PAUSE_MS; ;) {
      lost.throwIfAborted();
      try {
        const isLast = await storeNext(batch);
        outage.worked();
        retrying(false);
        if (isLast) return;
        giveUp = elapsed() + retryForMs;
        pause = FIRST_PAUSE_MS;
      } catch (error) {
        positions.delete(keyOf(batch.topic, batch.partition));
        if (error instanceof FewerRecords) continue;
        const failure = error instanceof OffsetConflictError ? 'retry' : classifyFailure(error);
        observer.failed(batch.topic, failure === 'retry' ? 'retry' : 'halt');
        if (failure !== 'retry' || elapsed() + pause > giveUp) {
          outage.failed(error, failure === 'retry' ? 'warn' : 'error');
          // Also for data that Postgres refuses outside of what is bisected: storing the same again cannot help.
          throw failure === 'retry' ? error : haltedBy(error);
        }
        const partition = { topic: batch.topic, partition: batch.partition };
        logger.debug('storing a batch failed and is tried again', { ...partition, cause: error });
        retrying(true);
        await new Promise((resolve) => setTimeout(resolve, pause));
        pause = Math.min(pause * 2, LONGEST_PAUSE_MS);
      }
    }
  }

  return {
    handle,
    position: async (topic, partition) => (await position(topic, partition)).nextOffset,
  };
}
