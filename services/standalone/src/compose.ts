import { randomUUID } from 'node:crypto';
import { join, resolve } from 'node:path';
import type { WorkerOptions } from 'node:worker_threads';
import { MemoryBus } from '@sluice/bus';
import { signInLink } from '@sluice/credentials';
import { type OtlpAddresses, composeGateway, gatewayLimits, openOtlp, otlpAddresses } from '@sluice/gateway';
import { type Served, checkListenAddresses, credentialsFromSettings, listenAddressesOf, serve } from '@sluice/http';
import { composeQuery } from '@sluice/query';
import { type Closers, type Logger, SettingFiles, createMetrics, systemClock, versionOf } from '@sluice/runtime';
import { refuseOwnAddress, startSelfTraces } from '@sluice/tracing';
import { type WriterDependencies, composePrices, composeWriter } from '@sluice/writer';
import type { Configured } from './banner';
import type { StandaloneSettings } from './config';
import { diskSize, guardDisk } from './disk-guard';
import { openDatabase } from './open-database';
import { signInCode } from './sign-in-code';
import { type StoredCredentials, credentialsOfDataDir } from './stored-credentials';
import { startThreads } from './threads/ingest-threads';

/** Batches of one topic that are written at once; more do not help, because the disk has one queue. */
const PARTITIONS = 2;
/** Time limit below the 5 to 10 s that an exporter waits: the earlier response makes it retry. */
const DEADLINE_MS = 4_000;
/** A client may repeat a metric request for a day (contract: Metric points and series); the bus in memory never does. */
const RECEIPT_DAYS = 2;
const MIB = 1024 * 1024;

export interface StandaloneContext {
  readonly config: StandaloneSettings;
  readonly logger: Logger;
  readonly closers: Closers;
  readonly fail: (error: unknown) => void;
  /** Milliseconds between checks of the files that settings name; see `SettingFiles`. */
  readonly filesEveryMs?: number;
  /** See `composeWriter`. */
  readonly retentionPauses?: WriterDependencies['retentionPauses'];
  /** Options of threads: see `composeGateway`. */
  readonly readerOptions?: WorkerOptions;
  /** Collects the heap; see `composeGateway` and `composeWriter`. */
  readonly freeMemory?: (neededBytes?: number) => void;
}

/** Addresses of the started server. */
export interface Standalone extends Served {
  readonly otlp: OtlpAddresses;
  readonly storage: string;
  /** Undefined if the settings have credentials. */
  readonly credentials: StoredCredentials | undefined;
  readonly configured: Configured;
  /** Undefined if the console is off. */
  readonly console: Console | undefined;
}

/** Console of this process. */
export interface Console {
  readonly url: string;
  /** URL with a code that signs in once; undefined if the settings have credentials. */
  readonly signInUrl: string | undefined;
}

/** Opens everything against the flow of data: database, schema, writer, queries, listeners. */
export async function composeStandalone({
  config,
  logger,
  closers,
  fail,
  filesEveryMs,
  retentionPauses,
  readerOptions,
  freeMemory,
}: StandaloneContext): Promise<Standalone> {
  const addresses = { ...listenAddressesOf(config), ...otlpAddresses(config, true) };
  await checkListenAddresses(addresses);
  await refuseOwnAddress(config, addresses);
  const { urls, storage, folder } = await openDatabase({ config, logger, closers, fail });
  // After the database: a start that fails for a wrong DATABASE_URL leaves nothing behind.
  const stored = await credentialsOfDataDir(config, logger);

  const build = { service: 'sluice', version: versionOf(join(__dirname, '..')) };
  const metrics = createMetrics({ build });
  const tracing = startSelfTraces({ settings: config, build, logger, metrics, closers });
  const files = new SettingFiles({ logger, metrics, everyMs: filesEveryMs });
  closers.add('setting files', () => files.close());
  const credentials = await credentialsFromSettings({ settings: config, generated: stored, files, metrics, logger });
  // Traced work is done by one thread, so that its traces are complete.
  const count = tracing === undefined ? config.ingestThreads : 0;
  const busOptions = {
    partitions: PARTITIONS,
    deadlineMs: DEADLINE_MS,
    maxPendingBytes: config.maxInflightBytes / (1 + count),
    maxBatchBytes: 8 * MIB,
  };
  const bus = new MemoryBus(busOptions);
  const processName = randomUUID().slice(0, 8);
  const storing = {
    databaseUrl: urls.databaseUrl,
    retryForMs: DEADLINE_MS / 2,
    givenBack: 'their senders are told to send again',
  };
  const writer = await composeWriter({
    ...storing,
    databaseOwnerUrl: urls.databaseOwnerUrl,
    subscriber: bus,
    prices: await composePrices({ settings: config, files, metrics }),
    clock: systemClock,
    logger: logger.child({ service: 'writer' }),
    metrics,
    closers,
    tracing,
    // Offsets of the in-process bus have no meaning in another process on the same database, the next start included.
    streamOf: (topic) => `${topic}@${processName}`,
    concurrency: 2 * PARTITIONS,
    retentionDays: config.retentionDays,
    retentionDaysOf: credentials.retentionDays,
    retentionPauses,
    diskBytes: async () => config.databaseDiskBytes ?? (folder === undefined ? undefined : await diskSize(folder)),
    receiptDays: RECEIPT_DAYS,
    freeMemory,
  });
  const query = composeQuery({
    databaseUrl: urls.databaseReadUrl ?? urls.databaseUrl,
    settings: config,
    logger: logger.child({ service: 'query' }),
    metrics,
    closers,
    tracing,
  });
  const threads = await startThreads({
    count,
    options: {
      ...storing,
      bus: busOptions,
      pricesFile: config.pricesFile?.path,
      filesEveryMs,
      logLevel: config.logLevel,
      freesMemory: freeMemory !== undefined,
      limits: gatewayLimits(config),
      prefixes: config.prefixes,
      resourceLabels: config.resourceLabels,
      processName,
    },
    report: writer.report,
    metrics,
    closers,
    fail,
    workerOptions: readerOptions,
  });
  const signIn = stored && config.console ? signInCode(stored, () => systemClock.now() / 1000) : undefined;
  const { minFreeBytes } = config;
  const publisher = await guardDisk(bus, { folder, minFreeBytes, logger, metrics, closers });
  const gateway = composeGateway({
    settings: config,
    publisher,
    clock: systemClock,
    logger: logger.child({ service: 'gateway' }),
    metrics,
    closers,
    tracing,
    ...(readerOptions && { readerOptions }),
    threads,
    freeMemory,
  });

  const { served, entrance, readiness } = await serve({
    config,
    logger,
    closers,
    metrics,
    credentials,
    routes: [...gateway.routes, ...query.routes],
    openRoutes: [...(signIn === undefined ? [] : [signIn.route]), ...query.openRoutes],
    tracing,
    readiness: { bus: () => bus.check(), writer: () => writer.check(), query: () => query.check() },
  });
  const otlp = await openOtlp({
    config,
    entrance,
    gateway: gateway.dependencies,
    routes: gateway.otlpRoutes,
    metrics,
    files,
    readiness,
    closers,
    projectQuota: credentials.projectQuota,
    mayLack: true,
  });
  const url = `${served.url}/ui/`;
  const signInUrl = signIn && signInLink(url, signIn.code);
  return {
    ...served,
    otlp,
    storage,
    credentials: stored,
    configured: configuredBy(config, stored),
    console: config.console ? { url, signInUrl } : undefined,
  };
}

function configuredBy(
  { bearerTokens, bearerTokensFile, publicKey, apiKeys, apiKeysFile }: StandaloneSettings,
  stored: StoredCredentials | undefined,
): Configured {
  if (stored !== undefined) return { by: 'DATA_DIR', file: stored.path };
  if (bearerTokensFile !== undefined) return { by: 'API_BEARER_TOKEN_FILE', file: resolve(bearerTokensFile) };
  if (bearerTokens.length > 0) return { by: 'API_BEARER_TOKEN' };
  if (publicKey !== undefined) return { by: 'PUBLIC_KEY' };
  const [first] = apiKeys.keys;
  const named = first?.name === undefined ? undefined : first.publicKey === undefined ? 'token' : 'pair';
  if (apiKeysFile === undefined) return { by: 'API_KEYS', named };
  return { by: 'API_KEYS_FILE', file: resolve(apiKeysFile), named };
}
