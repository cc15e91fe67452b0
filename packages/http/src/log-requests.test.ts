import { once } from 'node:events';
import { request } from 'node:http';
import { connect } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import { createLogger, createMetrics } from '@sluice/runtime';
import { closeIn } from '@sluice/testbed/machine';
import { badRequest, unavailable } from './api-error';
import { type Route, createApp } from './app';
import { createCredentials } from './credentials';
import { type Timeouts, listen } from './listen';
import { noteRefusedPart } from './request-context';
import { createRequestLog } from './request-log';
import { sendJson } from './send-json';

type Line = Readonly<Record<string, unknown>>;

const AUTHORIZATION = 'Bearer hunter2-token';

const away = () =>
  new Error('stored nothing', { cause: Object.assign(new Error('the disk is full'), { code: '53100' }) });

const ROUTES: readonly Route[] = [
  { method: 'post', path: '/ok/:id', scope: 'ingest', handle: (_request, response) => sendJson(response, 200, '{}') },
  {
    method: 'post',
    path: '/bad/:id',
    scope: 'ingest',
    handle: () => Promise.reject(badRequest('labels."secret \\" key": expected text, got "secret value"')),
  },
  {
    method: 'post',
    path: '/partly',
    scope: 'ingest',
    handle: (_request, response) => {
      noteRefusedPart(response, { items: 3, reason: 'spans[0]: traceId must be 16 bytes' });
      sendJson(response, 200, '{}');
    },
  },
  { method: 'post', path: '/away', scope: 'ingest', handle: () => Promise.reject(unavailable('send again', away())) },
  {
    method: 'post',
    path: '/unfit/:why',
    scope: 'ingest',
    handle: async (incoming) => {
      await once(incoming.resume(), 'end');
      throw badRequest(`${String(incoming.params['why'])} is not accepted`);
    },
  },
  { method: 'post', path: '/bug', scope: 'ingest', handle: () => Promise.reject(new TypeError('x is undefined')) },
  {
    method: 'post',
    path: '/half',
    scope: 'ingest',
    handle: (_request, response) => {
      response.write('{');
      throw new Error('too late');
    },
  },
  {
    method: 'post',
    path: '/never',
    scope: 'ingest',
    handle: (incoming) => void incoming.on('error', () => undefined).resume(),
  },
];

const later = closeIn(afterEach);

async function serve({
  timeouts = {},
  level = 'info',
}: { timeouts?: Partial<Timeouts>; level?: 'info' | 'debug' } = {}) {
  const lines: Line[] = [];
  const destination = { write: (line: string) => void lines.push(JSON.parse(line) as Line) };
  const logger = createLogger({ level, pretty: false, destination });
  const requestLog = createRequestLog({ logger });
  const credentials = createCredentials({ bearerTokens: ['hunter2-token'], keyPairs: [] });
  const metrics = createMetrics({ processMetrics: false });
  const app = createApp({ logger, requestLog, metrics, credentials, routes: ROUTES });
  const listener = await listen(app, { host: '127.0.0.1', port: 0, timeouts, requestLog });
  later(() => listener.close(0));
  return {
    listener,
    /** Resolves when `count` lines are there. */
    lines: async (count: number): Promise<Line[]> => {
      while (lines.length < count) await setTimeout(2);
      return lines;
    },
    post: async (path: string, headers: Record<string, string> = {}, body = '{"secret":"body"}'): Promise<number> => {
      const all = { Authorization: AUTHORIZATION, 'Content-Length': String(body.length), ...headers };
      const sent = request(listener.url + path, { method: 'POST', headers: all });
      const [answer] = (await once(sent.end(body), 'response')) as [NodeJS.ReadableStream & { statusCode: number }];
      await once(answer.resume(), 'close').catch(() => undefined);
      return answer.statusCode;
    },
  };
}

const ABOUT = { durationMs: expect.any(Number) as number, client: '127.0.0.1', method: 'POST' };

test('a refused request has one line, with why, from whom and how large it was', async () => {
  const { post, lines } = await serve();
  await post('/bad/secret-path?key=secret-query', { 'X-Request-Id': 'id-1', 'User-Agent': 'exporter/1.0' });
  const [line] = await lines(1);
  expect(line).toMatchObject({
    ...ABOUT,
    level: 'info',
    msg: 'a request was refused',
    requestId: 'id-1',
    route: '/bad/:id',
    status: 400,
    code: 'BAD_REQUEST',
    requestBytes: 17,
    userAgent: 'exporter/1.0',
    reason: 'labels."…": expected text, got "…"',
  });
  expect(JSON.stringify(line)).not.toMatch(/secret|hunter2/);
});

test.each([
  [
    '/bad/1',
    { Authorization: 'Bearer hunter2' },
    'warn',
    'a request was refused: its credentials are not accepted',
    401,
  ],
  ['/hunter2-secret-path?secret-path', {}, 'info', 'a request was refused', 404],
  ['/unknown/secret-path2you', {}, 'info', 'a request was refused', 404],
  ['/away', {}, 'warn', 'a request could not be served', 503],
  ['/bug', {}, 'error', 'a request failed: this is a bug', 500],
])('%s is told as it deserves', async (path, headers, level, msg, status) => {
  const { post, lines } = await serve();
  expect(await post(path, headers)).toBe(status);
  const all = await lines(1);
  expect(all).toEqual([expect.objectContaining({ ...ABOUT, level, msg, status })]);
  expect(JSON.stringify(all)).not.toMatch(/secret-path|hunter2/);
});

test('an overload or outage is told with what is behind it, a bug with its stack', async () => {
  const { post, lines } = await serve();
  await post('/away');
  await post('/bug');
  const [outage, bug] = await lines(2);
  expect(outage).toMatchObject({ reason: 'send again', cause: { message: 'the disk is full', code: '53100' } });
  expect(bug).toMatchObject({ err: { message: 'x is undefined', stack: expect.stringContaining('log-requests') } });
});

test('the same failure again is only counted, another one is not', async () => {
  const { post, lines } = await serve();
  for (const path of ['/bad/1', '/bad/2', '/bad/3', '/unknown', '/elsewhere']) await post(path);
  expect((await lines(2)).map(({ route }) => route)).toEqual(['/bad/:id', 'unknown']);
});

test('a request of which a part was refused is told, though it is answered 200', async () => {
  const { post, lines } = await serve();
  expect(await post('/partly')).toBe(200);
  const part = { items: 3, reason: 'spans[0]: traceId must be 16 bytes' };
  expect(await lines(1)).toEqual([
    expect.objectContaining({ ...ABOUT, ...part, level: 'info', msg: 'a part of a request was refused', status: 200 }),
  ]);
});

test('an answer that failed after its beginning is told', async () => {
  const { post, lines } = await serve();
  await post('/half').catch(() => undefined);
  const [line] = await lines(1);
  expect(line).toMatchObject({ level: 'error', route: '/half', err: { message: 'too late' } });
  expect(line).not.toHaveProperty('status');
});

test('a client that goes away is told, without a status', async () => {
  const { listener, lines } = await serve();
  const socket = connect(listener.port, '127.0.0.1');
  const header = `POST /never HTTP/1.1\r\nHost: x\r\nAuthorization: ${AUTHORIZATION}\r\nContent-Length: 9\r\n`;
  socket.write(`${header}Expect: 100-continue\r\n\r\n`);
  await once(socket, 'data'); // the handler has it, and reads the body
  socket.resetAndDestroy();
  const [line] = await lines(1);
  expect(line).toMatchObject({
    ...ABOUT,
    msg: 'a request was cut off',
    reason: 'the client went away',
    requestBytes: 9,
  });
  expect(line).not.toHaveProperty('status');
});

test('a body that breaks off is told once', async () => {
  const { listener, lines } = await serve();
  const socket = connect(listener.port, '127.0.0.1');
  socket.end(`POST /never HTTP/1.1\r\nHost: x\r\nAuthorization: ${AUTHORIZATION}\r\nContent-Length: 9\r\n\r\nabc`);
  await once(socket.resume(), 'close');
  await setTimeout(20);
  const reason = 'the body broke off, or is not what its header announced';
  expect(await lines(1)).toEqual([expect.objectContaining({ ...ABOUT, msg: 'a request was cut off', reason })]);
});

test.each<[string, Partial<Timeouts>]>([
  // Times in which a header arrives on a busy machine.
  ['the client did not send its body for too long (STALL_TIMEOUT_MS, or the process stops)', { stall: 1_000 }],
  ['the request took too long to arrive (REQUEST_TIMEOUT_MS)', { headers: 900, request: 1_000, checkInterval: 20 }],
])('a client that was cut off is told with why: %s', async (reason, timeouts) => {
  const { listener, lines } = await serve({ timeouts });
  const socket = connect(listener.port, '127.0.0.1').on('error', () => undefined);
  socket.write(`POST /never HTTP/1.1\r\nHost: x\r\nAuthorization: ${AUTHORIZATION}\r\nContent-Length: 9\r\n\r\n`);
  const [line] = await lines(1);
  expect(line).toMatchObject({ msg: 'a request was cut off', reason });
  socket.destroy();
});

test('what is no HTTP is told, and TLS is recognized', async () => {
  const { listener, lines } = await serve();
  for (const bytes of [Buffer.from('hunter2 secret\r\n\r\n'), Buffer.from([0x16, 3, 1, 2, 0, 1, 0, 1])]) {
    const socket = connect(listener.port, '127.0.0.1').on('error', () => undefined);
    socket.end(bytes);
    await once(socket.resume(), 'close');
  }
  const [broken, tls] = await lines(2);
  expect(broken).toMatchObject({ status: 400, reason: 'this is not an HTTP request', client: '127.0.0.1' });
  expect(tls).toMatchObject({ reason: 'the client speaks TLS, this port does not: use http://, or end TLS before it' });
  expect(JSON.stringify(broken)).not.toContain('secret');
});

test('what a client calls itself is bounded and holds nothing that a terminal would obey', async () => {
  const { post, lines } = await serve();
  await post('/bad/1', { 'User-Agent': `a\u009b2Jb${'x'.repeat(500)}` });
  const [line] = await lines(1);
  expect(line?.['userAgent']).toBe(`aÂ?2Jb${'x'.repeat(194)}…`);
});

test('of a body without a length what has come is counted, request by request', async () => {
  const { listener, lines } = await serve();
  const socket = connect(listener.port, '127.0.0.1').on('error', () => undefined);
  const header = `Host: x\r\nAuthorization: ${AUTHORIZATION}\r\nTransfer-Encoding: chunked\r\n\r\n`;
  const send = async (path: string, body: string) => {
    socket.write(`POST ${path} HTTP/1.1\r\n${header}${body.length.toString(16)}\r\n${body}\r\n0\r\n\r\n`);
    await once(socket, 'data');
  };
  await send('/unfit/model', 'x'.repeat(5000));
  await send('/unfit/name', 'x'.repeat(1000));
  const [large, small] = (await lines(2)).map(({ requestBytes }) => requestBytes);
  expect(large).toBeGreaterThan(5000);
  expect(small).toBeGreaterThan(1000);
  expect(small).toBeLessThan(1300);
  socket.destroy();
});

test('at the level debug a served request has a line too', async () => {
  const { post, lines } = await serve({ level: 'debug' });
  await post('/ok/1');
  expect(await lines(1)).toEqual([
    expect.objectContaining({ ...ABOUT, level: 'debug', msg: 'a request was served', status: 200, route: '/ok/:id' }),
  ]);
});
