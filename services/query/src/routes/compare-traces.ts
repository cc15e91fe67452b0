import type { Route } from '@sluice/http';
import { traceComparisonParams } from '../params/trace-params';
import { presentComparison } from '../present/comparison';
import { type QueryDependencies, readsFor } from './parts';

/** `GET /api/public/traces/compare` (contract: Comparison of traces). */
export function compareTracesRoute({ store, answers }: QueryDependencies): Route {
  return {
    method: 'get',
    path: '/api/public/traces/compare',
    scope: 'read',
    handle: async (request, response) => {
      const query = traceComparisonParams(request.query);
      const comparison = await readsFor(store, response).compareTraces(query);
      await answers.send(response, comparison, [[presentComparison(comparison)]]);
    },
  };
}
