import { once } from 'node:events';
import type { Socket } from 'node:net';
import { eventually, temporaryFolder } from '@sluice/testbed/machine';
import { RawGrpc, framed } from '@sluice/testbed/network';
import { otlpProtobuf } from '@sluice/testbed/samples';
import { type ProjectName, SharedProduct, batchOf, pointsOf, statusOf } from './shares.testing';

/*
 * A greedy project that uses all of a shared resource of the process, and a modest one, which must not get any 503. No clock decides: a
 * lock in the database, or bytes that the greedy project does not send or read, keep the resource in use.
 */

const MIB = 2 ** 20;
/** Numbers of statuses of gRPC. */
const [OK, UNAVAILABLE] = [0, 14];
const folder = temporaryFolder('shares', afterAll);
let shared: SharedProduct;

beforeAll(async () => {
  shared = await SharedProduct.start(folder, {
    MAX_INFLIGHT_BYTES: String(160 * MIB),
    MAX_CONNECTIONS: '60',
    READ_CONNECTIONS: '10',
    READ_INFLIGHT_BYTES: String(64 * MIB),
    MIN_READ_BYTES_PER_SECOND: String(4 * MIB),
  });
  for (const project of ['greedy', 'modest'] as const) {
    expect(await shared.ask(project, '/v1/l/batch', batchOf(3))).toBe(200);
  }
});
/** Requests of the greedy project that must end before the next test. */
const unsettled: Promise<number>[] = [];
afterEach(async () => {
  shared.hangUp();
  await Promise.all(unsettled.splice(0));
  await eventually(
    () => shared.valueOf('sluice_gateway_inflight_bytes'),
    (held) => held === 0,
  );
});
afterAll(() => shared.close());

/** Sends `count` requests of the greedy project at once. */
function flood(count: number, path: string, body?: () => object): readonly Promise<number>[] {
  const sent = Array.from({ length: count }, () => shared.ask('greedy', path, body?.()));
  unsettled.push(...sent);
  return sent;
}

const condition = { type: 'observation', column: 'observations', operator: 'some' };
const withTool = [{ ...condition, value: [{ type: 'string', column: 'toolName', operator: '=', value: 'search' }] }];
/** Reads that may take long, and that are not the same statements, each with the connections that the greedy project holds by such reads. */
const LONG_READS = [
  ['/api/public/traces?limit=1', 8],
  ['/api/public/traces?q=phrase', 4],
  [`/api/public/traces?filter=${encodeURIComponent(JSON.stringify(withTool))}`, 8],
  ['/api/public/traces/groups?by=outcome', 4],
  ['/api/public/observations?limit=1', 4],
  ['/api/public/v2/observations?limit=1', 4],
  ['/api/public/v2/scores?userId=x', 4],
  ['/api/public/observations/groups?by=tool', 4],
  ['/api/public/observations/groups?by=userId&interval=hour&limit=10', 4],
] as const;

/** Sends the usual requests of the modest project. */
async function modestStatuses(): Promise<number[]> {
  return [
    await shared.ask('modest', '/v1/l/batch', batchOf(3)),
    await shared.ask('modest', '/v1/metrics/batch', pointsOf(3)),
    await shared.ask('modest', '/api/public/metrics/names'),
    ...(await Promise.all(LONG_READS.map(([path]) => shared.ask('modest', path)))),
  ];
}
const ALL_SERVED = Array<number>(3 + LONG_READS.length).fill(200);

const upload = (bytes: number): string[] => ['POST /v1/l/batch HTTP/1.1', `Content-Length: ${bytes}`];

test('bytes in flight: uploads that are only announced, and others that send what fits', async () => {
  for (let n = 0; n < 12; n += 1) await shared.open({ lines: upload(20 * MIB), body: '{' });
  expect(await modestStatuses()).toEqual(ALL_SERVED);
  for (let n = 0; n < 12; n += 1) await shared.open({ lines: upload(20 * MIB), body: ' '.repeat(10 * MIB) });
  await eventually(
    () => shared.valueOf('sluice_gateway_inflight_bytes'),
    (held) => held > 100 * MIB,
  );
  expect(await modestStatuses()).toEqual(ALL_SERVED);
});

/** Sends a span of the modest project over gRPC. @returns number of its status */
async function modestCall(): Promise<number | undefined> {
  const client = new RawGrpc(shared.product.otlp.grpc, 'Bearer token-of-modest');
  const spans = [{ traceId: 'a'.repeat(32), spanId: 'b'.repeat(16), name: 'modest' }];
  const { status } = await client.call(framed(otlpProtobuf({ resourceSpans: [{ scopeSpans: [{ spans }] }] })));
  client.close();
  return status;
}

test.each<[what: string, calls: number, sent: number]>([
  ['bytes in flight: calls that send what fits', 12, 10 * MIB],
  ['connections: calls on one of them that keep their share at work', 90, 1],
])('over gRPC: %s', async (_, calls, sent) => {
  const greedy = new RawGrpc(shared.product.otlp.grpc, 'Bearer token-of-greedy');
  try {
    const part = framed(Buffer.alloc(sent), { announced: 20 * MIB });
    const ended = Array.from({ length: calls }, () => {
      const call = greedy.begin();
      call.stream.write(part);
      return call.ended;
    });
    // The share of the greedy project is used: the first call that ends is refused, the others wait for their rest.
    expect(await Promise.race(ended)).toMatchObject({ status: UNAVAILABLE });
    expect([await modestCall(), ...(await modestStatuses())]).toEqual([OK, ...ALL_SERVED]);
  } finally {
    greedy.close();
  }
});

test('turns of decoding: the modest body that comes last is decoded before most of the greedy ones', async () => {
  const text = JSON.stringify(batchOf(8_000)).slice(0, -1);
  const senders: readonly ProjectName[] = [...Array.from({ length: 20 }, () => 'greedy' as const), 'modest'];
  const sockets = await Promise.all(
    senders.map((project) => shared.open({ lines: upload(text.length + 1), body: text, project })),
  );
  await eventually(
    () => shared.valueOf('sluice_gateway_inflight_bytes'),
    (held) => held >= senders.length * text.length,
  );
  // Bytes are reserved before they arrive. The event loop reads 64 KiB of each body between two requests.
  for (let read = 0; read < 2 * text.length; read += 64 * 1024) await shared.ask('modest', '/v1/l/batch', batchOf(1));
  const order: ProjectName[] = [];
  const statuses = sockets.map(async (socket, n) => {
    const status = await statusOf(socket);
    order.push(senders[n] as ProjectName);
    return status;
  });
  // All bodies are complete at once. They are no JSON, so their answers come from decoding.
  for (const socket of sockets) socket.write(']');
  expect(new Set(await Promise.all(statuses))).toEqual(new Set([400]));
  expect(order.indexOf('modest')).toBeLessThan(senders.length / 2);
});

test('readers of large bodies: one is left for the modest project, whatever the greedy one has read', async () => {
  const large = (project: ProjectName): Promise<number> =>
    shared.ask(project, '/v1/metrics/batch', JSON.stringify(pointsOf(3)) + ' '.repeat(MIB));
  // Both threads have started by then.
  expect(await Promise.all([large('greedy'), large('modest')])).toEqual([200, 200]);
  await shared.whileLocked(async () => {
    // More than a reader holds: it waits until the first part is stored.
    const greedy = flood(3, '/v1/l/batch', () => batchOf(180, 100_000));
    await eventually(
      () => shared.valueOf('sluice_gateway_large_bodies_waiting'),
      (waiting) => waiting > 0,
    );
    expect(await Promise.race([large('modest'), ...greedy])).toBe(200);
  });
});

test('records that wait to be stored: points of the modest project are, while nothing of the greedy one can be', async () => {
  await shared.whileLocked(async () => {
    const greedy = flood(50, '/v1/l/batch', () => batchOf(1000));
    expect(await Promise.race(greedy)).toBe(503);
    expect(await shared.ask('modest', '/v1/metrics/batch', pointsOf(3))).toBe(200);
  });
});

test('connections: idle ones without credentials, and uploads that keep theirs at work', async () => {
  for (let n = 0; n < 90; n += 1) await shared.open();
  expect(await modestStatuses()).toEqual(ALL_SERVED);
  for (let n = 0; n < 60; n += 1) await shared.open({ lines: upload(100), body: '{' });
  expect(await modestStatuses()).toEqual(ALL_SERVED);
});

test.each(LONG_READS)(
  'connections to the database: others are left while reads of the greedy project wait: %s',
  async (path, held) => {
    await shared.whileLocked(async () => {
      void flood(30, path);
      await eventually(
        () => shared.lockedReads(),
        (locked) => locked >= held,
      );
      expect(await shared.ask('modest', '/api/public/metrics/names')).toBe(200);
      expect((await fetch(`${shared.product.adminUrl}/readyz`)).status).toBe(200);
    }, 'access exclusive');
  },
);

test('answers in flight: those that the greedy project does not read, and those that it reads too slowly', async () => {
  const [own, other] = [batchOf(200, 100_000), batchOf(20, 100_000)];
  expect(await shared.ask('greedy', '/v1/l/batch', own)).toBe(200);
  expect(await shared.ask('modest', '/v1/l/batch', other)).toBe(200);
  const lines = [`GET /api/public/traces/${own.trace.id} HTTP/1.1`];
  const readers: Socket[] = [];
  let status = 200;
  while (status === 200) {
    const socket = await shared.open({ lines });
    status = await statusOf(socket);
    if (status === 200) readers.push(socket);
  }
  expect([status, readers.length > 1]).toEqual([503, true]);
  expect(await shared.ask('modest', `/api/public/traces/${other.trace.id}`)).toBe(200);
  // Some progress, so that no reader stalls. The listeners come before the reads: a socket that is read to its end meanwhile closes once.
  const closings = readers.map((socket) => once(socket, 'close'));
  const trickle = setInterval(() => readers.forEach((socket) => socket.read() as unknown), 250);
  await eventually(
    () => shared.valueOf('sluice_query_inflight_bytes'),
    (held) => held === 0,
  ).finally(() => clearInterval(trickle));
  for (const socket of readers) socket.resume();
  await Promise.all(closings);
  expect(Math.max(...readers.map(({ bytesRead }) => bytesRead))).toBeLessThan(200 * 100_000);
  expect(await shared.ask('greedy', `/api/public/traces/${own.trace.id}`)).toBe(200);
});
