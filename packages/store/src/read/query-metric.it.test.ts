import { METRIC_AGGREGATIONS } from '@sluice/record';
import fc from 'fast-check';
import type { Pool } from 'pg';
import { collect } from './collect-fragments.testing';
import type { MetricAggregation, MetricQuery } from './metric';
import type { ProjectStore } from './postgres-store';
import { openReader } from './reader.testing';

const MINUTE = 60_000_000;
const T0 = Date.UTC(2026, 10, 20, 12) * 1000;

let owner: Pool;
let store: ProjectStore;
let close: () => Promise<void>;

beforeAll(() => {
  ({ owner, store, close } = openReader());
});
afterAll(() => close());
beforeEach(async () => {
  await owner.query('truncate sluice.metric_series, sluice.metric_points');
  const { rows } = await owner.query<{ part: string }>(`select to_timestamp($1::bigint / 1000000)::date as part`, [T0]);
  await owner.query('select sluice.ensure_metric_partitions($1::date - 2, $1)', [rows[0]?.part]);
});

/** Stores points of one series: times in microseconds and values. */
async function points(
  name: string,
  labels: Readonly<Record<string, string>>,
  values: readonly (readonly [number, number])[],
): Promise<void> {
  const { rows } = await owner.query<{ id: string }>(
    `insert into sluice.metric_series (hash, name, labels) values (gen_random_uuid(), $1, $2) returning id`,
    [name, JSON.stringify(labels)],
  );
  await owner.query(
    `insert into sluice.metric_points (series_id, ts, value)
     select $1, timestamptz 'epoch' + t * interval '1 microsecond', v
     from unnest($2::bigint[], $3::double precision[]) with ordinality as p(t, v, n) order by n`,
    [rows[0]?.id, values.map(([time]) => time), values.map(([, value]) => value)],
  );
}

const query = (fields: Partial<MetricQuery> = {}): MetricQuery => ({
  name: 'm',
  from: T0,
  before: T0 + 60 * MINUTE,
  labels: new Map(),
  step: '1m',
  aggregation: 'avg',
  ...fields,
});

it('takes as last the latest timestamp, of equal ones whose receipts are not known the last stored', async () => {
  await points('m', { a: '1' }, [
    [T0 + 9, 1],
    [T0 + 9, 2],
  ]);
  await points('m', { a: '2' }, [
    [T0 + 9, 3],
    [T0 + 5, 4],
  ]);
  const { series } = await store.queryMetric(query({ aggregation: 'last' }));
  expect(series[0]?.values).toEqual([{ timestamp: T0, value: 3 }]);
});

it.each([
  ['1m', [0, 1, 4, 5, 59]],
  ['5m', [0, 5, 55]],
  ['1h', [0]],
  ['1d', [-720]],
] as const)('aligns buckets of %s to the epoch in UTC and leaves out empty ones', async (step, starts) => {
  const minutes = [0.5, 1, 4.999, 5, 59.5];
  await points(
    'm',
    {},
    minutes.map((minute) => [T0 + minute * MINUTE, 1]),
  );
  const { series } = await store.queryMetric(query({ step }));
  expect(series[0]?.values.map(({ timestamp }) => (timestamp - T0) / MINUTE)).toEqual(starts);
});

it('takes points from the window only, its first moment included', async () => {
  await points('m', {}, [
    [T0 - 1, 1],
    [T0, 2],
    [T0 + 9, 3],
    [T0 + 10, 4],
  ]);
  const { series, latest } = await store.queryMetric(query({ before: T0 + 10, aggregation: 'sum' }));
  expect(series[0]?.values).toEqual([{ timestamp: T0, value: 5 }]);
  expect(latest).toBe(T0 + 9);
});

it('selects points that carry every label of the filter', async () => {
  await points('m', { host: 'a', region: 'x' }, [[T0, 1]]);
  await points('m', { host: 'a' }, [[T0, 2]]);
  await points('m', { host: 'b', region: 'x' }, [[T0, 4]]);
  await points('other', { host: 'a', region: 'x' }, [[T0, 8]]);
  const sum = async (labels: Record<string, string>): Promise<number | undefined> => {
    const { series } = await store.queryMetric(query({ aggregation: 'sum', labels: new Map(Object.entries(labels)) }));
    return series[0]?.values[0]?.value;
  };
  expect(await sum({})).toBe(7);
  expect(await sum({ host: 'a' })).toBe(3);
  expect(await sum({ host: 'a', region: 'x' })).toBe(1);
  expect(await sum({ region: 'y' })).toBeUndefined();
});

it('makes one series for each value of the group label, by code point, and leaves out points without it', async () => {
  for (const [n, host] of ['b', 'B', 'ä', 'a'].entries()) await points('m', { host, n: `${n}` }, [[T0, n]]);
  await points('m', { host: 'a', more: 'x' }, [[T0, 7]]);
  await points('m', { other: 'a' }, [[T0, 100]]);
  const { series } = await store.queryMetric(query({ groupBy: 'host', aggregation: 'sum' }));
  expect(series.map(({ group, values }) => [group, values[0]?.value])).toEqual([
    ['B', 1],
    ['a', 10],
    ['b', 0],
    ['ä', 2],
  ]);
});

it('treats label names as values, whatever they hold', async () => {
  const key = `__proto__'); drop table x; --`;
  await points('m', { [key]: 'v' }, [[T0, 1]]);
  const { series } = await store.queryMetric(query({ groupBy: key, labels: new Map([[key, 'v']]) }));
  expect(series).toEqual([{ group: 'v', values: [{ timestamp: T0, value: 1 }] }]);
});

it('keeps the first 50 series and tells that it cut; the newest point counts before cutting', async () => {
  for (let n = 0; n < 51; n += 1) await points('m', { host: `h${String(n).padStart(2, '0')}` }, [[T0 + n, n]]);
  const { series, truncated, latest } = await store.queryMetric(query({ groupBy: 'host' }));
  expect(series.map(({ group }) => group)).toEqual(
    Array.from({ length: 50 }, (_, n) => `h${String(n).padStart(2, '0')}`),
  );
  expect(truncated).toBe(true);
  expect(latest).toBe(T0 + 50);
});

it('keeps the newest 1000 points of a series, in order of time', async () => {
  const window = { from: T0 - 1500 * MINUTE, before: T0 };
  await points(
    'm',
    {},
    Array.from({ length: 1001 }, (_, n) => [T0 - (n + 1) * MINUTE, n]),
  );
  const { series, truncated } = await store.queryMetric(query(window));
  const times = series[0]?.values.map(({ timestamp }) => timestamp) ?? [];
  expect(times).toEqual(Array.from({ length: 1000 }, (_, n) => T0 - (1000 - n) * MINUTE));
  expect(truncated).toBe(true);
});

it('does not say that it cut at exactly 1000 points and 50 series', async () => {
  const window = { from: T0 - 1500 * MINUTE, before: T0 };
  for (let n = 0; n < 49; n += 1) await points('m', { host: `${n}` }, [[T0 - 1, n]]);
  await points(
    'm',
    { host: 'full' },
    Array.from({ length: 1000 }, (_, n) => [T0 - (n + 1) * MINUTE, n]),
  );
  const { series, truncated } = await store.queryMetric(query({ ...window, groupBy: 'host' }));
  expect(series).toHaveLength(50);
  expect(truncated).toBe(false);
});

it('answers an unknown name and an empty window with no series', async () => {
  await points('m', {}, [[T0, 1]]);
  const nothing = { series: [], omittedBuckets: 0, truncated: false, heldBytes: 0 };
  expect(await store.queryMetric(query({ name: 'unknown' }))).toEqual(nothing);
  expect(await store.queryMetric(query({ from: T0 + 1 }))).toEqual(nothing);
  expect(await store.queryMetric(query({ from: T0 + 1, before: T0 }))).toEqual(nothing);
});

const MAX = Number.MAX_VALUE;

/** Returns the value of a query of points in one bucket; undefined if it has none. */
async function valueOf(aggregation: MetricAggregation, values: readonly number[]): Promise<number | undefined> {
  await owner.query('truncate sluice.metric_series, sluice.metric_points');
  await points(
    'm',
    {},
    values.map((value, n) => [T0 + n, value] as const),
  );
  const { series } = await store.queryMetric(query({ aggregation }));
  expect(series).toHaveLength(1);
  return series[0]?.values[0]?.value;
}

it.each<[MetricAggregation, readonly number[], number]>([
  ['sum', [1e308, 1e308, -1e308], 1e308],
  ['sum', [-1e308, -1e308, 1e308, 1e308], 0],
  ['sum', [1e308, 1e308, -1e308, -1e308, 5], 5],
  ['sum', [1e308, 5, 1e-308, -1e308], 5],
  ['sum', [MAX, MAX, -MAX], MAX],
  ['sum', [MAX], MAX],
  ['sum', [5e-324, 5e-324], 1e-323],
  ['sum', [MAX, 5e-324], MAX],
  ['sum', [-MAX, 5e-324, MAX], 5e-324],
  ['avg', [1e308, 1e308], 1e308],
  ['avg', [1e308, -1e308], 0],
  ['avg', [MAX, MAX, MAX], MAX],
  ['avg', [-MAX, -MAX, -MAX, -MAX, -MAX], -MAX],
  ['avg', [1e200, -1e200], 0],
  ['avg', [1e308, -1e308, 6], 2],
  ['avg', [5e-324, 0, 0, 0], 0],
  ['avg', [1e-323, 1e-323], 1e-323],
  ['p50', [1e308, -1e308], 0],
  ['p50', [-MAX, MAX], 0],
  ['p50', [-1e308, 1.5e308], 2.5e307],
  ['p90', [-1e308, 1e308], 8e307],
  ['p99', [-1e308, -1e308, 1e308, 1.5e308], 1.485e308],
  ['p99', [MAX, MAX, MAX], MAX],
  ['max', [-MAX, MAX], MAX],
  ['last', [1, -MAX], -MAX],
])('%s of %j is %d, whatever is beyond a double on the way', async (aggregation, values, expected) => {
  const orders = [values, values.toReversed(), values.toSorted((a, b) => a - b)];
  for (const ordered of aggregation === 'last' ? [values] : orders) {
    const value = await valueOf(aggregation, ordered);
    expect(value === expected ? 0 : Math.abs((value ?? NaN) - expected) / Math.abs(expected)).toBeLessThan(1e-14);
  }
});

it('answers any finite values; only a sum may be left out', async () => {
  const anything = fc.double({ noNaN: true, noDefaultInfinity: true });
  const extremes = fc.constantFrom(MAX, -MAX, Number.MIN_VALUE, -Number.MIN_VALUE, 2 ** 960, -(2 ** 960), 0);
  const bucket = fc.array(fc.oneof(anything, extremes), { minLength: 1, maxLength: 12 });
  await fc.assert(
    fc.asyncProperty(bucket, async (values) => {
      const [least, most] = [Math.min(...values), Math.max(...values)];
      for (const aggregation of METRIC_AGGREGATIONS) {
        const value = await valueOf(aggregation, values);
        if (aggregation === 'sum') {
          expect(value === undefined || Number.isFinite(value)).toBe(true);
          continue;
        }
        const near = 1e-15 * Math.max(Math.abs(least), Math.abs(most));
        expect(value).toBeGreaterThanOrEqual(least - near);
        expect(value).toBeLessThanOrEqual(most === MAX ? MAX : most + near);
      }
    }),
    { numRuns: 25 },
  );
});

it('leaves out a bucket whose sum no double can hold, counts it, and answers the others', async () => {
  await points('m', { host: 'a' }, [
    [T0, 1.7e308],
    [T0 + 1, 1.7e308],
    [T0 + MINUTE, 7],
    [T0 + 2 * MINUTE, -1.7e308],
    [T0 + 2 * MINUTE + 1, -1.7e308],
  ]);
  await points('m', { host: 'b' }, [
    [T0, 1.7e308],
    [T0 + 1, 1.7e308],
  ]);
  await points('m', { host: 'c' }, [[T0, 1]]);
  const answer = await store.queryMetric(query({ aggregation: 'sum', groupBy: 'host' }));
  expect(answer).toMatchObject({
    series: [
      { group: 'a', values: [{ timestamp: T0 + MINUTE, value: 7 }] },
      { group: 'b', values: [] },
      { group: 'c', values: [{ timestamp: T0, value: 1 }] },
    ],
    latest: T0 + 2 * MINUTE + 1,
    omittedBuckets: 3,
    truncated: false,
  });
  const average = await store.queryMetric(query({ groupBy: 'host' }));
  expect(average.omittedBuckets).toBe(0);
  expect(average.series.map(({ values }) => values.length)).toEqual([3, 1, 1]);
});

it('cuts before it leaves buckets out: a bucket that is left out is one of the newest 1000', async () => {
  const window = { from: T0 - 1500 * MINUTE, before: T0, aggregation: 'sum' } as const;
  const minutes = Array.from({ length: 1001 }, (_, n) => T0 - (n + 1) * MINUTE);
  await points(
    'm',
    {},
    [0, 1000].flatMap((n) => [1, 2].map((twice) => [(minutes[n] ?? 0) + twice, 1.7e308] as const)),
  );
  await points(
    'm',
    { more: 'x' },
    minutes.slice(1, 1000).map((time) => [time, 1] as const),
  );
  const { series, truncated, omittedBuckets } = await store.queryMetric(query(window));
  expect(series[0]?.values).toHaveLength(999);
  expect({ truncated, omittedBuckets }).toEqual({ truncated: true, omittedBuckets: 1 });
});

const names = async (): Promise<string[]> => collect((await store.metricNames()).names);

it('lists all metric names, sorted by code point, each once', async () => {
  expect(await names()).toEqual([]);
  for (const [name, host] of [
    ['b', '1'],
    ['b', '2'],
    ['B', '1'],
    ['ä', '1'],
    ['a b', '1'],
  ] as const) {
    await points(name, { host }, []);
  }
  expect(await names()).toEqual(['B', 'a b', 'b', 'ä']);
});

it.each([1999, 2000, 2001, 4001])('lists all of %d metric names', async (count) => {
  await owner.query(
    `insert into sluice.metric_series (hash, name, labels)
     select gen_random_uuid(), 'name ' || n, '{}' from generate_series(1, $1) n, generate_series(1, 2)`,
    [count],
  );
  const all = await names();
  expect(all).toEqual(Array.from({ length: count }, (_, n) => `name ${n + 1}`).sort());
});

it('lists the labels of a metric, and the values of one, from a prefix on', async () => {
  await points('m', { region: 'eu-1', Ä: 'x' }, []);
  await points('m', { region: 'eu-2', host: 'a' }, []);
  await points('m', { region: 'EU' }, []);
  await points('m', { region: '' }, []);
  await points('other', { secret: 'eu' }, []);
  const read = async (more: object) => {
    const { labels, truncated } = await store.metricLabels({ name: 'm', prefix: '', limit: 10, ...more });
    return [...labels, ...(truncated ? ['…'] : [])];
  };
  expect(await read({})).toEqual(['host', 'region', 'Ä']);
  expect(await read({ limit: 2 })).toEqual(['host', 'region', '…']);
  expect(await read({ prefix: 're' })).toEqual(['region']);
  expect(await read({ key: 'region' })).toEqual(['', 'EU', 'eu-1', 'eu-2']);
  expect(await read({ key: 'region', prefix: 'eu' })).toEqual(['eu-1', 'eu-2']);
  expect(await read({ key: 'region', prefix: 'eu_' })).toEqual([]);
  expect(await read({ key: 'secret' })).toEqual([]);
  expect(await read({ name: 'none' })).toEqual([]);
});

it('tells bytes for every point', async () => {
  const held = async () => (await store.queryMetric(query({ groupBy: 'host' }))).heldBytes;
  expect(await held()).toBe(0);
  await points('m', { host: 'a' }, [[T0, 1]]);
  const one = await held();
  await points(
    'm',
    { host: 'b' },
    Array.from({ length: 50 }, (_, n) => [T0 + n * MINUTE, n]),
  );
  expect(await held()).toBeGreaterThanOrEqual(2 * one + 49 * 100);
});
