import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { type Socket, connect } from 'node:net';
import { join } from 'node:path';
import { eventually, temporaryFolder } from '@sluice/machine';
import { testUuid } from '@sluice/samples';
import { testDatabaseUrl } from '@sluice/servers';
import { Pool } from 'pg';
import { type Product, startProduct } from './product.testing';

/*
 * A greedy project that takes all that it gets of what is one in the process, and a modest one: nothing of the modest one
 * is 503. No clock decides: what the greedy one has is held by a lock in the database, or by what it does not send or read.
 */

const MIB = 2 ** 20;
const folder = temporaryFolder('shares', afterAll);
let product: Product;
let database: Pool;
const sockets: Socket[] = [];

beforeAll(async () => {
  const file = join(folder, 'keys.yaml');
  const keys = ['greedy', 'modest'].map((name) => ({
    ...{ name, project: name, token: `token-of-${name}`, scopes: ['ingest', 'read'] },
  }));
  await writeFile(file, JSON.stringify({ projects: { greedy: {}, modest: {} }, keys }));
  product = await startProduct({
    API_KEYS_FILE: file,
    MAX_INFLIGHT_BYTES: String(64 * MIB),
    MAX_CONNECTIONS: '60',
  });
  database = new Pool({ connectionString: testDatabaseUrl(), max: 2 });
});
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy();
});
afterAll(async () => {
  await product.close();
  await database.end();
});

async function ask(project: 'greedy' | 'modest', path: string, body?: object): Promise<number> {
  const headers = { Authorization: `Bearer token-of-${project}`, 'Content-Type': 'application/json' };
  const init = body === undefined ? { headers } : { method: 'POST', headers, body: JSON.stringify(body) };
  return (await product.call(path, init)).status;
}

let traces = 0;
const batch = (observations: number, bytes = 1) => ({
  trace: { id: testUuid(++traces) },
  observations: Array.from({ length: observations }, (_, n) => ({ id: testUuid(n + 1), input: 'v'.repeat(bytes) })),
});
const pointsOf = (count: number, bytes = 1) => ({
  metrics: Array.from({ length: count }, (_, n) => ({
    name: 'depth',
    labels: { n: `${n}`, v: 'v'.repeat(bytes) },
    value: n,
  })),
});

/** What the modest project does all day. */
async function modestStatuses(): Promise<number[]> {
  return [
    await ask('modest', '/v1/l/batch', batch(3)),
    await ask('modest', '/v1/metrics/batch', pointsOf(3)),
    await ask('modest', '/api/public/traces?limit=10'),
    await ask('modest', '/api/public/metrics/names'),
  ];
}
const ALL_SERVED = [200, 200, 200, 200];

/** A connection of the greedy project that has written so much of a request. */
async function begun(lines: readonly string[], body = ''): Promise<Socket> {
  const socket = connect(product.port, '127.0.0.1');
  sockets.push(socket);
  socket.on('error', () => undefined);
  await once(socket, 'connect');
  const head =
    lines.length === 0 ? '' : [...lines, 'Host: x', 'Authorization: Bearer token-of-greedy', '', ''].join('\r\n');
  socket.write(head + body);
  return socket;
}

const valueOf = async (name: string): Promise<number> => {
  const text = await (await fetch(`${product.adminUrl}/metrics`)).text();
  return Number(
    text
      .split('\n')
      .find((line) => line.startsWith(`${name} `))
      ?.slice(name.length),
  );
};

/** Runs while nothing of any trace can be stored. */
async function whileLocked(work: () => Promise<void>): Promise<void> {
  const locker = await database.connect();
  await locker.query('begin');
  await locker.query('lock table sluice.traces in exclusive mode');
  try {
    await work();
  } finally {
    await locker.query('rollback');
    locker.release();
  }
}

test('bytes in flight: uploads that are only announced, and others that send what fits', async () => {
  const upload = [`POST /v1/l/batch HTTP/1.1`, `Content-Length: ${20 * MIB}`];
  for (let n = 0; n < 12; n += 1) await begun(upload, '{');
  expect(await modestStatuses()).toEqual(ALL_SERVED);
  for (let n = 0; n < 4; n += 1) await begun(upload, ' '.repeat(10 * MIB));
  await eventually(
    () => valueOf('sluice_gateway_inflight_bytes'),
    (held) => held > 40 * MIB,
  );
  expect(await modestStatuses()).toEqual(ALL_SERVED);
});

test('records that wait to be stored: points of the modest project are, while nothing of the greedy one can be', async () => {
  await whileLocked(async () => {
    const greedy = Array.from({ length: 30 }, () => ask('greedy', '/v1/l/batch', batch(1000)));
    expect(await Promise.race(greedy)).toBe(503);
    expect(await ask('modest', '/v1/metrics/batch', pointsOf(3))).toBe(200);
    void Promise.allSettled(greedy);
  });
});

test('connections: idle ones without credentials, and uploads that keep theirs at work', async () => {
  for (let n = 0; n < 90; n += 1) await begun([]);
  expect(await modestStatuses()).toEqual(ALL_SERVED);
  const upload = [`POST /v1/l/batch HTTP/1.1`, `Content-Length: 100`];
  for (let n = 0; n < 60; n += 1) await begun(upload, '{');
  expect(await modestStatuses()).toEqual(ALL_SERVED);
});
