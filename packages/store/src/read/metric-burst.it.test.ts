import { type TestReader, openReader } from './reader.testing';

const SERIES = 100_000;
const DAY = 86_400_000_000;

let reader: TestReader;

beforeAll(async () => {
  reader = openReader();
  const { owner } = reader;
  for (const table of ['metric_series', 'metric_changes', 'metric_hours', 'metric_values']) {
    await owner.query(`alter table sluice.${table} set (autovacuum_enabled = off)`);
  }
  await owner.query(
    `with burst as (
       insert into sluice.metric_series (hash, name, labels)
       select gen_random_uuid(), 'many', jsonb_build_object('id', n::text) from generate_series(1, $1::integer) n returning id
     )
     insert into sluice.metric_points (series_id, ts, value)
     select id, timestamptz '1970-01-02Z' + (id % 17) * interval '1 hour', id from burst`,
    [SERIES],
  );
  await owner.query(
    `insert into sluice.metric_changes (series_id, hour) select series_id, ts from sluice.metric_points`,
  );
  await owner.query(`update sluice.metric_fold set folded_before = '1970-01-04Z'`);
});
afterAll(() => reader.close());

test.each(['avg', 'p99'] as const)(
  'a metric is read right after a burst of series, of which there are no statistics and all hours are marked: %s',
  async (aggregation) => {
    const window = { from: DAY, before: 2 * DAY };
    const query = { name: 'many', ...window, labels: new Map(), step: '1d', aggregation, groupBy: 'id' } as const;
    const { series, truncated, latest } = await reader.store.queryMetric(query);
    expect([series.length, truncated, latest]).toEqual([50, true, DAY + 16 * 3_600_000_000]);
  },
);
