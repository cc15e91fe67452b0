import { testDatabaseUrl } from '@sluice/testbed/servers';
import { Pool } from 'pg';
import { retentionPoolConfig, writerPoolConfig } from './pool-config';

test('who writes sees what was committed before each statement, whatever the database is set to', async () => {
  const url = new URL(testDatabaseUrl());
  url.searchParams.set('options', '-c default_transaction_isolation=serializable');
  const configs = [writerPoolConfig({ databaseUrl: url.href, maxConnections: 1 }), retentionPoolConfig(url.href)];
  for (const config of configs) {
    const pool = new Pool(config);
    const { rows } = await pool.query('show transaction_isolation');
    await pool.end();
    expect(rows).toEqual([{ transaction_isolation: 'read committed' }]);
  }
});

test('who writes compresses by LZ4 exactly where the server can', async () => {
  const pool = new Pool(writerPoolConfig({ databaseUrl: testDatabaseUrl(), maxConnections: 1 }));
  const { rows } = await pool.query<{ setting: string; enumvals: string[] }>(
    "select setting, enumvals from pg_settings where name = 'default_toast_compression'",
  );
  await pool.end();
  const [row] = rows;
  expect(row?.setting).toBe(row?.enumvals.includes('lz4') === true ? 'lz4' : 'pglz');
});

test('retention gives up a connection that has gone silent, but not before the statement timeout', () => {
  expect(retentionPoolConfig(testDatabaseUrl()).query_timeout).toBe(35_000);
});
