import { EventEmitter, once } from 'node:events';
import { Agent, request } from 'node:http';
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout } from 'node:timers/promises';
import { closeIn, patience } from '@sluice/testbed/machine';
import { listen } from './listen';
import type { Listener, Timeouts } from './listen';

/** Time for a request to arrive on a busy machine: a connection without data after it is cut, too. */
const ARRIVING_MS = patience(1_000);

/** Budget that never ends: a test that ends proves that closing did not wait for it. */
const NEVER_MS = 2 ** 30;

const later = closeIn(afterEach);

async function serve(app: RequestListener, timeouts: Partial<Timeouts> = {}): Promise<Listener> {
  const listener = await listen(app, { host: '127.0.0.1', port: 0, timeouts });
  later(() => listener.close(0));
  return listener;
}

async function get(listener: Listener, agent = new Agent()): Promise<IncomingMessage> {
  const [answer] = (await once(request(listener.url, { agent }).end(), 'response')) as [IncomingMessage];
  return answer;
}

/** Sends bytes unchanged and returns everything until the connection ends, with a reset too: bytes may arrive after a time limit. */
async function raw(listener: Listener, bytes: string): Promise<string> {
  const socket = connect(listener.port, '127.0.0.1');
  const parts: Buffer[] = [];
  socket.on('data', (part) => parts.push(part)).on('error', () => undefined);
  socket.write(bytes);
  await new Promise((resolve) => socket.once('close', resolve));
  return Buffer.concat(parts).toString();
}

describe('listen', () => {
  it('listens on a free port and says where', async () => {
    const listener = await serve((_request, response) => response.end('ok'));
    expect(listener.url).toBe(`http://127.0.0.1:${listener.port}`);
    expect(await text(await get(listener))).toBe('ok');
  });

  it('rejects when the address is in use', async () => {
    const { port } = await serve((_request, response) => response.end());
    await expect(listen(() => undefined, { host: '127.0.0.1', port })).rejects.toThrow(/EADDRINUSE/);
  });

  it('answers what is no HTTP request with the body of all errors', async () => {
    const listener = await serve((_request, response) => response.end());
    const answer = await raw(listener, 'FOO / HTTP/1.1\r\nHost: x\r\n\r\n');
    expect(answer).toMatch(/^HTTP\/1.1 400 Bad Request\r\nContent-Type: application\/json\r\n/);
    expect(answer).toContain('{"message":"this is not an HTTP request","code":"BAD_REQUEST","data":null}');
    const long = await raw(listener, `GET / HTTP/1.1\r\nX: ${'x'.repeat(20_000)}\r\n\r\n`);
    expect(long).toContain('{"message":"the header is longer than 16 KiB","code":"BAD_REQUEST","data":null}');
  });

  it('answers a HEAD that is too long without a body', async () => {
    const listener = await serve((_request, response) => response.end());
    const answer = await raw(listener, `HEAD / HTTP/1.1\r\nX: ${'x'.repeat(20_000)}\r\n\r\n`);
    expect(answer).toMatch(/^HTTP\/1.1 400 Bad Request\r\n.*\r\nContent-Length: 79\r\n.*\r\n\r\n$/s);
  });

  it('answers so too after a request that was one, on the same connection', async () => {
    const listener = await serve((_request, response) => response.end('fine'));
    const socket = connect(listener.port, '127.0.0.1');
    socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
    await once(socket, 'data');
    socket.write('FOO / HTTP/1.1\r\nHost: x\r\n\r\n');
    expect(await text(socket)).toContain('{"message":"this is not an HTTP request","code":"BAD_REQUEST","data":null}');
  });

  it.each(['', 'Connection: close\r\n'])(
    'answers a request that was complete, whatever comes behind it, and closes (%j)',
    async (header) => {
      let handled = 0;
      const listener = await serve((request, response) => {
        request.resume().on('end', () => void setTimeout(30).then(() => response.end(`fine ${++handled}`)));
      });
      const post = `POST / HTTP/1.1\r\nHost: x\r\n${header}Content-Length: 3\r\n\r\nabc`;
      for (const behind of ['Host: x\r\n\r\n', '\0'.repeat(100_000)]) {
        const answer = await raw(listener, post + behind);
        expect(answer).toMatch(/^HTTP\/1.1 200 OK\r\n.*fine \d+$/s);
      }
      expect(handled).toBe(2);
    },
  );

  it('cuts a client that takes too long for its header', async () => {
    const listener = await serve((_request, response) => response.end(), { headers: 50, checkInterval: 20 });
    expect(await raw(listener, 'GET / HTTP/1.1\r\nHost:')).toBe('');
  });

  it('cuts a client that takes too long for its body', async () => {
    const app: RequestListener = (incoming, response) => {
      incoming.on('error', () => undefined).resume();
      incoming.on('end', () => response.end());
    };
    const listener = await serve(app, { headers: 50, request: 60, checkInterval: 20 });
    expect(await raw(listener, 'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 10\r\n\r\nabc')).toBe('');
  });

  it('cuts a reader that stalls', async () => {
    const requests = new EventEmitter();
    const app: RequestListener = (_request, response) => {
      requests.emit('arrived', response);
      response.write(Buffer.alloc(64 * 2 ** 20));
    };
    const listener = await serve(app, { stall: ARRIVING_MS });
    const arrived = once(requests, 'arrived');
    const socket = connect(listener.port, '127.0.0.1');
    socket.on('error', () => undefined).pause();
    socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
    const [response] = (await arrived) as [ServerResponse];
    await once(response, 'close');
    expect(response.writableFinished).toBe(false);
    socket.destroy();
  });

  it('lets a handler work in silence for longer than a client may stall', async () => {
    const app: RequestListener = (incoming, response) => {
      incoming.socket.once('timeout', () => response.end('done'));
    };
    const listener = await serve(app, { stall: ARRIVING_MS });
    expect(await text(await get(listener))).toBe('done');
  });

  it('cuts a sender that stalls', async () => {
    const app: RequestListener = (incoming) => void incoming.on('error', () => undefined).resume();
    const listener = await serve(app, { stall: 50 });
    expect(await raw(listener, 'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 10\r\n\r\nabc')).toBe('');
  });

  it('answers what comes on a connection that is kept alive, and says that it was the last answer', async () => {
    const listener = await serve((_request, response) => response.end('ok'));
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    await text(await get(listener, agent));
    const closed = listener.close(NEVER_MS);
    await setTimeout(50); // a client that does not know of it yet
    const last = await get(listener, agent);
    expect(last.headers.connection).toBe('close');
    expect(await text(last)).toBe('ok');
    await closed;
    agent.destroy();
  });

  it('closes when all connections are idle', async () => {
    const listener = await serve((_request, response) => response.end('ok'));
    const agent = new Agent({ keepAlive: true });
    await text(await get(listener, agent));
    await listener.close(NEVER_MS);
    agent.destroy();
  });

  it('closes at once when nothing was ever sent on a connection', async () => {
    const listener = await serve((_request, response) => response.end());
    const socket = connect(listener.port, '127.0.0.1');
    await once(socket, 'connect');
    await get(listener); // the server has accepted the connection before
    await listener.close(NEVER_MS);
    expect(await text(socket)).toBe('');
  });

  it.each([
    ['has sent half of a header', 'GET / HTTP/1.1\r\nHo', false],
    ['has sent half of a body', 'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 10\r\n\r\nabc', true],
    ['does not read its answer', 'GET /large HTTP/1.1\r\nHost: x\r\n\r\n', true],
  ])('does not wait for a silent client that %s', async (_, bytes, isRequest) => {
    const requests = new EventEmitter();
    const listener = await serve(
      (incoming, response) => {
        incoming.on('error', () => undefined).resume();
        if (incoming.url === '/large') response.write(Buffer.alloc(64 * 2 ** 20));
        requests.emit('arrived');
      },
      { closing: 100 },
    );
    const arrived = once(requests, 'arrived');
    const socket = connect(listener.port, '127.0.0.1');
    socket.on('error', () => undefined).pause();
    socket.write(bytes);
    await (isRequest ? arrived : once(socket, 'connect').then(() => setTimeout(100)));
    await listener.close(NEVER_MS);
    socket.destroy();
  });

  it('waits for a sender that goes on', async () => {
    const requests = new EventEmitter();
    const listener = await serve(
      (incoming, response) => {
        requests.emit('arrived');
        incoming.resume().on('end', () => response.end('thanks'));
      },
      { closing: patience(2000) },
    );
    const arrived = once(requests, 'arrived');
    const sending = request(listener.url, { method: 'POST', headers: { 'Content-Length': 26 } });
    const answer = once(sending, 'response') as Promise<[IncomingMessage]>;
    sending.write('0');
    await arrived;
    const closing = listener.close(NEVER_MS);
    // Longer in total than a silence may be, with pauses that are much shorter.
    for (let n = 0; n < 25; n += 1) {
      await setTimeout(100);
      sending.write('1');
    }
    sending.end();
    expect(await text((await answer)[0])).toBe('thanks');
    await closing;
  });

  it('finishes what is in flight, with Connection: close, and accepts nothing new', async () => {
    const requests = new EventEmitter();
    const listener = await serve((_request, response) => void requests.emit('arrived', response));
    const agent = new Agent({ keepAlive: true });
    const arrived = once(requests, 'arrived');
    const answering = get(listener, agent);
    const [response] = (await arrived) as [ServerResponse];
    const closing = listener.close(NEVER_MS);
    await expect(get(listener)).rejects.toThrow(/ECONNREFUSED/);
    response.end('done');
    const answer = await answering;
    expect(answer.headers.connection).toBe('close');
    expect(await text(answer)).toBe('done');
    await closing;
    agent.destroy();
  });

  it('ends a connection whose header was out before the close', async () => {
    const writing: (() => void)[] = [];
    const app: RequestListener = (_request, response) => {
      response.write('a');
      writing.push(() => response.end('b'));
    };
    const listener = await serve(app, { keepAlive: NEVER_MS });
    const agent = new Agent({ keepAlive: true });
    const answer = await get(listener, agent);
    const closing = listener.close(NEVER_MS);
    writing.forEach((end) => end());
    expect(await text(answer)).toBe('ab');
    await closing;
    agent.destroy();
  });

  it('cuts what is not finished within the budget', async () => {
    const listener = await serve((_request, response) => void response.write('never'));
    const answer = await get(listener);
    const begun = Date.now();
    const reading = text(answer);
    reading.catch(() => undefined);
    await listener.close(100);
    expect(Date.now() - begun).toBeGreaterThanOrEqual(95);
    await expect(reading).rejects.toThrow(/aborted/);
  });
});
