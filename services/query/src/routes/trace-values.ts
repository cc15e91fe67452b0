import type { Route } from '@sluice/http';
import { traceValuesParams } from '../params/trace-params';
import { type QueryDependencies, readsFor } from './parts';

/** `GET /api/public/traces/values` (contract: Values of traces). */
export function traceValuesRoute({ store, answers }: QueryDependencies): Route {
  return {
    method: 'get',
    path: '/api/public/traces/values',
    scope: 'read',
    handle: async (request, response) => {
      const query = traceValuesParams(request.query);
      const found = await readsFor(store, response).traceValues(query);
      const data = found.values.map((value) => ({ value }));
      await answers.send(response, found, [[JSON.stringify({ data, meta: { truncated: found.truncated } })]]);
    },
  };
}
