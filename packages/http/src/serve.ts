import type { Closers } from '@sluice/runtime';
import { type AdminOptions, createAdminApp } from './admin-app';
import { type ApiOptions, type Entrance, appBehind, createEntrance } from './app';
import { ConnectionLimit } from './connection-limit';
import { type CredentialSettings, type ListenerSettings, publicListener } from './http-settings';
import { listen } from './listen';
import { listenOn } from './listen-on';
import { Quotas } from './quotas';
import { type RequestLog, createRequestLog } from './request-log';

/** Dependencies of the admin listener of a process. */
export interface ServeAdminOptions extends Pick<AdminOptions, 'logger' | 'metrics' | 'readiness'> {
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
}

/** Limit for probes, scrapers and people; a further connection closes the one that has been idle longest. */
const MAX_ADMIN_CONNECTIONS = 100;

/**
 * Opens the admin listener of a process.
 * @returns its URL and the request log that the other listeners share
 * @throws SettingsError if the system refuses the address
 */
export async function serveAdmin({
  config,
  logger,
  closers,
  metrics,
  readiness,
}: ServeAdminOptions): Promise<{ readonly adminUrl: string; readonly requestLog: RequestLog }> {
  const requestLog = createRequestLog({ logger });
  closers.add('request log', () => requestLog.close());
  const app = createAdminApp({ logger, requestLog, metrics, readiness });
  const connections = new ConnectionLimit({ most: MAX_ADMIN_CONNECTIONS });
  const address = { host: config.adminHost, port: config.adminPort };
  const admin = await listenOn('ADMIN_PORT', address, () => listen(app, { ...address, connections }));
  closers.add('admin listener', (budgetMs) => admin.close(budgetMs));
  return { adminUrl: admin.url, requestLog };
}

/**
 * Opens both listeners of a process, the public one last, when all its dependencies run. It closes first.
 * @throws SettingsError if the system refuses an address
 */
export async function serve(options: ServeOptions): Promise<Serving> {
  const { config, logger, closers, metrics, credentials, tracing } = options;
  const { adminUrl, requestLog } = await serveAdmin(options);
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
  return { served: { url: listener.url, adminUrl }, entrance };
}
