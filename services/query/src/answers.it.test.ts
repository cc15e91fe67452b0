import { once } from 'node:events';
import { type Socket, connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout } from 'node:timers/promises';
import { type Listener, TransferRates, createApp, createCredentials, listen } from '@sluice/http';
import { closeIn, eventually, patience } from '@sluice/testbed/machine';
import { createLogger, createMetrics } from '@sluice/runtime';
import { testDatabaseUrl } from '@sluice/testbed/servers';
import { createReadStore, readPoolConfig } from '@sluice/store/read';
import { type ClientBase, Pool } from 'pg';
import { createAnswers } from './answers';
import { queryRoutes } from './routes';
import { COMPRESSIONS } from './codings';

const RATES = new TransferRates({ leastBytesPerSecond: 1024, windowSeconds: 300 });
const PART = 494_000;
const MIB = 2 ** 20;
const TRACE = '00000000-0000-4000-8000-0000000000aa';
const SPANS = 10_000;
const DETAIL = `/api/public/traces/${TRACE}`;
const LIST = '/api/public/traces?limit=200&name=large';
/** Bytes that the operating system buffers of an unread response, on both sides, and one portion or two. */
const UNREAD = 24 * MIB;

let owner: Pool;
const later = closeIn(afterEach);

beforeAll(async () => {
  owner = new Pool({ connectionString: testDatabaseUrl(), max: 1 });
  await owner.query('select sluice.ensure_trace_partitions($1, $1)', [PART]);
  await owner.query(
    `insert into sluice.traces (id, part, shard, "timestamp", observation_count, created_at, updated_at, stamp)
     values ($1, $2, 0, now(), $3, now(), now(), '3')`,
    [TRACE, PART, SPANS],
  );
  await owner.query(
    `insert into sluice.observations (part, trace_id, id, input, counted, created_at, updated_at, stamp)
     select $1, $2, gen_random_uuid(), '"' || repeat('x', 6000) || '"', true, now(), now(), '3'
     from generate_series(1, $3::integer)`,
    [PART, TRACE, SPANS],
  );
  await owner.query(
    `insert into sluice.traces (id, part, shard, name, has_io, "timestamp", created_at, updated_at, stamp)
     select gen_random_uuid(), $1, 0, 'large', true, now(), now(), now(), '3' from generate_series(1, 200)`,
    [PART],
  );
  // Compressing 1 GB needs seconds: it is done for one of them, and the others are copies.
  await owner.query(`
    insert into sluice.trace_io
    select part, id, '"' || repeat('x', 5000000) || '"', null, null from sluice.traces where name = 'large' limit 1;
    insert into sluice.trace_io
    select t.part, t.id, i.input, null, null from sluice.traces t, sluice.trace_io i where t.name = 'large' and t.id <> i.trace_id`);
});
afterAll(() => owner.end());

interface Options {
  readonly maxBytes?: number;
  readonly stallMs?: number;
  readonly connections?: number;
  readonly connectTimeoutMs?: number;
  readonly statementTimeoutMs?: number;
}

/** Makes the query service on a listener, with functions that observe it. */
async function setUp({
  maxBytes = 128 * MIB,
  stallMs = patience(30_000),
  connections = 4,
  connectTimeoutMs = patience(10_000),
  statementTimeoutMs,
}: Options = {}) {
  const pool = new Pool(
    readPoolConfig({
      databaseUrl: testDatabaseUrl(),
      applicationName: 'test',
      maxConnections: connections,
      connectTimeoutMs,
      statementTimeoutMs: statementTimeoutMs ?? patience(20_000),
    }),
  );
  later(() => pool.end());
  const fromDatabase: Socket[] = [];
  pool.on('connect', (client: ClientBase) => {
    fromDatabase.push((client as unknown as { connection: { stream: Socket } }).connection.stream);
  });
  // A busy machine may need longer to open a connection than some tests let a request wait for one.
  await eventually(() => pool.query('select 1').then(Boolean, () => false));
  const metrics = createMetrics({ processMetrics: false });
  const app = createApp({
    logger: createLogger({ level: 'silent', pretty: false }),
    metrics,
    credentials: createCredentials({ bearerTokens: ['t'], keyPairs: [] }),
    routes: queryRoutes({
      store: createReadStore({ pool, probe: pool, timeoutMs: patience(20_000) }),
      answers: createAnswers({ maxBytes, rates: RATES, metrics, edition: '1' }),
      ...{ listed: () => undefined, searched: () => undefined, searchMs: 1000 },
      clock: { now: () => 0 },
      projectId: 'default',
      ...{ readWaitMs: 0, receiptWaitMs: 0 },
    }),
  });
  const listener = await listen(app, { host: '127.0.0.1', port: 0, timeouts: { stall: stallMs } });
  later(() => listener.close(0));

  const metric = async (name: string): Promise<number> => {
    const { body } = await metrics.expose();
    return Number(new RegExp(`^${name} (\\d+)$`, 'm').exec(body)?.[1]);
  };
  return {
    listener,
    held: () => metric('sluice_query_inflight_bytes'),
    refused: () => metric('sluice_query_answers_refused_total'),
    /** Bytes received from the database. */
    pulled: () => fromDatabase.reduce((sum, { bytesRead }) => sum + bytesRead, 0),
    busyConnections: () => pool.totalCount - pool.idleCount,
  };
}

/** Sends requests and reads nothing. */
function open({ port }: Listener, ...paths: readonly string[]): Socket {
  const socket = connect({ port, host: '127.0.0.1' }).on('error', () => undefined);
  later(() => socket.destroy());
  const last = paths.length - 1;
  const requests = paths.map((path, index) => [
    `GET ${path} HTTP/1.1`,
    'Host: x',
    'Authorization: Bearer t',
    `Connection: ${index === last ? 'close' : 'keep-alive'}`,
  ]);
  socket.write(requests.map((lines) => `${lines.join('\r\n')}\r\n\r\n`).join(''));
  return socket.pause();
}

/** Returns the body of the response on a socket, its chunks joined. */
async function bodyOf(socket: Socket): Promise<string> {
  const [head = '', ...rest] = (await text(socket)).split('\r\n\r\n');
  expect(head).toMatch(/^HTTP\/1.1 200 /);
  const body = rest.join('\r\n\r\n');
  if (!/^transfer-encoding: chunked/im.test(head)) return body;
  const chunks: string[] = [];
  for (let at = 0; ;) {
    const end = body.indexOf('\r\n', at);
    const size = parseInt(body.slice(at, end), 16);
    if (size === 0) return chunks.join('');
    if (Number.isNaN(size)) throw new Error('the answer was cut');
    chunks.push(body.slice(end + 2, end + 2 + size));
    at = end + 2 + size + 2;
  }
}

const get = ({ url }: Listener, path: string): Promise<Response> =>
  fetch(url + path, { headers: { authorization: 'Bearer t' } });

/** Returns a number of bytes when it does not change any more. */
async function settled(look: () => number): Promise<number> {
  for (let value = -1; ;) {
    const next = look();
    if (next === value && next > MIB) return next;
    value = next;
    await setTimeout(200);
  }
}

const isZero = (value: number): boolean => value === 0;
const isHeld = (value: number): boolean => value > 0;

describe('a large answer whose reader does not read', () => {
  it.each([
    ['a trace with 10,000 large observations', DETAIL],
    ['a list of 200 traces with inputs of 5 MB', LIST],
  ])('is not read from the database either: %s', async (_name, path) => {
    const { listener, held, pulled, busyConnections } = await setUp();
    const socket = open(listener, path);
    expect(await settled(pulled)).toBeLessThan(UNREAD);
    expect(await held()).toBeLessThan(16 * MIB);
    expect(await eventually(busyConnections, isZero)).toBe(0);
    socket.destroy();
    expect(await eventually(held, isZero)).toBe(0);
  });

  it('comes whole when it is read at last, and gives back what it held', async () => {
    const { listener, held, pulled } = await setUp();
    const socket = open(listener, DETAIL);
    await settled(pulled);
    const { observations } = JSON.parse(await bodyOf(socket)) as { observations: { input: string }[] };
    expect(observations).toHaveLength(SPANS);
    expect(observations.every(({ input }) => input.length === 6000)).toBe(true);
    expect(await eventually(held, isZero)).toBe(0);
  });

  it('is cut after the stall time, and gives back what it held', async () => {
    const { listener, held, pulled, busyConnections } = await setUp({ stallMs: 1000 });
    const socket = open(listener, DETAIL);
    await settled(pulled);
    expect(await eventually(held, isZero)).toBe(0);
    expect(await eventually(busyConnections, isZero)).toBe(0);
    await expect(bodyOf(socket)).rejects.toThrow('the answer was cut');
  });
});

describe('an answer to who takes a coding', () => {
  it.each([
    ['gzip', 'gzip'],
    ['gzip;q=0.5, identity;q=0.5', 'gzip'],
    ['gzip, deflate, br', 'br'],
    ['*', 'br'],
    ['deflate', null],
  ])('Accept-Encoding: %s is answered in %s', async (accepted, encoding) => {
    const { listener } = await setUp();
    const headers = { authorization: 'Bearer t', 'accept-encoding': accepted };
    const answer = await fetch(`${listener.url}/api/public/traces?limit=100&fields=core`, { headers });
    expect([answer.status, answer.headers.get('content-encoding')]).toEqual([200, encoding]);
    expect(answer.headers.get('vary')).toBe('Authorization, x-langfuse-sdk-name, Accept-Encoding');
    expect(((await answer.json()) as { data: unknown[] }).data).toHaveLength(100);
  });

  it('holds what the compression takes, too', async () => {
    const { listener, held } = await setUp();
    const socket = open(listener, DETAIL);
    const plain = await eventually(held, isHeld);
    const answer = await fetch(listener.url + DETAIL, {
      headers: { authorization: 'Bearer t', 'accept-encoding': 'br' },
    });
    expect(await held()).toBe(2 * plain + COMPRESSIONS.br.bytes);
    socket.destroy();
    await answer.body?.cancel();
    expect(await eventually(held, isZero)).toBe(0);
  });
});

describe('a reader that goes away', () => {
  it('ends the reading from the database and gives back what was held', async () => {
    const { listener, held, pulled, busyConnections } = await setUp();
    const socket = open(listener, LIST);
    await once(socket.resume(), 'data');
    socket.destroy();
    expect(await eventually(held, isZero)).toBe(0);
    expect(await eventually(busyConnections, isZero)).toBe(0);
    expect(pulled()).toBeLessThan(200 * MIB);
  });

  it('gives back what all of the requests held that it sent one behind the other', async () => {
    const { listener, held } = await setUp();
    const one = open(listener, LIST);
    const ofOne = await eventually(held, isHeld);
    const three = open(listener, LIST, LIST, LIST);
    expect(await eventually(held, (bytes) => bytes === 4 * ofOne)).toBe(4 * ofOne);
    three.destroy();
    expect(await eventually(held, (bytes) => bytes === ofOne)).toBe(ofOne);
    one.destroy();
    expect(await eventually(held, isZero)).toBe(0);
  });

  it('gives back a small answer when it is sent, which is after the one before it', async () => {
    const { listener, held } = await setUp();
    const one = open(listener, LIST);
    const ofOne = await eventually(held, isHeld);
    one.destroy();
    expect(await eventually(held, isZero)).toBe(0);
    const two = open(listener, LIST, '/api/public/traces?limit=1&fields=core');
    expect(await eventually(held, (bytes) => bytes > ofOne)).toBeGreaterThan(ofOne);
    two.destroy();
    expect(await eventually(held, isZero)).toBe(0);
  });
});

describe('the budget of answers in flight, of which one project has four times what stays free', () => {
  /** Returns the bytes that one response holds. */
  async function sizeOf(path: string): Promise<number> {
    const { listener, held } = await setUp();
    const socket = open(listener, path);
    const bytes = await eventually(held, isHeld);
    socket.destroy();
    return bytes;
  }

  it('lets answers run up to its limit; one beyond is 503 and may be tried again, and none that has begun is cut', async () => {
    const bytes = await sizeOf(DETAIL);
    const { listener, held, refused } = await setUp({ maxBytes: Math.ceil(2.5 * bytes) });
    const readers = [open(listener, DETAIL), open(listener, DETAIL)];
    expect(await eventually(held, (sum) => sum === 2 * bytes)).toBe(2 * bytes);

    for (const path of [DETAIL, LIST]) {
      const answer = await get(listener, path);
      expect(answer.status).toBe(503);
      expect(answer.headers.get('retry-after')).toBe('1');
      expect(await answer.json()).toEqual({
        message: 'too many answers are in flight: try again, or raise READ_INFLIGHT_BYTES',
        code: 'SERVICE_UNAVAILABLE',
        data: null,
      });
    }
    expect([await refused(), await held()]).toEqual([2, 2 * bytes]);

    for (const reader of readers) {
      expect((JSON.parse(await bodyOf(reader)) as { observations: unknown[] }).observations).toHaveLength(SPANS);
    }
    expect(await eventually(held, isZero)).toBe(0);
    expect((await get(listener, '/api/public/traces?limit=1')).status).toBe(200);
  });

  it('refuses the second of two that need one byte more than it has', async () => {
    const bytes = await sizeOf(DETAIL);
    const { listener, held } = await setUp({ maxBytes: Math.ceil(2.5 * bytes) - 2 });
    open(listener, DETAIL);
    expect(await eventually(held, isHeld)).toBe(bytes);
    expect((await get(listener, DETAIL)).status).toBe(503);
  });

  it('lets a single answer run whatever its size', async () => {
    const { listener } = await setUp({ maxBytes: 1 });
    const answer = await get(listener, LIST);
    expect(answer.status).toBe(200);
    await answer.body?.cancel();
  });

  it('counts every kind of answer', async () => {
    const { listener } = await setUp({ maxBytes: 1 });
    await owner.query(`insert into sluice.daily_traces values ('2026-11-20', 0, 1)`);
    await owner.query(
      `with series as (
         insert into sluice.metric_series (hash, name, labels) values (gen_random_uuid(), 'm', '{}') returning id
       )
       insert into sluice.metric_points (series_id, ts, value) select id, timestamptz '1970-01-01Z', 1 from series`,
    );
    open(listener, LIST);
    const others = [
      'metrics/daily',
      'metrics/query?name=m',
      'metrics/names',
      'traces?fields=core',
      `traces/${TRACE}?fields=core`,
    ];
    for (const path of others) {
      const status = async () => (await get(listener, `/api/public/${path}`)).status;
      expect([path, await eventually(status, (code) => code === 503)]).toEqual([path, 503]);
    }
    expect((await get(listener, '/api/public/metrics/query?name=none')).status).toBe(200);
  });
});

describe('while the database is busy', () => {
  /** Makes statements on traces wait until the work is done. */
  async function whileLocked<T>(work: () => Promise<T>): Promise<T> {
    const client = await owner.connect();
    try {
      await client.query('begin');
      await client.query('lock table sluice.traces in access exclusive mode');
      return await work();
    } finally {
      await client.query('rollback');
      client.release();
    }
  }

  it('a request that no connection becomes free for is 503, and tells why', async () => {
    const { listener, busyConnections } = await setUp({ connections: 1, connectTimeoutMs: 300 });
    await whileLocked(async () => {
      const first = get(listener, '/api/public/traces');
      expect(await eventually(busyConnections, (busy) => busy === 1)).toBe(1);
      const second = await get(listener, '/api/public/metrics/names');
      expect(second.status).toBe(503);
      expect(second.headers.get('retry-after')).toBe('1');
      expect(await second.json()).toMatchObject({
        message: 'no connection to the database became free in time: try again, or raise READ_CONNECTIONS',
        code: 'SERVICE_UNAVAILABLE',
      });
      return { first };
    }).then(async ({ first }) => expect((await first).status).toBe(200));
  });

  it('a query that takes too long is 503, and tells why', async () => {
    const { listener } = await setUp({ statementTimeoutMs: 150 });
    const answer = await whileLocked(() => get(listener, '/api/public/traces'));
    expect(answer.status).toBe(503);
    expect(await answer.json()).toMatchObject({ message: expect.stringMatching(/^the query did not finish in time/) });
  });

  it('an answer that has begun goes on when a connection is free again', async () => {
    const { listener, pulled, busyConnections } = await setUp({ connections: 1, connectTimeoutMs: 300 });
    const socket = open(listener, DETAIL);
    await settled(pulled);
    await eventually(busyConnections, isZero);
    const body = whileLocked(async () => {
      const blocking = get(listener, '/api/public/traces?limit=1&fields=core');
      await eventually(busyConnections, (busy) => busy === 1);
      const reading = bodyOf(socket);
      expect((await get(listener, '/api/public/metrics/names')).status).toBe(503);
      return { blocking, reading };
    });
    const { blocking, reading } = await body;
    expect((await blocking).status).toBe(200);
    expect((JSON.parse(await reading) as { observations: unknown[] }).observations).toHaveLength(SPANS);
  });
});
