import { MemoryBus } from '@sluice/bus';
import { composeGateway } from '@sluice/gateway';
import { type OpenRoute, type Route, createApp, createCredentials } from '@sluice/http';
import { composeQuery } from '@sluice/query';
import { Closers, createLogger, createMetrics, systemClock } from '@sluice/runtime';
import { readStandaloneSettings } from './config';

/** Routes of the public listeners in the form `GET /api/public/traces/{traceId}`. */
export interface ProductRoutes {
  /** Routes of both listeners. */
  readonly both: readonly string[];
  readonly gateway: readonly string[];
  readonly query: readonly string[];
  /** Routes that need credentials, each with its scope. */
  readonly scopes: readonly (readonly [route: string, scope: Route['scope']])[];
}

/** Returns the routes of both services, as they compose them, without the pages of the console. It uses no database. */
export async function productRoutes(): Promise<ProductRoutes> {
  const logger = createLogger({ level: 'silent', pretty: false });
  const closers = new Closers({ logger });
  const settings = readStandaloneSettings({ CONSOLE: 'false' });
  const metrics = createMetrics({ processMetrics: false });
  const publisher = new MemoryBus({ partitions: 1, deadlineMs: 1, maxPendingBytes: 1, maxBatchBytes: 1 });
  const query = composeQuery({ databaseUrl: 'postgres://127.0.0.1/none', settings, logger, metrics, closers });
  const { routes: gateway } = composeGateway({ settings, publisher, clock: systemClock, logger, metrics, closers });
  await closers.close(1000);
  const scopes = [...gateway, ...query.routes].map(
    ({ method, path, scope }) => [`${method.toUpperCase()} ${braced(path)}`, scope] as const,
  );
  const both = listed([], []);
  const without = (routes: readonly string[]): string[] => routes.filter((route) => !both.includes(route));
  return {
    both,
    gateway: without(listed(gateway, [])),
    query: without(listed(query.routes, query.openRoutes)),
    scopes,
  };
}

function listed(routes: readonly Route[], openRoutes: readonly OpenRoute[]): string[] {
  const app = createApp({
    logger: createLogger({ level: 'silent', pretty: false }),
    metrics: createMetrics({ processMetrics: false }),
    credentials: createCredentials({ bearerTokens: ['token'], keyPairs: [] }),
    routes: [...routes],
    openRoutes: [...openRoutes],
  });
  const found = app.router.stack.flatMap(({ route }) =>
    (route?.stack ?? []).map(({ method }) => `${method.toUpperCase()} ${braced(route?.path ?? '')}`),
  );
  return [...new Set(found)];
}

/** Returns an express path in the form of OpenAPI. */
function braced(path: string): string {
  return path.replace(/:(\w+)/g, '{$1}');
}
