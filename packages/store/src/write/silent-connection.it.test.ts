import { type AddressInfo, type Server, type Socket, connect, createServer } from 'node:net';
import { patience, testDatabaseUrl, traceRecord } from '@sluice/testkit';
import { Pool } from 'pg';
import { writerPoolConfig } from './pool-config';
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
  const store = createPostgresStore({
    pool,
    prices: { version: 'none', price: () => undefined },
    now: () => Date.now() * 1000,
    deadlineMs: patience(300),
  });
  const storeAt = async (offset: number) => {
    const from = await store.position('t', 0);
    if (from.nextOffset > offset) return;
    const deliveries = [{ offset, record: traceRecord(offset) }];
    await store.store({ topic: 't', partition: 0, next: offset + 1, deliveries, undecodable: [] }, from);
  };
  try {
    await storeAt(0);
    proxy.silence();
    const failures: unknown[] = [];
    for (let tries = 0; tries < 5; tries += 1) await storeAt(1).catch((error: unknown) => failures.push(error));
    expect(failures.length).toBeGreaterThan(0);
    expect(failures.map(classifyFailure)).toEqual(failures.map(() => 'retry'));
    expect(await store.position('t', 0)).toEqual({ epoch: 0, nextOffset: 2 });
  } finally {
    proxy.close();
    await pool.end();
  }
});
