import { type Route, createAdminApp, createApp, createCredentials, listen } from '@sluice/http';
import { type Closers, type Logger, type Metrics, createMetrics, systemClock } from '@sluice/runtime';
import { createReadStore, readPoolConfig } from '@sluice/store/read';
import { Pool } from 'pg';
import type { QueryProcessSettings, QuerySettings } from './config';
import { queryRoutes } from './routes';

export interface QueryServiceParts {
  readonly databaseUrl: string;
  readonly settings: QuerySettings;
  readonly logger: Logger;
  readonly metrics: Metrics;
  readonly closers: Closers;
}

/** A query service that can be mounted on a listener. */
export interface QueryService {
  readonly routes: Route[];
  /** Resolves when the database answers reads. */
  readonly check: () => Promise<void>;
}

/** Longer than a reconnect takes, shorter than a client waits. */
const CONNECT_TIMEOUT_MS = 3000;

/** Makes the endpoints that give data out, on a pool of their own. */
export function composeQuery({ databaseUrl, settings, logger, metrics, closers }: QueryServiceParts): QueryService {
  const pool = new Pool(
    readPoolConfig({
      databaseUrl,
      applicationName: 'sluice-query',
      maxConnections: settings.readConnections,
      connectTimeoutMs: CONNECT_TIMEOUT_MS,
      statementTimeoutMs: settings.readTimeoutMs,
    }),
  );
  pool.on('error', (err) => {
    logger.warn('an idle connection of the query service was lost', { err });
  });
  closers.add('query pool', () => pool.end());
  metrics.gauge({
    name: 'sluice_query_waiting_requests',
    help: 'Statements that wait for one of the READ_CONNECTIONS',
    collect: (gauge) => gauge.set(pool.waitingCount),
  });
  const store = createReadStore({ pool });
  const { projectId, readWaitMs } = settings;
  return {
    routes: queryRoutes({ store, clock: systemClock, logger, projectId, readWaitMs }),
    check: () => store.check(),
  };
}

export interface QueryProcessParts {
  readonly config: QueryProcessSettings;
  readonly logger: Logger;
  readonly closers: Closers;
}

/** Makes the query service as a process of its own, with both of its listeners, and tells where it listens. */
export async function composeQueryProcess({ config, logger, closers }: QueryProcessParts): Promise<{ url: string }> {
  const metrics = createMetrics();
  const databaseUrl = config.databaseReadUrl ?? config.databaseUrl;
  const { routes, check } = composeQuery({ databaseUrl, settings: config, logger, metrics, closers });
  const { bearerTokens, publicKey, secretKey, keyPairs, corsOrigins } = config;
  const pair = publicKey === undefined || secretKey === undefined ? [] : [{ publicKey, secretKey }];
  const credentials = createCredentials({ bearerTokens, keyPairs: [...pair, ...keyPairs] });
  const app = createApp({ logger, metrics, credentials, routes, corsOrigins });
  const adminApp = createAdminApp({ logger, metrics, readiness: { database: check }, liveness: {} });
  const admin = await listen(adminApp, { host: config.adminHost, port: config.adminPort });
  closers.add('admin listener', (budgetMs) => admin.close(budgetMs));
  const listener = await listen(app, { host: config.host, port: config.port });
  closers.add('listener', (budgetMs) => listener.close(budgetMs));
  return { url: listener.url };
}
