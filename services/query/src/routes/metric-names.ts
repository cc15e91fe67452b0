import type { Route } from '@sluice/http';
import type { MetricNames } from '@sluice/store/read';
import { type QueryDependencies, readsFor } from './parts';

/** `GET /api/public/metrics/names` (spec 4.7). */
export function metricNamesRoute({ store, answers }: QueryDependencies): Route {
  return {
    method: 'get',
    path: '/api/public/metrics/names',
    scope: 'read',
    handle: async (_request, response) => {
      const names = await readsFor(store, response).metricNames();
      await answers.send(response, names, present(names));
    },
  };
}

async function* present({ names }: MetricNames): AsyncGenerator<string[]> {
  let before = '{"data":[';
  for await (const portion of names) {
    yield [before, JSON.stringify(portion).slice(1, -1)];
    before = ',';
  }
  yield [before === ',' ? '' : before, ']}'];
}
