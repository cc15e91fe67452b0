import type { Route } from '@sluice/http';
import { presentMetricNames } from '../present/metric';
import type { QueryParts } from './parts';

/** `GET /api/public/metrics/names` (spec 4.7). */
export function metricNamesRoute({ store, answers }: QueryParts): Route {
  return {
    method: 'get',
    path: '/api/public/metrics/names',
    handle: async (_request, response) => {
      const names = await store.metricNames();
      await answers.send(response, names, presentMetricNames(names));
    },
  };
}
