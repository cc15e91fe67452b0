import { testDatabaseUrl } from '@sluice/servers';
import { Client } from 'pg';
import { foldAll } from '../seed/index-all';
import { readLog, untilFolded } from './written-log';

const { signal } = new AbortController();
let sql: Client;

beforeAll(async () => {
  sql = new Client({ connectionString: testDatabaseUrl() });
  await sql.connect();
});
afterAll(() => sql.end());

test('what is written is counted in bytes', async () => {
  await sql.query('create table written (value text)');
  const before = await readLog(sql);
  await sql.query("insert into written select repeat('x', 1000) from generate_series(1, 1000)");
  const bytes = (await readLog(sql)) - before;
  expect(bytes).toBeGreaterThan(1_000_000);
  expect(bytes).toBeLessThan(1_500_000);
});

test('traces that were changed are waited for until they are folded', async () => {
  await untilFolded(sql, signal);
  await sql.query(`insert into sluice.traces (id, part, shard, "timestamp", created_at, updated_at, stamp)
    values (gen_random_uuid(), 494000, 0, now(), now(), now(), 's')`);
  let isFolded = false;
  const waiting = untilFolded(sql, signal).then(() => (isFolded = true));
  await sql.query('select pg_sleep(0.3)');
  expect(isFolded).toBe(false);
  await foldAll(testDatabaseUrl(), signal);
  await waiting;
});

test('a schema that folds nothing is not waited for', async () => {
  await sql.query('drop table sluice.trace_changes cascade');
  await untilFolded(sql, signal);
});
