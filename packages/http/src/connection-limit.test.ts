import { once } from 'node:events';
import { type Socket, connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { type Metrics, createLogger, createMetrics } from '@sluice/runtime';
import { createApp } from './app';
import { ConnectionLimit } from './connection-limit';
import { createCredentials } from './credentials';
import { type Listener, listen } from './listen';
import { sendJson } from './send-json';

const GET = 'GET /things HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer token\r\n\r\n';
const WRITE = 'POST /things HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer token\r\n';

const MOST = 2;
/** Taken beside them, for the answer 503. */
const SPARE = 16;

let metrics: Metrics;
let listener: Listener;
const sockets: Socket[] = [];

beforeEach(async () => {
  metrics = createMetrics({ processMetrics: false });
  const connections = new ConnectionLimit({ most: MOST, metrics });
  const handle = (_: unknown, response: Parameters<typeof sendJson>[0]) => sendJson(response, 200, '{"served":true}');
  const app = createApp({
    logger: createLogger({ level: 'silent', pretty: false }),
    metrics,
    credentials: createCredentials({ bearerTokens: ['token'], keyPairs: [] }),
    routes: [
      { method: 'get', path: '/things', scope: 'read', handle },
      { method: 'post', path: '/things', scope: 'ingest', handle },
    ],
    connections,
  });
  listener = await listen(app, { host: '127.0.0.1', port: 0, connections });
});

afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy();
  await listener.close(0);
});

async function open(): Promise<Socket> {
  const socket = connect(listener.port, '127.0.0.1');
  sockets.push(socket);
  await once(socket, 'connect');
  return socket;
}

/** What is answered on an open connection, without its end. */
async function asked(socket: Socket, request = GET): Promise<string> {
  socket.write(request);
  const [chunk] = (await once(socket, 'data')) as [Buffer];
  return chunk.toString();
}

/** As many open connections as are served. */
async function crowd(): Promise<Socket[]> {
  const served = [];
  for (let n = 0; n < MOST; n++) {
    const socket = await open();
    expect(await asked(socket)).toContain('{"served":true}');
    served.push(socket);
  }
  return served;
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

describe('connections beyond the limit', () => {
  it('are told 503 and to come back, and end with that', async () => {
    await crowd();
    const socket = await open();
    socket.write(GET);
    const answer = await text(socket);
    expect(answer).toMatch(/^HTTP\/1.1 503 /);
    expect(answer).toMatch(/\r\nRetry-After: 1\r\n/);
    expect(answer).toMatch(/\r\nConnection: close\r\n/);
    expect(answer).toContain('"message":"too many connections are open: try again, or raise MAX_CONNECTIONS"');
    expect(await valueOf('sluice_http_connections_refused_total{how="answered"}')).toBe(1);
    expect(await valueOf('sluice_http_connections_refused_total{how="closed"}')).toBe(0);
  });

  it('are told so before their body is there, and can send it to its end', async () => {
    await crowd();
    const socket = await open();
    socket.write(`${WRITE}Content-Length: 200000\r\n\r\n${'x'.repeat(100_000)}`);
    const answer = text(socket);
    socket.write('x'.repeat(100_000));
    expect(await answer).toContain('too many connections');
  });

  it('do not take the place of those that are served, which go on', async () => {
    const [first] = await crowd();
    const socket = await open();
    expect(await asked(socket)).toMatch(/^HTTP\/1.1 503 /);
    expect(await asked(first as Socket)).toContain('{"served":true}');
  });

  it('answer probes all the same, and without credentials 401', async () => {
    await crowd();
    expect(await asked(await open(), 'GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n')).toMatch(/^HTTP\/1.1 200 /);
    expect(await asked(await open(), 'GET /things HTTP/1.1\r\nHost: x\r\n\r\n')).toMatch(/^HTTP\/1.1 401 /);
  });

  it('are closed at once where those who are only told are too many too', async () => {
    await crowd();
    for (let n = 0; n < SPARE; n++) await open();
    const socket = await open();
    socket.on('error', () => undefined);
    await once(socket, 'close');
    expect(await valueOf('sluice_http_connections')).toBe(MOST + SPARE);
    expect(await valueOf('sluice_http_connections_refused_total{how="closed"}')).toBe(1);
  });
});
