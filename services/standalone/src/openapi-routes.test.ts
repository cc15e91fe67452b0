import { MemoryBus } from '@sluice/bus';
import { composeGateway } from '@sluice/gateway';
import { createApp, createCredentials } from '@sluice/http';
import { openApiDocument } from '@sluice/openapi';
import { composeQuery } from '@sluice/query';
import { Closers, createLogger, createMetrics, systemClock } from '@sluice/runtime';
import { readStandaloneSettings } from './config';

const logger = createLogger({ level: 'silent', pretty: false });
const closers = new Closers({ logger });
afterAll(() => closers.close(1000));

/** `GET /api/public/traces/{traceId}` for every route of the public listener. Nothing is asked of a database. */
function routesOfTheProduct(): string[] {
  const settings = readStandaloneSettings({});
  const metrics = createMetrics({ processMetrics: false });
  const publisher = new MemoryBus({ partitions: 1, deadlineMs: 1, maxPendingBytes: 1, maxBatchBytes: 1 });
  const query = composeQuery({ databaseUrl: 'postgres://127.0.0.1/none', settings, logger, metrics, closers });
  const app = createApp({
    logger,
    metrics,
    credentials: createCredentials({ bearerTokens: ['token'], keyPairs: [] }),
    routes: [...composeGateway({ settings, publisher, clock: systemClock, logger, metrics, closers }), ...query.routes],
    openRoutes: query.openRoutes,
  });
  return app.router.stack.flatMap(({ route }) =>
    (route?.stack ?? []).map(
      ({ method }) => `${method.toUpperCase()} ${(route?.path ?? '').replace(/:(\w+)/g, '{$1}')}`,
    ),
  );
}

test('the OpenAPI document has every route of the product, and no other', () => {
  const documented = Object.entries(openApiDocument.paths).flatMap(([path, item]) =>
    Object.keys(item).map((method) => `${method.toUpperCase()} ${path}`),
  );
  expect(documented.sort()).toEqual([...new Set(routesOfTheProduct())].sort());
});
