import { type Handler, type Route, sendJson, unavailable } from '@sluice/http';
import { StoreUnavailableError } from '@sluice/store/read';
import { presentMetricNames } from '../present/metric';
import { dailyRoute } from './daily';
import { metricQueryRoute } from './metric-query';
import { withKnownParameters } from './parameters';
import type { QueryParts } from './parts';
import { withReceipt } from './receipt';
import { traceRoute } from './trace';
import { tracesRoute } from './traces';

/** The endpoints that give data out. */
export function queryRoutes(parts: QueryParts): Route[] {
  const ofData = [
    tracesRoute(parts),
    traceRoute(parts),
    dailyRoute(parts),
    metricQueryRoute(parts),
    metricNamesRoute(parts),
  ].map((route) => ({ ...route, handle: withReceipt(route.handle, parts) }));
  return [...ofData, projectsRoute(parts)]
    .map(withKnownParameters)
    .map((route) => ({ ...route, handle: withStoreErrors(route.handle) }));
}

/** `GET /api/public/metrics/names` (spec 4.7). */
function metricNamesRoute({ store, answers }: QueryParts): Route {
  return {
    method: 'get',
    path: '/api/public/metrics/names',
    handle: async (_request, response) => {
      const names = await store.metricNames();
      await answers.send(response, names, presentMetricNames(names));
    },
  };
}

/** `GET /api/public/projects`: the one project that all credentials see (contract: Product). */
function projectsRoute({ projectId }: QueryParts): Route {
  const project = { id: projectId, name: projectId, organization: { id: projectId, name: projectId }, metadata: {} };
  const body = JSON.stringify({ data: [project] });
  return {
    method: 'get',
    path: '/api/public/projects',
    handle: (_request, response) => sendJson(response, 200, body),
  };
}

/** Answers 503 where the store does not answer; the log gets the cause. */
function withStoreErrors(handle: Handler): Handler {
  return async (request, response) => {
    try {
      await handle(request, response);
    } catch (error) {
      if (!(error instanceof StoreUnavailableError)) throw error;
      throw unavailable(error.message, error.cause);
    }
  };
}
