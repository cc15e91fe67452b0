import type { Route } from '@sluice/http';
import { metricLabelsParams } from '../params/metric-params';
import { type QueryDependencies, readsFor } from './parts';

/** `GET /api/public/metrics/labels` (contract: Metric points and series). */
export function metricLabelsRoute({ store, answers }: QueryDependencies): Route {
  return {
    method: 'get',
    path: '/api/public/metrics/labels',
    scope: 'read',
    handle: async (request, response) => {
      const query = metricLabelsParams(request.query);
      const found = await readsFor(store, response).metricLabels(query);
      const { labels, truncated } = found;
      await answers.send(response, found, [[JSON.stringify({ data: labels, meta: { truncated } })]]);
    },
  };
}
