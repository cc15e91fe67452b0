import type { Closers } from '@sluice/runtime';
import { type AdminOptions, createAdminApp } from './admin-app';
import { type ApiOptions, type Entrance, appBehind, createEntrance } from './app';
import { ConnectionLimit } from './connection-limit';
import { type CredentialSettings, type ListenerSettings, publicListener } from './http-settings';
import { listen } from './listen';
import { listenOn } from './listen-on';
import { Quotas } from './quotas';
import { type Checks, type Readiness, watchReadiness } from './readiness';
import { type RequestLog, createRequestLog } from './request-log';

/** Dependencies of the admin listener of a process. */
export interface ServeAdminOptions extends Pick<AdminOptions, 'logger' | 'metrics'> {
  /** Checks that the role needs for its work: `/readyz`, `/startupz`, the health service of gRPC and the metric `sluice_ready`. */
  readonly readiness: Checks;
  readonly config: Pick<ListenerSettings, 'adminHost' | 'adminPort'>;
  readonly closers: Closers;
}

/** Dependencies of both listeners of a process. */
export interface ServeOptions
  extends ServeAdminOptions, Pick<ApiOptions, 'credentials' | 'routes' | 'openRoutes' | 'tracing'> {
  readonly config: ListenerSettings & Pick<CredentialSettings, 'projectId'>;
}

/** URLs of a process's listeners. */
export interface Served {
  readonly url: string;
  readonly adminUrl: string;
}

/** Listeners that are open, and the checks that further public ones share. */
export interface Serving {
  readonly served: Served;
  readonly entrance: Entrance;
  readonly readiness: Readiness;
}

/** Result of the admin listener. */
export interface ServingAdmin {
  readonly adminUrl: string;
  /** Log that the other listeners share. */
  readonly requestLog: RequestLog;
  readonly readiness: Readiness;
}

/** Time after which a check counts as failed, in milliseconds: Kubernetes waits one second for a probe by default. */
const CHECK_TIMEOUT_MS = 900;

/** Limit for probes, scrapers and people; a further connection closes the one that has been idle longest. */
const MAX_ADMIN_CONNECTIONS = 100;

/**
 * Opens the admin listener of a process.
 * @throws SettingsError if the system refuses the address
 */
export async function serveAdmin(options: ServeAdminOptions): Promise<ServingAdmin> {
  const { config, logger, closers, metrics } = options;
  const requestLog = createRequestLog({ logger });
  closers.add('request log', () => requestLog.close());
  const readiness = watchReadiness({ checks: options.readiness, logger, metrics, timeoutMs: CHECK_TIMEOUT_MS });
  const app = createAdminApp({ logger, requestLog, metrics, readiness });
  const connections = new ConnectionLimit({ most: MAX_ADMIN_CONNECTIONS });
  const address = { host: config.adminHost, port: config.adminPort };
  const admin = await listenOn('ADMIN_PORT', address, () => listen(app, { ...address, connections }));
  closers.add('admin listener', (budgetMs) => admin.close(budgetMs));
  return { adminUrl: admin.url, requestLog, readiness };
}

/**
 * Opens both listeners of a process, the public one last, when all its dependencies run. It closes first.
 * @throws SettingsError if the system refuses an address
 */
export async function serve(options: ServeOptions): Promise<Serving> {
  const { config, logger, closers, metrics, credentials, tracing } = options;
  const { adminUrl, requestLog, readiness } = await serveAdmin(options);
  const { corsOrigins, maxConnections, projectId } = config;
  const connections = new ConnectionLimit({ most: maxConnections, metrics });
  const entrance = createEntrance({
    logger,
    requestLog,
    metrics,
    credentials,
    corsOrigins,
    connections,
    quotas: new Quotas({ metrics, projectId }),
    tracing,
  });
  const app = appBehind(entrance, options);
  const address = publicListener(config);
  const listener = await listenOn('PORT', address, () => listen(app, { ...address, requestLog, connections }));
  closers.add('listener', (budgetMs) => listener.close(budgetMs));
  return { served: { url: listener.url, adminUrl }, entrance, readiness };
}
