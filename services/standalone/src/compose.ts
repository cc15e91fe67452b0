import type { RequestListener } from 'node:http';
import { randomUUID } from 'node:crypto';
import { join, resolve } from 'node:path';
import { MemoryBus, type Topic } from '@sluice/bus';
import {
  type EmbeddedPostgres,
  EmbeddedPostgresError,
  type EmbeddedPostgresOptions,
  startEmbeddedPostgres,
} from '@sluice/embedded-postgres';
import { composeGateway } from '@sluice/gateway';
import { type ListenOptions, type Listener, createAdminApp, createApp, createCredentials, listen } from '@sluice/http';
import { genaiPrices } from '@sluice/pricing';
import { composeQuery } from '@sluice/query';
import { type Closers, type Logger, SettingsError, createMetrics, systemClock } from '@sluice/runtime';
import { SchemaTooNewError, migrate } from '@sluice/store/migrate';
import { errorCode } from '@sluice/store/write';
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
  readonly bearerConfigured: boolean;
}

/** Opens everything in the order in which data flows from the back: database, schema, writer, queries, listeners. */
export async function composeStandalone({ config, logger, closers, fail }: StandaloneContext): Promise<Standalone> {
  const configured = config.bearerTokens.length > 0 || config.publicKey !== undefined || config.keyPairs.length > 0;
  const stored = configured ? undefined : await storedCredentials(config.dataDir);
  const { databaseUrl, storage } = await openDatabase({ config, logger, closers, fail });
  const applied = await migrateOrExplain(databaseUrl, config.databaseUrl !== undefined);
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
    streamOf: streamOfThisProcess(),
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
  const admin = await listenOn('ADMIN_PORT', adminApp, { host: config.adminHost, port: config.adminPort });
  closers.add('admin listener', (budgetMs) => admin.close(budgetMs));
  const listener = await listenOn('PORT', app, { host: config.host, port: config.port });
  closers.add('listener', (budgetMs) => listener.close(budgetMs));
  const bearerConfigured = config.bearerTokens.length > 0;
  return { url: listener.url, adminUrl: admin.url, storage, credentials: stored, bearerConfigured };
}

/** Offsets of the in-process bus mean nothing to another process on the same database, the next start included. */
function streamOfThisProcess(): (topic: Topic) => string {
  const process = randomUUID().slice(0, 8);
  return (topic) => `${topic}@${process}`;
}

/** Listens, or says which setting to change. */
async function listenOn(setting: string, app: RequestListener, place: ListenOptions): Promise<Listener> {
  try {
    return await listen(app, place);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === undefined || !(code in LISTEN_FAILURES)) throw error;
    throw new SettingsError([`${setting}: ${place.host}:${place.port} ${LISTEN_FAILURES[code] ?? code}`]);
  }
}

const LISTEN_FAILURES: Readonly<Record<string, string>> = {
  EADDRINUSE: 'is taken: end the program that uses it, or choose another port',
  EADDRNOTAVAIL: 'is no address of this machine',
  EACCES: 'may not be used by this account: choose a port above 1023',
  ENOTFOUND: 'is not known to the resolver',
};

async function openDatabase({ config, logger, closers, fail }: StandaloneContext) {
  if (config.databaseUrl !== undefined) return { databaseUrl: config.databaseUrl, storage: 'DATABASE_URL' };
  const postgres = await startPostgres({
    dataDir: config.dataDir,
    logger: logger.child({ service: 'postgres' }),
  });
  let stopping = false;
  closers.add('postgres', () => {
    stopping = true;
    return postgres.stop();
  });
  void postgres.ended.then(() => {
    if (!stopping)
      fail(
        new Error(
          `the embedded Postgres ended by itself; see ${join(config.dataDir, 'postgres', 'postgres.log')}, and start again`,
        ),
      );
  });
  return { databaseUrl: postgres.url, storage: resolve(config.dataDir) };
}

/** Brings the schema up to date; what is wrong with a database of the operator's own is told without a stack. */
async function migrateOrExplain(databaseUrl: string, configured: boolean): Promise<number[]> {
  try {
    return await migrate(databaseUrl);
  } catch (error) {
    const told = error instanceof SchemaTooNewError || (configured && errorCode(error) !== undefined);
    throw told && error instanceof Error ? new SettingsError([`DATABASE_URL: ${error.message}`]) : error;
  }
}

/** Starts the embedded Postgres; what the operator has to put right is told without a stack. */
async function startPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  try {
    return await startEmbeddedPostgres(options);
  } catch (error) {
    throw error instanceof EmbeddedPostgresError ? new SettingsError([`DATA_DIR: ${error.message}`]) : error;
  }
}

function keyPairsOf(config: StandaloneSettings, stored: StoredCredentials | undefined) {
  const { publicKey, secretKey } = stored ?? config;
  return publicKey === undefined || secretKey === undefined
    ? config.keyPairs
    : [...config.keyPairs, { publicKey, secretKey }];
}
