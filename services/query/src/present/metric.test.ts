import { presentMetric } from './metric';

const T = Date.UTC(2026, 10, 20, 22) * 1000;

it('writes times with a numeric offset', () => {
  const result = {
    series: [{ group: null, values: [{ timestamp: T, value: 1.5 }] }],
    latest: T + 7000,
    truncated: false,
  };
  expect(JSON.parse(presentMetric(result, undefined))).toEqual({
    data: [{ labels: {}, values: [{ timestamp: '2026-11-20T22:00:00.000+00:00', value: 1.5 }] }],
    meta: { latest_ts: '2026-11-20T22:00:00.007+00:00', series_count: 1, truncated: false },
  });
});

it('omits latest_ts where there is no data', () => {
  expect(JSON.parse(presentMetric({ series: [], truncated: false }, undefined))).toEqual({
    data: [],
    meta: { series_count: 0, truncated: false },
  });
});

it('labels each series with its group, whatever the label is called', () => {
  const result = { series: [{ group: 'v', values: [] }], latest: T, truncated: true };
  expect(presentMetric(result, '__proto__')).toContain('"labels":{"__proto__":"v"}');
});
