import { dirname, join } from 'node:path';
import {
  type OpenRoute,
  type Route,
  type Served,
  TransferRates,
  checkListenAddresses,
  credentialsFromSettings,
  listenAddressesOf,
  serve,
} from '@sluice/http';
import { WRITES_BESIDE_READS, openApiDocument, openApiRoute } from '@sluice/api';
import {
  type Closers,
  type Logger,
  type Metrics,
  SettingFiles,
  createMetrics,
  createOutageLog,
  systemClock,
  versionOf,
  watchPool,
} from '@sluice/runtime';
import { databaseUrls, projectIdProblem } from '@sluice/store/connect';
import { type DuringRead, createReadStore, readPoolConfig } from '@sluice/store/read';
import { type Tracing, refuseOwnAddress, startSelfTraces, timed } from '@sluice/tracing';
import { Pool } from 'pg';
import type { QueryProcessSettings, QuerySettings } from './config';
import { createAnswers } from './answers';
import { countLists } from './list-metrics';
import { readConsoleFiles } from './console/files';
import { consoleRoutes } from './console/routes';
import { forwardWrites } from './forward-writes';
import { refuseProjectId } from './refuse-project-id';
import { watchReplica } from './replica-watch';
import { queryRoutes } from './routes';
import { healthRoutes } from './routes/health';

export interface QueryServiceDependencies {
  readonly databaseUrl: string;
  readonly settings: QuerySettings & Pick<QueryProcessSettings, 'projectId'>;
  readonly logger: Logger;
  readonly metrics: Metrics;
  readonly closers: Closers;
  readonly tracing?: Tracing | undefined;
}

/** A query service that can be mounted on a listener. */
export interface QueryService {
  readonly routes: Route[];
  /** Routes without credentials. */
  readonly openRoutes: OpenRoute[];
  /** Resolves when the database answers reads. */
  readonly check: () => Promise<void>;
}

/** Longer than a reconnect, shorter than a client waits. */
const CONNECT_TIMEOUT_MS = 3000;

/** Connections of the process in addition to READ_CONNECTIONS: for the check of readiness, however busy the others are. */
const PROBE_CONNECTIONS = 1;

/** Makes the read endpoints, on pools of their own. */
export function composeQuery(dependencies: QueryServiceDependencies): QueryService {
  const { databaseUrl, settings, logger, metrics, closers, tracing } = dependencies;
  const session = { databaseUrl, connectTimeoutMs: CONNECT_TIMEOUT_MS, statementTimeoutMs: settings.readTimeoutMs };
  const pool = new Pool(
    readPoolConfig({ ...session, applicationName: 'sluice-query', maxConnections: settings.readConnections }),
  );
  const probe = new Pool(
    readPoolConfig({ ...session, applicationName: 'sluice-query', maxConnections: PROBE_CONNECTIONS }),
  );
  const connections = createOutageLog({
    logger,
    lost: 'connections of the query service to the database were lost',
    back: 'the query service is connected to the database again',
  });
  for (const each of [pool, probe]) {
    each.on('error', (error) => {
      if (!each.ending) connections.failed(error);
    });
    each.on('connect', () => connections.worked());
  }
  closers.add('query pools', async () => {
    await Promise.all([pool.end(), probe.end()]);
  });
  watchPool(metrics, 'query', pool);
  const store = createReadStore({
    ...{ pool, probe, timeoutMs: settings.readTimeoutMs },
    during: tracing && tracedReads(tracing),
  });
  const replica = watchReplica({ store, metrics });
  closers.add('replica watch', () => replica.stop());
  const { projectId, readWaitMs, receiptWaitMs } = settings;
  const { version } = openApiDocument.info;
  const edition = `${version} ${projectId}`;
  const answers = createAnswers({
    maxBytes: settings.readInflightBytes,
    rates: new TransferRates({ leastBytesPerSecond: settings.minReadBytesPerSecond }),
    ...{ metrics, edition },
  });
  return {
    routes: queryRoutes({
      store,
      answers,
      ...countLists(metrics),
      searchMs: settings.readSearchMs,
      clock: systemClock,
      projectId,
      readWaitMs,
      receiptWaitMs,
    }),
    openRoutes: [
      ...composeConsole(settings, logger),
      openApiRoute(),
      ...healthRoutes({
        check: () => store.check(),
        version,
        elapsed: () => performance.now(),
      }),
    ],
    check: () => store.check(),
  };
}

/** Makes the routes of the console, if it is enabled and was built. */
function composeConsole({ console }: Pick<QuerySettings, 'console'>, logger: Logger): OpenRoute[] {
  if (!console) return [];
  const folder = join(dirname(require.resolve('@sluice/console/package.json')), 'dist');
  const files = readConsoleFiles(folder);
  if (files === undefined) logger.warn('there is no console: it was not built');
  return files === undefined ? [] : consoleRoutes(files);
}

/** Traces statements by the name of their read, if their request is traced. */
const tracedReads =
  (tracing: Tracing): DuringRead =>
  (read, work) => {
    const attributes = { 'db.system.name': 'postgresql', 'db.query.summary': read };
    return timed(tracing.current(), { name: read, kind: 'client', attributes }, work);
  };

export interface QueryProcessDependencies {
  readonly config: QueryProcessSettings;
  readonly logger: Logger;
  readonly closers: Closers;
  /** Stops the process with a failure. */
  readonly fail: (error: unknown) => void;
}

/** Makes the query service as a separate process, with both of its listeners, and returns their addresses. */
export async function composeQueryProcess({
  config,
  logger,
  closers,
  fail,
}: QueryProcessDependencies): Promise<Served> {
  await checkListenAddresses(listenAddressesOf(config));
  await refuseOwnAddress(config, listenAddressesOf(config));
  const build = { service: 'sluice-query', version: versionOf(join(__dirname, '..')) };
  const metrics = createMetrics({ build });
  const tracing = startSelfTraces({ settings: config, build, logger, metrics, closers });
  const { databaseUrl: main, databaseReadUrl } = databaseUrls(config);
  const databaseUrl = databaseReadUrl ?? main;
  const service = composeQuery({ databaseUrl, settings: config, logger, metrics, closers, tracing });
  const { openRoutes, check } = service;
  const { gatewayUrl } = config;
  const writes = gatewayUrl ? forwardWrites({ gatewayUrl, endpoints: WRITES_BESIDE_READS, closers }) : [];
  const files = new SettingFiles({ logger, metrics });
  closers.add('setting files', () => files.close());
  const credentials = await credentialsFromSettings({ settings: config, files, metrics, logger });
  const readiness = { database: check };
  const stopping = new AbortController();
  const look = async () => (await projectIdProblem(databaseUrl, config.projectId))?.message;
  void refuseProjectId({ look, signal: stopping.signal }).catch(fail);
  closers.add('look at PROJECT_ID', () => stopping.abort());
  const { served } = await serve({
    config,
    logger,
    closers,
    metrics,
    credentials,
    routes: [...service.routes, ...writes],
    openRoutes,
    readiness,
    tracing,
  });
  return served;
}
