import { MemoryBus } from '@sluice/bus';
import { startEmbeddedPostgres } from '@sluice/embedded-postgres';
import { composeGateway } from '@sluice/gateway';
import { createAdminApp, createApp, createCredentials, listen } from '@sluice/http';
import { genaiPrices } from '@sluice/pricing';
import { composeQuery } from '@sluice/query';
import { type Closers, type Logger, createMetrics, systemClock } from '@sluice/runtime';
import { migrate } from '@sluice/store/migrate';
import { composeWriter } from '@sluice/writer';
import type { StandaloneSettings } from './config';
import { type StoredCredentials, storedCredentials } from './stored-credentials';

/** Batches of one topic that are written at once; more than the disk's one queue pays for does not help. */
const PARTITIONS = 2;
/** An exporter waits 5 to 10 s: it is answered before, so that it sends again by itself. */
const DEADLINE_MS = 4_000;
const MIB = 1024 * 1024;

export interface StandaloneContext {
  readonly config: StandaloneSettings;
  readonly logger: Logger;
  readonly closers: Closers;
  readonly fail: (error: unknown) => void;
}

/** What was started and where. */
export interface Standalone {
  readonly url: string;
  readonly adminUrl: string;
  readonly storage: string;
  /** Undefined where the settings bring credentials. */
  readonly credentials: StoredCredentials | undefined;
}

/** Opens everything in the order in which data flows from the back: database, schema, writer, queries, listeners. */
export async function composeStandalone({ config, logger, closers, fail }: StandaloneContext): Promise<Standalone> {
  const configured = config.bearerTokens.length > 0 || config.publicKey !== undefined || config.keyPairs.length > 0;
  const stored = configured ? undefined : await storedCredentials(config.dataDir);
  const { databaseUrl, storage } = await openDatabase({ config, logger, closers, fail });
  const applied = await migrate(databaseUrl);
  if (applied.length > 0) logger.info('the schema was brought up to date', { versions: applied });

  const metrics = createMetrics();
  const bus = new MemoryBus({
    partitions: PARTITIONS,
    deadlineMs: DEADLINE_MS,
    maxPendingBytes: config.maxInflightBytes,
    maxBatchBytes: 8 * MIB,
  });
  const writer = await composeWriter({
    databaseUrl,
    subscriber: bus,
    prices: genaiPrices(),
    clock: systemClock,
    logger: logger.child({ service: 'writer' }),
    metrics,
    closers,
    concurrency: 2 * PARTITIONS,
    retryForMs: DEADLINE_MS / 2,
  });
  const query = composeQuery({
    databaseUrl: config.databaseReadUrl ?? databaseUrl,
    settings: config,
    logger: logger.child({ service: 'query' }),
    metrics,
    closers,
  });
  const ingest = composeGateway({ settings: config, publisher: bus, clock: systemClock, metrics });

  const app = createApp({
    logger,
    metrics,
    credentials: createCredentials({
      bearerTokens: [...config.bearerTokens, ...(stored === undefined ? [] : [stored.bearerToken])],
      keyPairs: keyPairsOf(config, stored),
    }),
    routes: [...ingest, ...query.routes],
    corsOrigins: config.corsOrigins,
  });
  const readiness = { bus: () => bus.check(), writer: () => writer.check(), query: () => query.check() };
  const adminApp = createAdminApp({ logger, metrics, readiness, liveness: {} });
  const admin = await listen(adminApp, { host: config.adminHost, port: config.adminPort });
  closers.add('admin listener', (budgetMs) => admin.close(budgetMs));
  const listener = await listen(app, { host: config.host, port: config.port });
  closers.add('listener', (budgetMs) => listener.close(budgetMs));
  return { url: listener.url, adminUrl: admin.url, storage, credentials: stored };
}

async function openDatabase({ config, logger, closers, fail }: StandaloneContext) {
  if (config.databaseUrl !== undefined) return { databaseUrl: config.databaseUrl, storage: 'DATABASE_URL' };
  const postgres = await startEmbeddedPostgres({
    dataDir: config.dataDir,
    logger: logger.child({ service: 'postgres' }),
  });
  let stopping = false;
  closers.add('postgres', () => {
    stopping = true;
    return postgres.stop();
  });
  void postgres.ended.then(() => {
    if (!stopping) fail(new Error(`the embedded Postgres ended by itself; its log is in ${config.dataDir}`));
  });
  return { databaseUrl: postgres.url, storage: config.dataDir };
}

function keyPairsOf(config: StandaloneSettings, stored: StoredCredentials | undefined) {
  const { publicKey, secretKey } = stored ?? config;
  return publicKey === undefined || secretKey === undefined
    ? config.keyPairs
    : [...config.keyPairs, { publicKey, secretKey }];
}
