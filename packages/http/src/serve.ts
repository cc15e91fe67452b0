import type { Closers } from '@sluice/runtime';
import { type AdminOptions, createAdminApp } from './admin-app';
import { type ApiOptions, createApp } from './app';
import { ConnectionLimit } from './connection-limit';
import { type CredentialSettings, type ListenerSettings, publicListener } from './http-settings';
import { listenOn } from './listen-on';
import { Quotas } from './quotas';
import { type RequestLog, createRequestLog } from './request-log';

/** What the admin listener of a process needs. */
export interface ServeAdminOptions extends Pick<AdminOptions, 'logger' | 'metrics' | 'readiness'> {
  readonly config: Pick<ListenerSettings, 'adminHost' | 'adminPort'>;
  readonly closers: Closers;
}

/** What both listeners of a process need. */
export interface ServeOptions
  extends ServeAdminOptions, Pick<ApiOptions, 'credentials' | 'routes' | 'openRoutes' | 'tracing'> {
  readonly config: ListenerSettings & Pick<CredentialSettings, 'projectId'>;
}

/** Where a process listens. */
export interface Served {
  readonly url: string;
  readonly adminUrl: string;
}

/** Of probes, scrapers and whoever looks: one too many closes that which has been idle longest. */
const MOST_ADMIN_CONNECTIONS = 100;

/**
 * Opens the admin listener of a process.
 * @returns with the request log that its other listeners share
 * @throws SettingsError where the system refuses the place
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
  const connections = new ConnectionLimit({ most: MOST_ADMIN_CONNECTIONS });
  const admin = await listenOn('ADMIN_PORT', app, { host: config.adminHost, port: config.adminPort, connections });
  closers.add('admin listener', (budgetMs) => admin.close(budgetMs));
  return { adminUrl: admin.url, requestLog };
}

/**
 * Opens both listeners of a process, the public one last: by then all that it asks is there. It closes first.
 * @throws SettingsError where the system refuses a place
 */
export async function serve(options: ServeOptions): Promise<Served> {
  const { config, logger, closers, metrics, credentials, routes, openRoutes = [], tracing } = options;
  const { adminUrl, requestLog } = await serveAdmin(options);
  const { corsOrigins, maxConnections, projectId } = config;
  const connections = new ConnectionLimit({ most: maxConnections, metrics });
  const app = createApp({
    logger,
    requestLog,
    metrics,
    credentials,
    routes,
    openRoutes,
    corsOrigins,
    connections,
    quotas: new Quotas({ metrics, projectId }),
    tracing,
  });
  const listener = await listenOn('PORT', app, { ...publicListener(config), requestLog, connections });
  closers.add('listener', (budgetMs) => listener.close(budgetMs));
  return { url: listener.url, adminUrl };
}
