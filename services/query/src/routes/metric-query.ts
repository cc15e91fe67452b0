import type { Route } from '@sluice/http';
import { metricParams } from '../params/metric-params';
import { presentMetric } from '../present/metric';
import { type QueryDependencies, readsFor } from './parts';

/** `GET /api/public/metrics/query` (spec 4.6). */
export function metricQueryRoute({ store, answers, clock }: QueryDependencies): Route {
  return {
    method: 'get',
    path: '/api/public/metrics/query',
    scope: 'read',
    handle: async (request, response) => {
      const query = metricParams(request.query, clock.now());
      const result = await readsFor(store, response).queryMetric(query);
      await answers.send(response, result, presentMetric(result, query.groupBy));
    },
  };
}
