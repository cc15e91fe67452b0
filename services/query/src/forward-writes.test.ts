import { once } from 'node:events';
import { type IncomingMessage, type Server, type ServerResponse, createServer, request as send } from 'node:http';
import { buffer, text } from 'node:stream/consumers';
import { gzipSync } from 'node:zlib';
import { type Listener, createApp, createCredentials, listen } from '@sluice/http';
import { Closers, createLogger, createMetrics } from '@sluice/runtime';
import { listenLocally } from '@sluice/testbed/network';
import { forwardWrites } from './forward-writes';

const WRITE = { method: 'post', path: '/api/public/scores', scope: 'ingest' } as const;

let gateway: Server;
let query: Listener;
let closers: Closers;
/** Answers of the gateway in this test. */
let answer: (request: IncomingMessage, response: ServerResponse) => void;
const received: IncomingMessage[] = [];

beforeEach(async () => {
  received.length = 0;
  gateway = createServer((request, response) => {
    received.push(request);
    answer(request, response);
  });
  const gatewayUrl = `http://127.0.0.1:${await listenLocally(gateway)}/inner/`;
  const logger = createLogger({ level: 'silent', pretty: false });
  closers = new Closers({ logger });
  const endpoint = { ...WRITE, tag: '', summary: '', description: '', answers: {} };
  const routes = forwardWrites({ gatewayUrl, endpoints: [endpoint], closers });
  const credentials = createCredentials({ bearerTokens: ['t'], keyPairs: [] });
  const metrics = createMetrics({ processMetrics: false });
  query = await listen(createApp({ logger, metrics, credentials, routes }), { host: '127.0.0.1', port: 0 });
});

afterEach(async () => {
  await query.close(0);
  await closers.close(1000);
  gateway.closeAllConnections();
  gateway.close();
});

const post = (body: string | Uint8Array<ArrayBuffer>, headers: Record<string, string> = {}) =>
  fetch(`http://127.0.0.1:${query.port}/api//public/scores?a=%2F`, {
    ...{ method: 'POST', body },
    headers: { authorization: 'Bearer t', ...headers },
  });

test('a write reaches the gateway as sent, and its answer the client', async () => {
  let sent = Buffer.alloc(0);
  answer = (request, response) => {
    void buffer(request).then((body) => {
      sent = body;
      const headers = { 'Content-Type': 'application/json', 'Sluice-Receipt': 'r', 'X-Request-Id': 'other' };
      response.writeHead(207, headers).end('{"accepted":1}');
    });
  };
  const body = gzipSync('{"name":"n"}');
  const headers = { 'content-type': 'application/json', 'content-encoding': 'gzip', 'x-request-id': 'mine' };
  const response = await post(body, headers);
  expect([response.status, await response.text()]).toEqual([207, '{"accepted":1}']);
  expect(Object.fromEntries(response.headers)).toMatchObject({
    ...{ 'content-type': 'application/json', 'sluice-receipt': 'r', 'x-request-id': 'mine' },
    'cache-control': 'private, no-cache',
  });
  expect(sent).toEqual(body);
  const [request] = received;
  expect(request).toMatchObject({ method: 'POST', url: '/inner/api/public/scores?a=%2F' });
  expect(request?.headers).toMatchObject({ ...headers, authorization: 'Bearer t', host: `127.0.0.1:${query.port}` });
});

test('a write without accepted credentials does not reach the gateway', async () => {
  const response = await post('{}', { authorization: 'Bearer other' });
  expect(response.status).toBe(401);
  expect(received).toEqual([]);
});

test('a gateway that does not answer is 503, to be sent again', async () => {
  answer = (request) => request.socket.destroy();
  for (const isListening of [true, false]) {
    if (!isListening) await once(gateway.close(), 'close');
    const response = await post('{}');
    expect([response.status, response.headers.get('retry-after')]).toEqual([503, '1']);
    expect(await response.json()).toMatchObject({ code: 'SERVICE_UNAVAILABLE' });
  }
});

test('an answer that comes before the end of the body reaches the client', async () => {
  answer = (_request, response) => response.writeHead(413).end('too large');
  const request = send(`http://127.0.0.1:${query.port}${WRITE.path}`, {
    method: 'POST',
    headers: { authorization: 'Bearer t', 'content-length': '1000' },
  });
  request.write('the first part');
  const [response] = (await once(request, 'response')) as [IncomingMessage];
  expect([response.statusCode, await text(response)]).toEqual([413, 'too large']);
  request.destroy();
});

test('an answer that the gateway cuts is cut', async () => {
  answer = (_request, response) => {
    response.writeHead(200, { 'Content-Length': '100' });
    response.write('{', () => response.destroy());
  };
  const response = await post('{}');
  await expect(response.text()).rejects.toThrow();
});

test('a write ends at the gateway when its client goes', async () => {
  const closed = new Promise((resolve) => {
    answer = (request) => request.once('close', resolve);
  });
  const request = send(`http://127.0.0.1:${query.port}${WRITE.path}`, {
    method: 'POST',
    headers: { authorization: 'Bearer t', 'content-length': '1000' },
  });
  request.on('error', () => undefined);
  request.write('the first part');
  while (received.length === 0) await new Promise(setImmediate);
  request.destroy();
  await closed;
});
