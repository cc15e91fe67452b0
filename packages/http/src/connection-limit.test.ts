import { once } from 'node:events';
import { type Socket, connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { secretDigest } from '@sluice/credentials';
import { type Metrics, createLogger, createMetrics } from '@sluice/runtime';
import { eventually } from '@sluice/testbed/machine';
import { createApp } from './app';
import { ConnectionLimit } from './connection-limit';
import { createCredentials } from './credentials';
import { type Listener, listen } from './listen';
import { sendJson } from './send-json';

const requestOf = (path: string, token = 'token'): string =>
  `GET ${path} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${token}\r\n\r\n`;
const GET = requestOf('/things');
const PROBE = 'GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n';

const MOST = 10;
/** Connections that one project may use at once. */
const SHARE = 8;
/** Connections accepted in addition, for the answer 503. */
const SPARE = 16;

let metrics: Metrics;
let listener: Listener;
/** Ends the held requests. */
let release: () => void;
const sockets: Socket[] = [];

beforeEach(async () => {
  metrics = createMetrics({ processMetrics: false });
  const connections = new ConnectionLimit({ most: MOST, metrics });
  const released = new Promise<void>((resolve) => (release = resolve));
  const handle = (_: unknown, response: Parameters<typeof sendJson>[0]) => sendJson(response, 200, '{"served":true}');
  const app = createApp({
    logger: createLogger({ level: 'silent', pretty: false }),
    metrics,
    credentials: createCredentials({
      bearerTokens: ['token'],
      keyPairs: [],
      apiKeys: ['acme', 'beta', 'gamma'].map((project) => ({
        secretDigest: secretDigest(project),
        project,
        scopes: ['read', 'ingest'],
      })),
    }),
    routes: [
      { method: 'get', path: '/things', scope: 'read', handle },
      { method: 'post', path: '/things', scope: 'ingest', handle },
      {
        method: 'get',
        path: '/held',
        scope: 'read',
        handle: async (_request, response) => {
          response.writeContinue();
          await released;
          sendJson(response, 200, '{"held":true}');
        },
      },
    ],
    connections,
  });
  listener = await listen(app, { host: '127.0.0.1', port: 0, connections });
});

afterEach(async () => {
  release();
  for (const socket of sockets.splice(0)) socket.destroy();
  await listener.close(0);
});

async function open(): Promise<Socket> {
  const socket = connect(listener.port, '127.0.0.1');
  sockets.push(socket);
  socket.on('error', () => undefined);
  await once(socket, 'connect');
  return socket;
}

/** Sends a request on an open connection; returns the first chunk of the response. */
async function asked(socket: Socket, request = GET): Promise<string> {
  socket.write(request);
  const [chunk] = (await once(socket, 'data')) as [Buffer];
  return chunk.toString();
}

/** Opens connections whose requests are being handled. */
async function working(count: number, token?: string): Promise<void> {
  for (let n = 0; n < count; n++) {
    expect(await asked(await open(), requestOf('/held', token))).toMatch(/^HTTP\/1.1 100 /);
  }
}

/** Opens as many connections as are served, of three projects. */
async function crowd(): Promise<void> {
  await working(SHARE, 'acme');
  await working(1, 'beta');
  await working(1, 'gamma');
}

async function valueOf(metric: string): Promise<number> {
  const { body } = await metrics.expose();
  return Number(
    body
      .split('\n')
      .find((line) => line.startsWith(`${metric} `))
      ?.slice(metric.length),
  );
}

const refused = (how: string) => valueOf(`sluice_http_connections_refused_total{how="${how}"}`);

describe('connections beyond the limit', () => {
  it('take the place of the one that has been idle longest', async () => {
    const idle = [];
    for (let n = 0; n < MOST; n++) idle.push(await open());
    for (const socket of idle) expect(await asked(socket)).toContain('{"served":true}');
    const [first, second] = idle as [Socket, Socket];
    expect(await asked(first)).toContain('{"served":true}');
    const ended = once(second, 'close');
    expect(await asked(await open())).toContain('{"served":true}');
    await ended;
    expect([await refused('idle'), await refused('answered')]).toEqual([1, 0]);
    expect(await asked(first)).toContain('{"served":true}');
  });

  it('take the place of one without credentials before that of one whose credentials were accepted', async () => {
    const known = await open();
    expect(await asked(known)).toContain('{"served":true}');
    for (let n = 1; n < MOST; n++) await asked(await open(), PROBE);
    for (let n = 0; n < 2 * MOST; n++) expect(await asked(await open(), PROBE)).toMatch(/^HTTP\/1.1 200 /);
    expect(await asked(known)).toContain('{"served":true}');
    expect(await refused('answered')).toBe(0);
  });

  it('of one project are told 503 before those of others have no place', async () => {
    await working(SHARE, 'acme');
    expect(await asked(await open(), requestOf('/things', 'acme'))).toMatch(
      /^HTTP\/1.1 503 [^]*"too many requests of the project are open: try again, or raise MAX_CONNECTIONS"/,
    );
    expect(await asked(await open(), requestOf('/things', 'beta'))).toMatch(/^HTTP\/1.1 200 /);
    release();
    const isServed = async () => (await asked(await open(), requestOf('/things', 'acme'))).slice(9, 12);
    expect(await eventually(isServed, (status) => status === '200')).toBe('200');
  });

  it('are told 503 and to come back, and end with that, where none is idle', async () => {
    await crowd();
    const socket = await open();
    socket.write(GET);
    const answer = await text(socket);
    expect(answer).toMatch(/^HTTP\/1.1 503 /);
    expect(answer).toMatch(/\r\nRetry-After: 1\r\n/);
    expect(answer).toMatch(/\r\nConnection: close\r\n/);
    expect(answer).toContain('"message":"too many connections are open: try again, or raise MAX_CONNECTIONS"');
    expect([await refused('answered'), await refused('closed'), await refused('idle')]).toEqual([1, 0, 0]);
  });

  it('are told so before their body is there, and can send it to its end', async () => {
    await crowd();
    const socket = await open();
    const head = requestOf('/things').replace('GET', 'POST').trimEnd();
    socket.write(`${head}\r\nContent-Length: 200000\r\n\r\n${'x'.repeat(100_000)}`);
    const answer = text(socket);
    socket.write('x'.repeat(100_000));
    expect(await answer).toContain('too many connections');
  });

  it('are served where another one has ended', async () => {
    await crowd();
    const socket = await open();
    sockets[0]?.destroy();
    await eventually(
      () => valueOf('sluice_http_connections'),
      (count) => count === MOST,
    );
    expect(await asked(socket)).toContain('{"served":true}');
  });

  it('answer probes all the same, and without credentials 401', async () => {
    await crowd();
    expect(await asked(await open(), PROBE)).toMatch(/^HTTP\/1.1 200 /);
    expect(await asked(await open(), 'GET /things HTTP/1.1\r\nHost: x\r\n\r\n')).toMatch(/^HTTP\/1.1 401 /);
  });

  it('are closed at once where those who are only told are too many too', async () => {
    await crowd();
    for (let n = 0; n < SPARE; n++) await open();
    const socket = await open();
    await once(socket, 'close');
    expect(await valueOf('sluice_http_connections')).toBe(MOST + SPARE);
    expect(await refused('closed')).toBe(1);
  });
});

it('near the limit a connection without a request is kept for 5 s only', async () => {
  const timeout = async () => /\r\nKeep-Alive: timeout=(\d+)/.exec(await asked(await open()))?.[1];
  for (let n = 0; n < 7; n++) expect(await timeout()).toBe('75');
  expect(await timeout()).toBe('5');
});
