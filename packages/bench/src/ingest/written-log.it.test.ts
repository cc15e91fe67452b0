import { connected, startTestServer, testDatabaseUrl } from '@sluice/testbed/servers';
import { Client } from 'pg';
import { indexAll } from '../seed/index-all';
import { logPosition, readLogSince, waitForIndex } from './written-log';

const { signal } = new AbortController();
let sql: Client;

beforeAll(async () => {
  sql = new Client({ connectionString: testDatabaseUrl() });
  await sql.connect();
});
afterAll(() => sql.end());

test('what is written is counted in bytes', async () => {
  // The log of a server has what is written into all of its databases: that of the run has the work of other tests.
  const server = await startTestServer();
  try {
    await connected(server.url, async (client) => {
      await client.query('create table written (value text)');
      const before = await logPosition(client);
      await client.query("insert into written select repeat('x', 1000) from generate_series(1, 1000)");
      const { bytes, fullPageBytes } = await readLogSince(client, before);
      expect(bytes).toBeGreaterThan(1_000_000);
      expect(bytes).toBeLessThan(1_500_000);
      expect(fullPageBytes).toBe(0);
    });
  } finally {
    await server.stop();
  }
});

test('copies of whole pages are counted by themselves', async () => {
  const server = await startTestServer({ full_page_writes: 'on' });
  try {
    await connected(server.url, async (client) => {
      await client.query("create table written as select repeat('x', 1000) as value from generate_series(1, 700)");
      await client.query('checkpoint');
      const before = await logPosition(client);
      await client.query("update written set value = 'y'");
      const { bytes, fullPageBytes } = await readLogSince(client, before);
      // The rows fill 100 pages.
      expect(fullPageBytes).toBeGreaterThan(700_000);
      expect(fullPageBytes).toBeLessThan(bytes);
    });
  } finally {
    await server.stop();
  }
});

test('changed traces are waited for until they are indexed', async () => {
  await waitForIndex(sql, signal);
  await sql.query(`insert into sluice.traces (id, part, shard, "timestamp", created_at, updated_at, stamp)
    values (gen_random_uuid(), 494000, 0, now(), now(), now(), 's')`);
  let isIndexed = false;
  const waiting = waitForIndex(sql, signal).then(() => (isIndexed = true));
  await sql.query('select pg_sleep(0.3)');
  expect(isIndexed).toBe(false);
  await indexAll(testDatabaseUrl(), signal);
  await waiting;
});

test('a schema without a trace index is not waited for', async () => {
  await sql.query('drop table sluice.trace_index_dirty cascade');
  await waitForIndex(sql, signal);
});
