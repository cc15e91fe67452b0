import type { MetricResult } from '@sluice/store/read';
import { textOf } from '../fragments.testing';
import { presentMetric } from './metric';

const T = Date.UTC(2026, 10, 20, 22) * 1000;

const present = (result: Omit<MetricResult, 'heldBytes'>, groupBy?: string): Promise<string> =>
  textOf(presentMetric({ ...result, heldBytes: 0 }, groupBy));

it('writes times with a numeric offset', async () => {
  const result = {
    series: [{ group: null, values: [{ timestamp: T, value: 1.5 }] }],
    latest: T + 7000,
    omittedBuckets: 0,
    truncated: false,
  };
  expect(JSON.parse(await present(result))).toEqual({
    data: [{ labels: {}, values: [{ timestamp: '2026-11-20T22:00:00.000+00:00', value: 1.5 }] }],
    meta: { latest_ts: '2026-11-20T22:00:00.007+00:00', series_count: 1, truncated: false },
  });
});

it('labels each series with its group, whatever the label is called', async () => {
  const result = { series: [{ group: 'v', values: [] }], latest: T, omittedBuckets: 0, truncated: true };
  expect(await present(result, '__proto__')).toContain('"labels":{"__proto__":"v"}');
});

it('tells of buckets that were left out only where there are any', async () => {
  const result = { series: [{ group: null, values: [] }], latest: T, omittedBuckets: 2, truncated: false };
  expect(JSON.parse(await present(result))).toMatchObject({
    data: [{ labels: {}, values: [] }],
    meta: { series_count: 1, truncated: false, omitted_buckets: 2 },
  });
});
