import { type Route, sendJson } from '@sluice/http';
import { metricParams } from '../params/metric-params';
import { presentMetric } from '../present/metric';
import type { QueryParts } from './parts';

/** `GET /api/public/metrics/query` (spec 4.6). */
export function metricQueryRoute({ store, clock }: QueryParts): Route {
  return {
    method: 'get',
    path: '/api/public/metrics/query',
    handle: async (request, response) => {
      const query = metricParams(request.query, clock.now());
      sendJson(response, 200, presentMetric(await store.queryMetric(query), query.groupBy));
    },
  };
}
