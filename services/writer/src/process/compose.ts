import { join } from 'node:path';
import { KafkaSubscriber, exposeCertificate, kafkaConnection, topicName, writerGroup } from '@sluice/bus/kafka';
import { type ProjectTerms, retentionDaysOf } from '@sluice/credentials';
import { checkListenAddresses, serveAdmin } from '@sluice/http';
import {
  type Closers,
  type Logger,
  OutsideError,
  SettingFiles,
  createMetrics,
  systemClock,
  versionOf,
} from '@sluice/runtime';
import { databaseUrls, projectIdProblem } from '@sluice/store/connect';
import { schemaState } from '@sluice/store/migrate';
import { refuseOwnAddress, startSelfTraces } from '@sluice/tracing';
import { type WriterService, composeWriter } from '../compose';
import { composePrices } from '../prices';
import { awaitSchema } from './await-schema';
import type { WriterProcessSettings } from './config';
import { exposePartitions } from './partition-metrics';
import { createWatchdog } from './watchdog';

const MIB = 2 ** 20;
/** Same as for a batch in one process: estimated, texts and rows. */
const MAX_BATCH_BYTES = 8 * MIB;
/** Time in which a conflict or a lost connection passes; after it the partition backs off. */
const RETRY_FOR_MS = 2_000;
/**
 * Time for which the partitions of a killed writer wait for another one. A live writer that is taken for dead does no harm: the fence
 * holds.
 */
const SESSION_TIMEOUT_MS = 15_000;
/** The topics keep records for seven days; a client may have repeated a request for a day before (contract: Metric points and series). */
const RECEIPT_DAYS = 9;
/** Longer than a rebalance and than a transaction that waits for locks. */
const WATCHDOG_PATIENCE_MS = 120_000;
const WATCHDOG_EVERY_MS = 5_000;

export interface WriterProcessDependencies {
  readonly config: WriterProcessSettings;
  readonly logger: Logger;
  readonly closers: Closers;
  /** Stops the process with a failure. */
  readonly fail: (error: unknown) => void;
  /** See `composeWriter`. */
  readonly freeMemory?: () => void;
}

/**
 * Makes the writer as a separate process, which consumes from Kafka. It starts without brokers and without a database, and begins when both
 * are there.
 */
export async function composeWriterProcess(dependencies: WriterProcessDependencies): Promise<{ adminUrl: string }> {
  const { config, logger, closers, fail } = dependencies;
  const addresses = { ADMIN_PORT: { host: config.adminHost, port: config.adminPort } };
  await checkListenAddresses(addresses);
  await refuseOwnAddress(config, addresses);
  const build = { service: 'sluice-writer', version: versionOf(join(__dirname, '../..')) };
  const metrics = createMetrics({ build });
  const tracing = startSelfTraces({ settings: config, build, logger, metrics, closers });
  const connection = kafkaConnection(config, { clientId: 'sluice-writer', logger });
  const subscriber = new KafkaSubscriber({
    connection,
    groupId: writerGroup(connection),
    concurrency: config.writeConcurrency,
    maxBatchBytes: MAX_BATCH_BYTES,
    tuning: { sessionTimeoutMs: SESSION_TIMEOUT_MS },
  });
  void subscriber.failed.then((cause) => fail(new OutsideError('the consumer of the log has ended', { cause })));
  exposeCertificate(metrics, connection);
  exposePartitions(metrics, () => subscriber.partitions());

  let writer: WriterService | undefined;
  const database = async (): Promise<void> => {
    if (writer === undefined) throw new Error('the database does not have the schema that is needed, or is away');
    await writer.check();
  };
  const readiness = { database, bus: () => subscriber.check() };
  const { adminUrl } = await serveAdmin({ config, logger, closers, metrics, readiness });
  const files = new SettingFiles({ logger, metrics });
  closers.add('setting files', () => files.close());
  const prices = await composePrices({ settings: config, files, metrics });
  const { projectsFile, projectId } = config;
  let projects = projectsFile?.value ?? new Map<string, ProjectTerms>();
  if (projectsFile !== undefined) await files.follow({ ...projectsFile, use: (fresh) => (projects = fresh) });

  const urls = databaseUrls(config);
  const stopping = new AbortController();
  const begun = awaitSchema({
    look: () => schemaState(urls.databaseUrl),
    // Without the document PROJECT_ID has no effect in this process, and need not be set.
    ...(projectsFile !== undefined && {
      refusal: async () => (await projectIdProblem(urls.databaseUrl, projectId))?.message,
    }),
    logger,
    signal: stopping.signal,
  }).then(async (isThere) => {
    if (!isThere) return;
    writer = await composeWriter({
      databaseUrl: urls.databaseUrl,
      databaseOwnerUrl: urls.databaseOwnerUrl,
      subscriber,
      prices,
      clock: systemClock,
      logger,
      metrics,
      closers,
      tracing,
      streamOf: (topic) => topicName(connection, topic),
      concurrency: config.writeConcurrency,
      gathers: true,
      retryForMs: RETRY_FOR_MS,
      givenBack: 'they stay in the log and are tried again',
      retentionDays: config.retentionDays,
      retentionDaysOf: () => retentionDaysOf(projects, projectId),
      diskBytes: () => Promise.resolve(config.databaseDiskBytes),
      receiptDays: RECEIPT_DAYS,
      freeMemory: dependencies.freeMemory,
    });
  });
  begun.catch(fail);
  closers.add('waiting for the schema', async () => {
    stopping.abort();
    await begun.catch(() => undefined);
  });
  const watchdog = createWatchdog({
    partitions: () => subscriber.partitions(),
    patienceMs: WATCHDOG_PATIENCE_MS,
    elapsed: () => performance.now(),
    stuck: (reason) => fail(new OutsideError(reason)),
  });
  const looking = setInterval(() => watchdog.look(), WATCHDOG_EVERY_MS).unref();
  closers.add('watchdog', () => clearInterval(looking));
  return { adminUrl };
}
