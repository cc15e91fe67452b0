import fc from 'fast-check';
import type { MetricResult } from '../api/types';
import { align, axisValue, metricValue, stepOf } from './series';

const START = Date.parse('2026-11-20T22:00:00.000Z');
const at = (minute: number): string => new Date(START + minute * 60_000).toISOString().replace('Z', '+00:00');

const resultOf = (series: readonly (readonly (readonly [minute: number, value: number])[])[]): MetricResult => ({
  data: series.map((points, n) => ({
    labels: { region: `r${n}` },
    values: points.map(([minute, value]) => ({ timestamp: at(minute), value })),
  })),
  meta: { series_count: series.length, truncated: false },
});

const points = fc
  .uniqueArray(fc.tuple(fc.nat({ max: 60 }), fc.double({ noNaN: true })), {
    selector: ([minute]) => minute,
    maxLength: 20,
  })
  .map((all) => all.sort(([a], [b]) => a - b));

test('all values are at their times, and no others are there', () => {
  fc.assert(
    fc.property(fc.array(points, { maxLength: 4 }), (all) => {
      const { times, series } = align(resultOf(all), 'region', '1m');
      expect(times).toEqual([...new Set(times)].sort((a, b) => a - b));
      expect(series.map(({ label }) => label)).toEqual(all.map((_, n) => `r${n}`));
      for (const [n, { values }] of series.entries()) {
        expect(values).toHaveLength(times.length);
        const found = values.flatMap((value, address) =>
          typeof value === 'number' ? [[((times[address] ?? 0) - START / 1000) / 60, value]] : [],
        );
        expect(found).toEqual(all[n]?.map(([minute, value]) => [minute, value]));
      }
    }),
  );
});

test('a line goes on over a few empty buckets, and ends at a gap', () => {
  const short = [
    [0, 1],
    [1, 1],
    [2, 1],
    [5, 2],
    [12, 3],
  ] as const;
  const { times, series } = align(resultOf([short, [[3, 5]]]), 'region', '1m');
  expect(times.map((time) => (time - START / 1000) / 60)).toEqual([0, 1, 2, 3, 5, 6, 12]);
  expect(series.map(({ values }) => values)).toEqual([
    [1, 1, 1, undefined, 2, null, 3],
    [null, null, null, 5, null, null, null],
  ]);
});

test('a sender that is slower than the buckets has a line as well', () => {
  const slow = [0, 10, 20, 31, 70].map((minute) => [minute, minute] as const);
  const { times, series } = align(resultOf([slow]), 'region', '1m');
  expect(times.map((time) => (time - START / 1000) / 60)).toEqual([0, 10, 20, 31, 32, 70]);
  expect(series[0]?.values).toEqual([0, 10, 20, 31, null, 70]);
});

test('a series is told by its last, least and greatest value', () => {
  const [series, empty] = align(
    resultOf([
      [
        [0, 3],
        [1, 9],
        [2, 4],
      ],
      [],
    ]),
    undefined,
    '1m',
  ).series;
  expect(series).toMatchObject({ label: '', last: 4, min: 3, max: 9 });
  expect(empty).toMatchObject({ last: undefined, min: undefined, max: undefined });
});

test('the step is as small as the time allows', () => {
  expect([900, 6 * 3600, 86_400, 7 * 86_400, 30 * 86_400].map((span) => stepOf('auto', span))).toEqual([
    '1m',
    '1m',
    '5m',
    '1h',
    '1h',
  ]);
  expect(stepOf('auto', 90 * 86_400)).toBe('1d');
  expect(stepOf('1m', 30 * 86_400)).toBe('1m');
});

test.each([
  [0, '0'],
  [12_345.678, '12,346'],
  [0.00123, '0.00123'],
  [1.2e12, '1.2E12'],
  [-0.00001, '-1E-5'],
])('%p is shown as %s', (value, text) => {
  expect(metricValue(value)).toBe(text);
});

test.each([
  [9_999, '9,999'],
  [12_500, '12.5k'],
  [-42_500_000_000, '-42.5G'],
  [1e14, '100T'],
  [2e15, '2E15'],
  [0.25, '0.25'],
])('%p stands beside an axis as %s', (value, text) => {
  expect(axisValue(value)).toBe(text);
});
