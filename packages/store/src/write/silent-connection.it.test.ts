import { patience } from '@sluice/testbed/machine';
import { TcpProxy } from '@sluice/testbed/network';
import { traceRecord } from '@sluice/testbed/samples';
import { testDatabaseUrl } from '@sluice/testbed/servers';
import { Pool } from 'pg';
import { writerPoolConfig } from '../session/pool-config';
import type { StoreBatch } from './port';
import { createPostgresStore } from './postgres-store';
import { classifyFailure } from './sqlstate';

test('connections that go silent fail what uses them in time, and a later attempt stores the batch once', async () => {
  const proxy = await TcpProxy.listen();
  const databaseUrl = proxy.standBefore(testDatabaseUrl());
  const pool = new Pool(writerPoolConfig({ databaseUrl, maxConnections: 2 }));
  pool.on('error', () => undefined);
  const prices = { version: 'none', price: () => undefined };
  const parts = { pool, prices, now: () => Date.now() * 1000 };
  // Silence lasts for ever: however slow the machine, only what uses such a connection meets the short deadline.
  const impatient = createPostgresStore({ ...parts, deadlineMs: 300 });
  const store = createPostgresStore({ ...parts, deadlineMs: patience(45_000) });
  const batch = (offset: number): StoreBatch => {
    const deliveries = [{ offset, record: traceRecord(offset) }];
    return { topic: 't', partition: 0, next: offset + 1, deliveries, undecodable: [] };
  };
  try {
    await store.store(batch(0), await store.position('t', 0));
    const [from] = await Promise.all([store.position('t', 0), store.position('t', 0)]);
    expect(pool.totalCount).toBe(2);
    proxy.blackHole();
    for (const use of [() => impatient.position('t', 0), () => impatient.store(batch(1), from)]) {
      expect(classifyFailure(await use().catch((error: unknown) => error))).toBe('retry');
    }
    expect(pool.totalCount).toBe(0);
    proxy.endBlackHole();
    expect(await store.position('t', 0)).toEqual(from);
    await store.store(batch(1), from);
    expect(await store.position('t', 0)).toEqual({ epoch: 0, nextOffset: 2 });
  } finally {
    await proxy.close();
    await pool.end();
  }
});
