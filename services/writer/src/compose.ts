import { type Subscriber, TOPICS, type Topic } from '@sluice/bus';
import type { PriceTable } from '@sluice/pricing';
import { type Clock, type Closers, type Logger, type Metrics, createOutageLog, watchPool } from '@sluice/runtime';
import {
  type ModelUsage,
  type TextBytes,
  createTraceIndexer,
  createMetricRollup,
  createPostgresStore,
  createRetention,
  indexerPoolConfig,
  measureDatabase,
  retentionPoolConfig,
  writerPoolConfig,
} from '@sluice/store/write';
import type { Tracing } from '@sluice/tracing';
import { Pool, type PoolConfig } from 'pg';
import { startIndexJob } from './index-job';
import { createIndexObserver } from './index-metrics';
import { groupCommits } from './group-commits';
import { startMetricRollupJob } from './metric-rollup-job';
import { createMetricRollupObserver } from './metric-rollup-metrics';
import { type RetentionPauses, startRetentionJob } from './retention-job';
import { createRetentionObserver } from './retention-metrics';
import { watchSize } from './size-watch';
import { traceBatches, traceStore } from './trace-batches';
import { createTextMetrics } from './text-metrics';
import { createUsageMetrics } from './usage-metrics';
import { type WriterObserver, createWriter } from './writer';
import { createWriterObserver } from './writer-metrics';

/** Dependencies of a thread that stores batches. */
export interface StoringDependencies {
  readonly databaseUrl: string;
  readonly subscriber: Subscriber;
  readonly prices: PriceTable;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly closers: Closers;
  readonly tracing?: Tracing | undefined;
  /** See `WriterOptions`. */
  readonly streamOf: (topic: Topic) => string;
  /** Limit of concurrent transactions. */
  readonly concurrency: number;
  /** Whether partitions share transactions: if there are more partitions than concurrent transactions. */
  readonly gathers?: boolean;
  /** Time for which a batch is retried before its sender gets an error, in milliseconds. */
  readonly retryForMs: number;
  /** See `WriterOptions`. */
  readonly givenBack: string;
  /** See `PostgresStoreOptions`. */
  readonly freeMemory?: (() => void) | undefined;
}

export interface WriterDependencies extends StoringDependencies {
  /** Connection for dropping expired data, if another user than that of `databaseUrl` does it. */
  readonly databaseOwnerUrl?: string | undefined;
  readonly metrics: Metrics;
  /** RETENTION_DAYS; undefined: traces and points are kept forever. */
  readonly retentionDays: number | undefined;
  /** See `RetentionJobOptions`; absent: no project has a retention of its own. */
  readonly retentionDaysOf?: (() => ReadonlyMap<string, number>) | undefined;
  /** Pauses between runs of retention; absent: the default ones. */
  readonly retentionPauses?: RetentionPauses | undefined;
  /** Size of the database's disk in bytes; undefined if it is unknown. */
  readonly diskBytes: () => Promise<number | undefined>;
  /**
   * Days for which stored metric requests are remembered: longer than a client retries a request, and than the log between gateway and
   * writer keeps it.
   */
  readonly receiptDays: number;
}

/** A running writer. */
export interface WriterService {
  /** Resolves when the database accepts writes. */
  check(): Promise<void>;
  /** Reports that also count the batches of other threads. */
  readonly report: WriterReport;
}

/** Observer of what a thread stores. */
export interface WriterReport extends WriterObserver {
  /** Receives the usage that a batch added, by model. */
  usage: (usage: readonly ModelUsage[]) => void;
  /** Receives the bytes of the long texts of a batch. */
  texts: (bytes: TextBytes) => void;
}

/** Makes the writer, subscribes it to all topics, and starts the jobs: trace index, metric rollup and retention. */
export async function composeWriter(dependencies: WriterDependencies): Promise<WriterService> {
  const { clock, logger, metrics, closers } = dependencies;
  const report: WriterReport = {
    ...createWriterObserver(metrics),
    usage: createUsageMetrics(metrics),
    texts: createTextMetrics(metrics),
  };
  const pool = await composeStoring(dependencies, report);
  watchPool(metrics, 'writer', pool);
  startRetention(dependencies);
  startMetricRollup(dependencies);
  startIndexer(dependencies);
  const { diskBytes, retentionDays, retentionDaysOf = () => new Map() } = dependencies;
  const measure = (signal: AbortSignal) => measureDatabase(pool, clock.now(), signal);
  const sizes = watchSize({ measure, diskBytes, retentionDays, retentionDaysOf, logger, metrics });
  closers.add('measuring the database', () => sizes.stop());
  return {
    check: async () => {
      await pool.query('select 1');
    },
    report,
  };
}

/**
 * Makes the store of batches for one thread, and subscribes it to all topics.
 * @returns its connections
 */
export async function composeStoring(dependencies: StoringDependencies, report: WriterReport): Promise<Pool> {
  const { databaseUrl, subscriber, prices, clock, logger, closers, concurrency } = dependencies;
  const { streamOf, retryForMs, givenBack, tracing, freeMemory } = dependencies;
  const pool = new Pool(writerPoolConfig({ databaseUrl, maxConnections: concurrency + 1 }));
  const connections = createOutageLog({
    logger,
    lost: 'connections of the writer to the database were lost',
    back: 'the writer is connected to the database again',
  });
  pool.on('error', (error) => {
    if (!pool.ending) connections.failed(error);
  });
  pool.on('connect', () => connections.worked());
  closers.add('writer pool', () => pool.end());
  const now = () => clock.now();
  const postgres = createPostgresStore({ pool, prices, now, freeMemory, onUsage: report.usage, onTexts: report.texts });
  const gathered =
    dependencies.gathers === true ? groupCommits({ store: postgres, transactions: concurrency }) : postgres;
  const store = tracing === undefined ? gathered : traceStore(gathered, tracing);
  const elapsed = () => performance.now();
  const writer = createWriter({ store, logger, observer: report, streamOf, retryForMs, givenBack, elapsed });
  await subscriber.subscribe(TOPICS, tracing === undefined ? writer : traceBatches(writer, tracing, now));
  closers.add('subscriber', () => subscriber.close());
  return pool;
}

/** Makes a pool for one job alone, so that no batch waits for its connections. */
function jobPool({ metrics, closers }: WriterDependencies, job: string, config: PoolConfig): Pool {
  const pool = new Pool(config);
  pool.on('error', () => undefined); // of an idle connection: the next run makes another
  closers.add(`${job} pool`, () => pool.end());
  watchPool(metrics, job, pool);
  return pool;
}

function startMetricRollup(dependencies: WriterDependencies): void {
  const { databaseUrl, logger, metrics, closers } = dependencies;
  const pool = jobPool(dependencies, 'metric-rollup', writerPoolConfig({ databaseUrl, maxConnections: 1 }));
  const observer = createMetricRollupObserver(metrics);
  const job = startMetricRollupJob({ rollup: createMetricRollup({ pool }), logger, observer });
  closers.add('metric rollup', () => job.stop());
}

function startRetention(dependencies: WriterDependencies): void {
  const { databaseUrl, databaseOwnerUrl, streamOf, clock, logger, metrics, closers } = dependencies;
  const { retentionDays, retentionDaysOf = () => new Map(), retentionPauses: pauses, receiptDays } = dependencies;
  const pool = jobPool(dependencies, 'retention', retentionPoolConfig(databaseOwnerUrl ?? databaseUrl));
  const retention = createRetention({ pool, streams: TOPICS.map(streamOf) });
  const observer = createRetentionObserver(metrics);
  const options = { retention, retentionDays, retentionDaysOf, receiptDays, clock, logger, observer };
  const job = startRetentionJob({ ...options, ...(pauses && { pauses }) });
  closers.add('retention', () => job.stop());
}

/** Rounds of the trace index, mostly a second each, that wait for the end of a trace. */
const INDEX_PATIENCE = 4;

function startIndexer(dependencies: WriterDependencies): void {
  const { databaseUrl, logger, metrics, closers } = dependencies;
  const pool = jobPool(dependencies, 'indexer', indexerPoolConfig(databaseUrl));
  const elapsed = () => performance.now();
  const job = startIndexJob({
    indexer: createTraceIndexer({ pool, patience: INDEX_PATIENCE }),
    logger,
    observer: createIndexObserver(metrics),
    elapsed,
  });
  closers.add('trace index', () => job.stop());
}
