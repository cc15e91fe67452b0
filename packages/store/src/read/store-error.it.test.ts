import { closeIn, patience } from '@sluice/testbed/machine';
import { createTestDatabase, startTestServer, testDatabaseUrl } from '@sluice/testbed/servers';
import { Pool } from 'pg';
import { createDatabase } from './database';
import { readPoolConfig } from '../session/pool-config';
import { createReadStore } from './postgres-store';
import { StoreUnavailableError } from './store-error';

const later = closeIn(afterEach);

function open(fields: { url?: string; maxConnections?: number; statementTimeoutMs?: number } = {}): Pool {
  const { url = testDatabaseUrl(), maxConnections = 1, statementTimeoutMs = 10_000 } = fields;
  const options = {
    databaseUrl: url,
    applicationName: 'test',
    maxConnections,
    connectTimeoutMs: patience(5_000),
    statementTimeoutMs,
  };
  const pool = new Pool(readPoolConfig(options));
  pool.on('error', () => undefined); // the failing query reports it
  later(() => pool.end());
  return pool;
}

const storeOn = (pool: Pool) => createReadStore({ pool, probe: pool, timeoutMs: 10_000 });

it('tells that the database is away', async () => {
  const store = storeOn(open({ url: 'postgres://nobody@127.0.0.1:9/none' }));
  await expect(store.of(undefined).metricNames()).rejects.toThrow(StoreUnavailableError);
  await expect(store.check()).rejects.toThrow('the database is not available: try again');
});

it('tells that it may not log in', async () => {
  const url = new URL(testDatabaseUrl());
  url.pathname = '/there_is_no_such_database';
  await expect(storeOn(open({ url: url.href })).check()).rejects.toThrow(StoreUnavailableError);
});

it('tells that a statement would put more on disk than it may', async () => {
  const url = new URL(testDatabaseUrl());
  url.searchParams.set('options', '-c temp_file_limit=1MB');
  const { query } = createDatabase(open({ url: url.href }));
  const sorted = query({ text: 'select from generate_series(1, 1000000) n order by md5(n::text) offset 1000000' });
  await expect(sorted).rejects.toThrow(/^the query needs more room than it may take: ask for/);
});

it('tells that the database is away to those who wait for a connection too', async () => {
  const { query } = createDatabase(open({ url: 'postgres://nobody@127.0.0.1:9/none' }));
  const answers = await Promise.allSettled([query({ text: 'select 1' }), query({ text: 'select 1' })]);
  for (const answer of answers) {
    expect(answer).toMatchObject({ reason: { message: 'the database is not available: try again' } });
  }
});

it('survives that the connection of a snapshot is cut, and connects again', async () => {
  const database = createDatabase(open());
  const killer = new Pool({ connectionString: testDatabaseUrl(), max: 1 });
  later(() => killer.end());
  const cut = database.snapshot(async ({ query }) => {
    const [row] = await query<{ pid: number }>({ text: 'select pg_backend_pid() as pid' });
    await killer.query('select pg_terminate_backend($1)', [row?.pid]);
    return query({ text: 'select 1' });
  });
  await expect(cut).rejects.toThrow(StoreUnavailableError);
  await expect(database.query<{ n: number }>({ text: 'select 1 as n' })).resolves.toEqual([{ n: 1 }]);
});

it('reports a wrong statement as it is: that is a bug', async () => {
  const { query } = createDatabase(open());
  await expect(query({ text: 'select * from sluice.no_such_table' })).rejects.toMatchObject({ code: '42P01' });
});

it('can read and nothing else, not even what other roles may', async () => {
  const { query } = createDatabase(open());
  await expect(query({ text: 'delete from sluice.traces' })).rejects.toMatchObject({ code: '25006' });
  const refused = { name: 'StoreUnavailableError', cause: { code: '42501' } };
  await expect(query({ text: 'select 1 from sluice.ingest_dead_letter' })).rejects.toMatchObject(refused);
});

describe('a database that a backup was restored to, before its roles and rights were put right', () => {
  it('is away, not a bug, where the role is missing', async () => {
    const server = await startTestServer();
    later(() => server.stop());
    const store = storeOn(open({ url: server.url }));
    await expect(store.check()).rejects.toThrow('the database is not available: try again');
    await expect(store.of(undefined).metricNames()).rejects.toThrow(StoreUnavailableError);
  });

  it('is not ready while rights are missing, which the check names, and answers 503 until then', async () => {
    const url = await createTestDatabase('migrated');
    const owner = new Pool({ connectionString: url, max: 1 });
    later(() => owner.end());
    const store = storeOn(open({ url }));
    await expect(store.check()).resolves.toBeUndefined();
    await owner.query('revoke select on sluice.metric_series, sluice.daily_usage from sluice_reader');
    await expect(store.check()).rejects.toThrow(
      'sluice_reader may not read sluice.daily_usage, sluice.metric_series: put its rights right by `sluice migrate`',
    );
    await expect(store.of(undefined).metricNames()).rejects.toMatchObject({
      name: 'StoreUnavailableError',
      message: 'a right is missing in the database: the log names it',
      cause: { code: '42501' },
    });
    await owner.query('revoke usage on schema sluice from sluice_reader');
    await expect(store.check()).rejects.toThrow(StoreUnavailableError);
    await expect(store.of(undefined).metricNames()).rejects.toThrow(StoreUnavailableError);
  });
});
