import { type AddressInfo, type Server, type Socket, connect, createServer } from 'node:net';
import { patience } from '@sluice/testbed/machine';
import { traceRecord } from '@sluice/testbed/samples';
import { testDatabaseUrl } from '@sluice/testbed/servers';
import { Pool } from 'pg';
import { writerPoolConfig } from '../session/pool-config';
import type { StoreBatch } from './port';
import { createPostgresStore } from './postgres-store';
import { classifyFailure } from './sqlstate';

/** A way to the database that can be made to carry nothing any more without being cut. */
class SilentProxy {
  readonly #server: Server;
  readonly #pairs: { readonly near: Socket; readonly far: Socket }[] = [];

  constructor(target: URL) {
    this.#server = createServer((near) => {
      const far = connect(Number(target.port), target.hostname);
      this.#pairs.push({ near, far });
      near.pipe(far).pipe(near);
      for (const socket of [near, far]) socket.on('error', () => undefined);
    });
  }

  async listen(): Promise<number> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
    return (this.#server.address() as AddressInfo).port;
  }

  /** Connections that exist carry nothing any more; new ones work. */
  silence(): void {
    for (const { near, far } of this.#pairs) {
      near.unpipe(far);
      far.unpipe(near);
    }
  }

  close(): void {
    for (const { near, far } of this.#pairs) for (const socket of [near, far]) socket.destroy();
    this.#server.close();
  }
}

test('connections that go silent fail what uses them in time, and a later attempt stores the batch once', async () => {
  const url = new URL(testDatabaseUrl());
  const proxy = new SilentProxy(new URL(url));
  url.port = String(await proxy.listen());
  const pool = new Pool(writerPoolConfig({ databaseUrl: url.href, maxConnections: 2 }));
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
    proxy.silence();
    for (const use of [() => impatient.position('t', 0), () => impatient.store(batch(1), from)]) {
      expect(classifyFailure(await use().catch((error: unknown) => error))).toBe('retry');
    }
    expect(pool.totalCount).toBe(0);
    expect(await store.position('t', 0)).toEqual(from);
    await store.store(batch(1), from);
    expect(await store.position('t', 0)).toEqual({ epoch: 0, nextOffset: 2 });
  } finally {
    proxy.close();
    await pool.end();
  }
});
