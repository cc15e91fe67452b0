import { endpoints } from '@sluice/api';
import type { MetricNames } from '@sluice/store/read';
import { type QueryDependencies, readsFor } from './parts';
import { type Read, readOf } from './read';

/** `GET /api/public/metrics/names` (spec 4.7). */
export const metricNames = ({ store, answers }: QueryDependencies): Read =>
  readOf(endpoints.listMetricNames, async (_asked, _request, response) => {
    const names = await readsFor(store, response).metricNames();
    await answers.send(response, names, present(names));
  });

async function* present({ names }: MetricNames): AsyncGenerator<string[]> {
  let before = '{"data":[';
  for await (const portion of names) {
    yield [before, JSON.stringify(portion).slice(1, -1)];
    before = ',';
  }
  yield [before === ',' ? '' : before, ']}'];
}
