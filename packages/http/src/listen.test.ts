import { EventEmitter, once } from 'node:events';
import { Agent, request } from 'node:http';
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { listen } from './listen';
import type { Listener, Timeouts } from './listen';

const open: Listener[] = [];

async function serve(app: RequestListener, timeouts: Partial<Timeouts> = {}): Promise<Listener> {
  const listener = await listen(app, { host: '127.0.0.1', port: 0, timeouts });
  open.push(listener);
  return listener;
}

afterEach(async () => {
  await Promise.all(open.splice(0).map((listener) => listener.close(0)));
});

async function get(listener: Listener, agent = new Agent()): Promise<IncomingMessage> {
  const [answer] = (await once(request(listener.url, { agent }).end(), 'response')) as [IncomingMessage];
  return answer;
}

/** Sends bytes as they are and gives all that comes until the connection ends. */
async function raw(listener: Listener, bytes: string): Promise<string> {
  const socket = connect(listener.port, '127.0.0.1');
  socket.write(bytes);
  return text(socket);
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
    const listener = await serve(app, { stall: 100 });
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
    const listener = await serve(app, { stall: 50 });
    expect(await text(await get(listener))).toBe('done');
  });

  it('cuts a sender that stalls', async () => {
    const app: RequestListener = (incoming) => void incoming.on('error', () => undefined).resume();
    const listener = await serve(app, { stall: 50 });
    expect(await raw(listener, 'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 10\r\n\r\nabc')).toBe('');
  });

  it('closes at once when all connections are idle', async () => {
    const listener = await serve((_request, response) => response.end('ok'));
    const agent = new Agent({ keepAlive: true });
    await text(await get(listener, agent));
    const begun = Date.now();
    await listener.close(5000);
    expect(Date.now() - begun).toBeLessThan(1000);
    agent.destroy();
  });

  it('finishes what is in flight, with Connection: close, and accepts nothing new', async () => {
    const requests = new EventEmitter();
    const listener = await serve((_request, response) => void requests.emit('arrived', response));
    const agent = new Agent({ keepAlive: true });
    const arrived = once(requests, 'arrived');
    const answering = get(listener, agent);
    const [response] = (await arrived) as [ServerResponse];
    const closing = listener.close(5000);
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
    const listener = await serve((_request, response) => {
      response.write('a');
      writing.push(() => response.end('b'));
    });
    const agent = new Agent({ keepAlive: true });
    const answer = await get(listener, agent);
    const begun = Date.now();
    const closing = listener.close(5000);
    writing.forEach((end) => end());
    expect(await text(answer)).toBe('ab');
    await closing;
    expect(Date.now() - begun).toBeLessThan(1000);
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
