import type { Route } from '@sluice/http';
import { dailyParams } from '../params/trace-params';
import { presentDailyMetrics } from '../present/daily';
import { type QueryDependencies, readsFor } from './parts';

/** `GET /api/public/metrics/daily` (spec 4.4). */
export function dailyRoute({ store, answers }: QueryDependencies): Route {
  return {
    method: 'get',
    path: '/api/public/metrics/daily',
    scope: 'read',
    handle: async (request, response) => {
      const query = dailyParams(request.query);
      const metrics = await readsFor(store, response).dailyMetrics(query);
      await answers.send(response, metrics, presentDailyMetrics(metrics, query));
    },
  };
}
