import type { Subscriber, Topic } from '@sluice/bus';
import type { PriceTable } from '@sluice/pricing';
import type { Clock, Closers, Logger, Metrics } from '@sluice/runtime';
import { createPostgresStore, writerPoolConfig } from '@sluice/store/write';
import { Pool } from 'pg';
import { createWriter } from './writer';
import { createWriterObserver } from './writer-metrics';

export interface WriterParts {
  readonly databaseUrl: string;
  readonly subscriber: Subscriber;
  readonly prices: PriceTable;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly metrics: Metrics;
  readonly closers: Closers;
  /** See `WriterOptions`. */
  readonly streamOf: (topic: Topic) => string;
  /** Batches that are written at once. */
  readonly concurrency: number;
  /** How long a batch is tried again before its sender is told, in milliseconds. */
  readonly retryForMs: number;
}

/** A running writer. */
export interface WriterService {
  /** Resolves when the database takes writes. */
  check(): Promise<void>;
}

/** Makes the writer and subscribes it to all topics. */
export async function composeWriter(parts: WriterParts): Promise<WriterService> {
  const { databaseUrl, subscriber, prices, clock, logger, metrics, closers, streamOf, concurrency, retryForMs } = parts;
  const pool = new Pool(writerPoolConfig({ databaseUrl, maxConnections: concurrency + 1 }));
  pool.on('error', (err) => {
    logger.warn('an idle connection of the writer was lost', { err });
  });
  closers.add('writer pool', () => pool.end());
  const store = createPostgresStore({ pool, prices, now: () => clock.now() });
  const observer = createWriterObserver(metrics);
  const writer = createWriter({ store, logger, observer, streamOf, retryForMs, elapsed: () => performance.now() });
  await subscriber.subscribe(['sluice.traces.v1', 'sluice.metrics.v1'], writer);
  closers.add('subscriber', () => subscriber.close());
  return {
    check: async () => {
      await pool.query('select 1');
    },
  };
}
