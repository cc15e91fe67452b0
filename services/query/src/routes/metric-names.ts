import { type Route, sendJson } from '@sluice/http';
import type { QueryParts } from './parts';

/** `GET /api/public/metrics/names` (spec 4.7). */
export function metricNamesRoute({ store }: QueryParts): Route {
  return {
    method: 'get',
    path: '/api/public/metrics/names',
    handle: async (_request, response) => {
      sendJson(response, 200, JSON.stringify({ data: await store.metricNames() }));
    },
  };
}
