import { type IncomingMessage, type Server, type ServerResponse, createServer } from 'node:http';
import { type Socket, connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { listenLocally } from '@sluice/testbed/network';
import { sendJson } from './send-json';
import { type UnreadBounds, drain, unreadBoundsOf } from './unread-body';

let server: Server;
let socket: Socket;
afterEach(() => {
  socket.destroy();
  server.close();
  server.closeAllConnections();
});

/** Starts a server with this handler. */
async function serve(handle: (request: IncomingMessage, response: ServerResponse) => void): Promise<void> {
  server = createServer(handle);
  socket = connect(await listenLocally(server), '127.0.0.1');
  socket.on('error', () => undefined);
}

/** Starts a server that drains every body within these limits; resolves with the bytes and the time of each. */
async function draining(bounds: Partial<UnreadBounds>): Promise<Promise<{ bytes: number; ms: number }>[]> {
  const drained: Promise<{ bytes: number; ms: number }>[] = [];
  await serve((request, response) => {
    const begun = performance.now();
    let bytes = 0;
    request.on('data', (chunk: Buffer) => (bytes += chunk.length));
    const done = new Promise<void>((resolve) => drain(request, resolve, { ...unreadBoundsOf(0), ...bounds }));
    drained.push(done.then(() => ({ bytes, ms: performance.now() - begun })));
    response.setHeader('Connection', 'close');
    void done.then(() => response.end());
  });
  return drained;
}

const head = (length: number): string => `POST / HTTP/1.1\r\nHost: x\r\nContent-Length: ${length}\r\n\r\n`;

test('a client that writes all of its body for longer than a few seconds, and reads only then, gets its answer', async () => {
  await serve((_request, response) => sendJson(response, 503, '{}'));
  const piece = Buffer.alloc(64 * 1024);
  socket.pause();
  socket.write(head(65 * piece.length));
  for (let sent = 0; sent < 65; sent += 1) {
    await sleep(100);
    await new Promise((resolve) => socket.write(piece, resolve));
  }
  expect(await text(socket)).toMatch(/^HTTP\/1.1 503 [^]*\r\nConnection: close\r\n[^]*\{\}$/);
});

test('a silent client is waited for no longer than the bound', async () => {
  const drained = await draining({ silenceMs: 100 });
  socket.write(`${head(1000)}abc`);
  expect(await text(socket)).toMatch(/^HTTP\/1.1 200 /);
  const { bytes, ms } = await (drained[0] ?? Promise.reject(new Error('no request')));
  expect(bytes).toBe(3);
  expect(ms).toBeGreaterThanOrEqual(95);
});

test('what came while the process was busy is read before the client counts as silent', async () => {
  const drained = await draining({ silenceMs: 1_000 });
  socket.write(`${head(6)}abc`);
  while (drained.length === 0) await sleep(1);
  // The timers run right after this, before anything is read.
  setImmediate(() => {
    socket.write('def');
    const busyUntil = performance.now() + 1_200;
    while (performance.now() < busyUntil);
  });
  await text(socket);
  expect((await drained[0])?.bytes).toBe(6);
});

test('a client that sends without end is cut after so many bytes', async () => {
  const drained = await draining({ bytes: 10 });
  socket.write(`${head(1000)}0123456789`);
  await sleep(50);
  socket.write('a');
  await text(socket);
  expect((await drained[0])?.bytes).toBe(11);
});

test('a client that sends a byte now and then without end is cut after so long', async () => {
  const drained = await draining({ wholeMs: 300, silenceMs: 60_000 });
  socket.write(head(1_000_000));
  const dripping = setInterval(() => socket.write('a'), 20);
  await text(socket).catch(() => undefined);
  clearInterval(dripping);
  expect((await drained[0])?.ms).toBeGreaterThanOrEqual(300);
});
