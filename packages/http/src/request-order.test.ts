import type { IncomingMessage, ServerResponse } from 'node:http';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { type Listener, listen } from './listen';

let listener: Listener;
/** Requests that have begun, by method and path. */
let begun: string[];
let answers: Map<string, () => void>;

beforeEach(async () => {
  begun = [];
  answers = new Map();
  const app = (request: IncomingMessage, response: ServerResponse) => {
    const { method = '', url = '' } = request;
    if (method === 'POST') request.resume();
    begun.push(`${method} ${url}`);
    answers.set(url, () => response.end(url));
  };
  listener = await listen(app, { host: '127.0.0.1', port: 0 });
});
afterEach(() => listener.close(0));

/** Sends requests at once on one connection. */
function send(...requests: readonly (readonly ['GET' | 'POST', string])[]) {
  const socket = connect({ port: listener.port, host: '127.0.0.1' });
  socket.write(requests.map(([method, path]) => `${method} ${path} HTTP/1.1\r\nHost: x\r\n\r\n`).join(''));
  return socket;
}

async function untilBegun(count: number): Promise<void> {
  while (begun.length < count) await new Promise((resolve) => setTimeout(resolve, 5));
  await new Promise((resolve) => setTimeout(resolve, 50)); // and no more than that
}

test('reads are worked on beside each other, a write after what was sent before it, and what follows after the write', async () => {
  const socket = send(['GET', '/1'], ['GET', '/2'], ['POST', '/3'], ['GET', '/4'], ['GET', '/5'], ['POST', '/6']);
  await untilBegun(2);
  expect(begun).toEqual(['GET /1', 'GET /2']);
  answers.get('/2')?.();
  await untilBegun(2);
  expect(begun).toHaveLength(2);
  answers.get('/1')?.();
  await untilBegun(3);
  expect(begun.slice(2)).toEqual(['POST /3']);
  answers.get('/3')?.();
  await untilBegun(5);
  expect(begun.slice(3)).toEqual(['GET /4', 'GET /5']);
  answers.get('/5')?.();
  answers.get('/4')?.();
  await untilBegun(6);
  answers.get('/6')?.();
  socket.end();
  expect((await text(socket)).match(/^\/\d/gm)).toEqual(['/1', '/2', '/3', '/4', '/5', '/6']);
});

test('a write whose body was read holds up what follows until it is answered', async () => {
  const socket = connect({ port: listener.port, host: '127.0.0.1' });
  socket.write('POST /1 HTTP/1.1\r\nHost: x\r\nContent-Length: 3\r\n\r\nabcGET /2 HTTP/1.1\r\nHost: x\r\n\r\n');
  await untilBegun(1);
  expect(begun).toEqual(['POST /1']);
  answers.get('/1')?.();
  await untilBegun(2);
  answers.get('/2')?.();
  socket.end();
  expect((await text(socket)).match(/^\/\d/gm)).toEqual(['/1', '/2']);
});

test('a connection that ends begins nothing more, and holds up no other one', async () => {
  const socket = send(['POST', '/1'], ['GET', '/2']);
  await untilBegun(1);
  socket.destroy();
  send(['GET', '/3']);
  await untilBegun(2);
  expect(begun).toEqual(['POST /1', 'GET /3']);
});

test('a connection on which too many wait is answered 503, in order', async () => {
  const socket = send(['POST', '/1'], ...Array.from({ length: 102 }, () => ['GET', '/2'] as const));
  await untilBegun(1);
  answers.get('/1')?.();
  while (begun.length < 101) await new Promise((resolve) => setTimeout(resolve, 5));
  socket.destroy();
  expect(begun).toHaveLength(101);
});
