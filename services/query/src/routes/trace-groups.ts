import type { Route } from '@sluice/http';
import { traceGroupsParams } from '../params/trace-params';
import { presentGroups } from '../present/groups';
import { type QueryDependencies, readsFor } from './parts';

/** `GET /api/public/traces/groups` (contract: Groups of traces). */
export function traceGroupsRoute({ store, answers }: QueryDependencies): Route {
  return {
    method: 'get',
    path: '/api/public/traces/groups',
    scope: 'read',
    handle: async (request, response) => {
      const query = traceGroupsParams(request.query);
      const groups = await readsFor(store, response).traceGroups(query);
      await answers.send(response, groups, [[presentGroups(groups)]]);
    },
  };
}
