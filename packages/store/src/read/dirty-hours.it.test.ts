import { setTimeout as sleep } from 'node:timers/promises';
import { type TestReader, openReader } from './reader.testing';

const DAY = 86_400_000_000;
const GREEDY_MARKS = 20_000;

let reader: TestReader;
beforeAll(async () => {
  reader = openReader();
  const { owner } = reader;
  await owner.query(
    `with greedy as (
       insert into sluice.metric_series (hash, name, labels)
       select gen_random_uuid(), 'greedy', jsonb_build_object('id', n::text) from generate_series(1, $1::integer) n returning id
     )
     insert into sluice.metric_rollup_dirty (series_id, hour) select id, '1970-01-02T03:00Z' from greedy`,
    [GREEDY_MARKS],
  );
  await owner.query(
    `with modest as (
       insert into sluice.metric_series (hash, name, labels) values (gen_random_uuid(), 'modest', '{}') returning id
     ), points as (
       insert into sluice.metric_points (series_id, ts, value) select id, '1970-01-02T03:30Z', 7 from modest returning series_id
     )
     insert into sluice.metric_rollup_dirty (series_id, hour) select series_id, '1970-01-02T03:00Z' from points`,
  );
  await owner.query(`update sluice.metric_rollup_state set rolled_up_before = '1970-01-04Z'`);
});
afterAll(() => reader.close());

/** Scans of dirty hours, and entries of the table and its indexes that they read, since the statistics began. */
async function scansOfMarks(): Promise<{ readonly scans: number; readonly passed: number }> {
  const { rows } = await reader.owner.query<{ scans: number; passed: number }>(
    `select (t.seq_scan + t.idx_scan)::integer as scans, (t.seq_tup_read + sum(i.idx_tup_read))::integer as passed
     from pg_stat_user_tables t join pg_stat_user_indexes i using (relid)
     where relid = 'sluice.metric_rollup_dirty'::regclass group by t.seq_scan, t.idx_scan, t.seq_tup_read`,
  );
  return rows[0] ?? { scans: 0, passed: 0 };
}

test('a metric is read without the dirty hours of other series', async () => {
  await reader.owner.query('select pg_stat_force_next_flush()'); // what the owner has done counts before
  const before = await scansOfMarks();
  const window = { from: DAY, before: 2 * DAY };
  const query = { name: 'modest', ...window, labels: new Map(), step: '1d', aggregation: 'avg' } as const;
  const { series } = await reader.store.queryMetric(query);
  expect(series).toEqual([{ group: null, values: [{ timestamp: DAY, value: 7 }] }]);
  let after = await scansOfMarks();
  // A connection reports its statistics once it has been idle for some seconds.
  while (after.scans === before.scans) {
    await sleep(100);
    after = await scansOfMarks();
  }
  expect(after.passed - before.passed).toBe(1);
});
