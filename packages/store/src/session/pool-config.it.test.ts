import { testDatabaseUrl } from '@sluice/servers';
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

test('retention gives up a connection that has gone silent, but not before the statement timeout', () => {
  expect(retentionPoolConfig(testDatabaseUrl()).query_timeout).toBe(35_000);
});
