import { testDatabaseUrl } from '@sluice/testbed/servers';
import { Pool } from 'pg';
import { withClient } from './with-client';

test('a connection that is lost while nothing is asked of it fails the next query and not the process', async () => {
  const pool = new Pool({ connectionString: testDatabaseUrl() });
  const other = new Pool({ connectionString: testDatabaseUrl() });
  const work = withClient(pool.connect(), async (client) => {
    const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
    const ended = new Promise((resolve) => client.once('end', resolve));
    await other.query('select pg_terminate_backend($1)', [rows[0]?.pid]);
    await ended;
    await client.query('select 1');
  });
  await expect(work).rejects.toThrow('Client has encountered a connection error and is not queryable');
  expect(pool.totalCount).toBe(0);
  await Promise.all([pool.end(), other.end()]);
});
