import { type Route, sendJson } from '@sluice/http';
import { dailyParams } from '../params/trace-params';
import { presentDailyMetrics } from '../present/daily';
import type { QueryParts } from './parts';

/** `GET /api/public/metrics/daily` (spec 4.4). */
export function dailyRoute({ store }: QueryParts): Route {
  return {
    method: 'get',
    path: '/api/public/metrics/daily',
    handle: async (request, response) => {
      const query = dailyParams(request.query);
      sendJson(response, 200, presentDailyMetrics(await store.dailyMetrics(query), query));
    },
  };
}
