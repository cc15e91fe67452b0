import type { Route } from '@sluice/http';
import { traceHistogramParams } from '../params/trace-params';
import { presentHistogram } from '../present/histogram';
import { type QueryDependencies, readsFor } from './parts';

/** `GET /api/public/traces/histogram` (contract: Histogram of traces). */
export function traceHistogramRoute({ store, answers, clock }: QueryDependencies): Route {
  return {
    method: 'get',
    path: '/api/public/traces/histogram',
    scope: 'read',
    handle: async (request, response) => {
      const query = traceHistogramParams(request.query, clock.now());
      const histogram = await readsFor(store, response).traceHistogram(query);
      await answers.send(response, histogram, [[presentHistogram(histogram, query)]]);
    },
  };
}
