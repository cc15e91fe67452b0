import { type TestReader, openReader } from './reader.testing';

const SERIES = 100_000;
/** Its label is behind those that are answered. */
const NEWEST = 99_999;
const DAY = 86_400_000_000;

let reader: TestReader;

beforeAll(async () => {
  reader = openReader();
  const { owner } = reader;
  await owner.query(
    `with burst as (
       insert into sluice.metric_series (hash, name, labels)
       select gen_random_uuid(), 'many', jsonb_build_object('id', n::text) from generate_series(1, $1::integer) n
       returning id, (labels ->> 'id')::integer as n
     )
     insert into sluice.metric_points (series_id, ts, value)
     select id, timestamptz '1970-01-02Z' + (n % 17 + h) * interval '1 hour', n + h from burst cross join generate_series(0, 1) h
     union all
     select id, timestamptz '1970-01-02T20:00Z', n from burst where n = $2`,
    [SERIES, NEWEST],
  );
  await owner.query(
    `insert into sluice.metric_rollup_dirty (series_id, hour) select series_id, ts from sluice.metric_points`,
  );
  await owner.query(`update sluice.metric_rollup_state set rolled_up_before = '1970-01-04Z'`);
});
afterAll(() => reader.close());

/** Labels in order of code points, of which each has the values n and n + 1. */
const answered = Array.from({ length: SERIES }, (_, index) => String(index + 1))
  .sort()
  .slice(0, 50);

test.each([
  ['avg', 0.5],
  ['max', 1],
  ['p50', 0.5],
  ['p99', 0.99],
] as const)(
  'a metric is read right after a burst of series, of which there are no statistics and all hours are dirty: %s',
  async (aggregation, above) => {
    const window = { from: DAY, before: 2 * DAY };
    const query = { name: 'many', ...window, labels: new Map(), step: '1d', aggregation, groupBy: 'id' } as const;
    const { series, truncated, latest } = await reader.store.queryMetric(query);
    expect({ truncated, latest }).toEqual({ truncated: true, latest: DAY + 20 * 3_600_000_000 });
    expect(series).toEqual(
      answered.map((group) => ({ group, values: [{ timestamp: DAY, value: Number(group) + above }] })),
    );
  },
);
