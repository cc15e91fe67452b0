import { once } from 'node:events';
import { request } from 'node:http';
import type { IncomingMessage } from 'node:http';
import { connect } from 'node:net';
import type { Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { createLogger, createMetrics } from '@sluice/runtime';
import { tooLarge } from './api-error';
import { createApp } from './app';
import type { Route } from './app';
import { createCredentials } from './credentials';
import { listen } from './listen';
import type { Listener } from './listen';
import { sendJson } from './send-json';

const MIB = 2 ** 20;
const AUTH = 'Authorization: Bearer token';

const ROUTES: readonly Route[] = [
  {
    method: 'post',
    path: '/echo',
    scope: 'ingest',
    handle: async (incoming, response) => {
      const chunks: Buffer[] = [];
      incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
      await once(incoming, 'end');
      sendJson(response, 200, JSON.stringify({ got: Buffer.concat(chunks).toString() }));
    },
  },
  {
    method: 'post',
    path: '/large',
    scope: 'ingest',
    handle: () => {
      throw tooLarge('the body is larger than the limit');
    },
  },
];

let listener: Listener;

beforeEach(async () => {
  const app = createApp({
    logger: createLogger({ level: 'silent', pretty: false }),
    metrics: createMetrics({ processMetrics: false }),
    credentials: createCredentials({ bearerTokens: ['token'], keyPairs: [] }),
    routes: ROUTES,
  });
  listener = await listen(app, { host: '127.0.0.1', port: 0 });
});

afterEach(() => listener.close(0));

/** Opens a connection and sends these lines as a header. */
function open(...lines: readonly string[]): Socket {
  const socket = connect(listener.port, '127.0.0.1');
  socket.on('error', () => undefined);
  socket.write(`${lines.join('\r\n')}\r\n\r\n`);
  return socket;
}

/** Returns everything until the server ends the connection. */
const exchange = (...lines: readonly string[]): Promise<string> => text(open(...lines));

/** Returns the next bytes. */
async function nextText(socket: Socket): Promise<string> {
  const [chunk] = (await once(socket, 'data')) as [Buffer];
  return chunk.toString();
}

function expectError(answer: string, status: number, code: string): void {
  expect(answer).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
  expect(answer).toContain('Content-Type: application/json\r\n');
  const body: unknown = JSON.parse(answer.slice(answer.indexOf('\r\n\r\n')));
  expect(Object.keys(body as object)).toEqual(['message', 'code', 'data']);
  expect(body).toEqual({ message: expect.any(String), code, data: null });
}

describe('every failure has the body of all errors', () => {
  it('HTTP/1.1 without Host is 400', async () => {
    expectError(await exchange('GET /healthz HTTP/1.1', 'Connection: close'), 400, 'BAD_REQUEST');
    expect(await exchange('GET /healthz HTTP/1.0')).toContain('200 OK');
  });

  it('an expectation that is not understood is 400', async () => {
    const answer = await exchange('POST /echo HTTP/1.1', 'Host: x', AUTH, 'Expect: foo', 'Connection: close');
    expectError(answer, 400, 'BAD_REQUEST');
  });

  it('CONNECT is 404, after which the connection ends', async () => {
    expectError(await exchange('CONNECT x:80 HTTP/1.1', 'Host: x:80'), 404, 'NOT_FOUND');
  });

  it('a request to change the protocol is answered in this one', async () => {
    const upgrade = ['Host: x', 'Connection: Upgrade, close', 'Upgrade: websocket'];
    expectError(await exchange('GET /socket HTTP/1.1', ...upgrade), 404, 'NOT_FOUND');
    expect(await exchange('GET /healthz HTTP/1.1', ...upgrade)).toContain('{"status":"ok"}');
  });
});

describe('Expect: 100-continue', () => {
  const expecting = ['Host: x', 'Content-Length: 2', 'Expect: 100-continue'];

  it('asks for the body when the handler reads it', async () => {
    const socket = open('POST /echo HTTP/1.1', ...expecting, AUTH);
    expect(await nextText(socket)).toBe('HTTP/1.1 100 Continue\r\n\r\n');
    socket.write('hi');
    expect(await nextText(socket)).toContain('{"got":"hi"}');
    socket.destroy();
  });

  it.each([
    ['POST /echo HTTP/1.1', 401, 'UNAUTHORIZED'],
    ['POST /unknown HTTP/1.1', 404, 'NOT_FOUND'],
  ])('never asks for a body that nobody will read: %s', async (line, status, code) => {
    const socket = open(line, ...expecting);
    expectError(await nextText(socket), status, code);
    socket.destroy();
  });
});

describe('an answer before the end of the body', () => {
  const chunked = ['Host: x', 'Transfer-Encoding: chunked'];
  const chunk = Buffer.concat([Buffer.from('10000\r\n'), Buffer.alloc(0x10000), Buffer.from('\r\n')]);

  /** Sends chunks until the connection is closed or `bytes` are sent. */
  async function flood(socket: Socket, bytes: number): Promise<number> {
    let sent = 0;
    while (sent < bytes && !socket.destroyed) {
      sent += chunk.length;
      await new Promise((resolve) => socket.write(chunk, resolve));
    }
    return sent;
  }

  it.each([
    ['POST /echo HTTP/1.1', 'X: without credentials', '401'],
    ['POST /large HTTP/1.1', AUTH, '413'],
    ['POST /unknown HTTP/1.1', AUTH, '404'],
    ['GET /healthz HTTP/1.1', AUTH, '200'],
  ])('ends a connection that sends without bound: %s with %s', async (line, header, status) => {
    const socket = open(line, ...chunked, header);
    const answer = nextText(socket);
    expect(await flood(socket, 256 * MIB)).toBeLessThan(64 * MIB);
    expect(await answer).toMatch(new RegExp(`^HTTP/1.1 ${status} [^]*\r\nConnection: close\r\n`));
  });

  it('is not assumed where there is no body: the connection stays', async () => {
    const outgoing = request(`${listener.url}/unknown`).end();
    const [answer] = (await once(outgoing, 'response')) as [IncomingMessage];
    answer.resume();
    expect([answer.statusCode, answer.headers.connection]).toEqual([404, 'keep-alive']);
  });
});
