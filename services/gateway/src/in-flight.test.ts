import { once } from 'node:events';
import { type Socket, connect } from 'node:net';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { gzipSync } from 'node:zlib';
import type { Publisher, Receipt } from '@sluice/bus';
import { secretDigest } from '@sluice/credentials';
import { createApp, createCredentials, listen } from '@sluice/http';
import { SOURCE_OPTIONS, closeIn, eventually } from '@sluice/testbed/machine';
import { Closers, createLogger, createMetrics, readSettings } from '@sluice/runtime';
import { testUuid } from '@sluice/testbed/samples';
import { composeGateway } from './compose';
import { gatewayFields } from './config';

const linesOf = (token: string) => ['POST /v1/l/batch HTTP/1.1', 'Host: x', `Authorization: Bearer ${token}`];
const BATCH = Buffer.from(JSON.stringify({ trace: { id: testUuid(1) } }));

const closers = new Closers({ logger: createLogger({ level: 'silent', pretty: false }) });
afterAll(() => closers.close(1000));

const later = closeIn(afterEach);

/** Makes a gateway that listens, on a bus that keeps every publication open until `store` is called. */
async function setUp(env: NodeJS.ProcessEnv) {
  const publishing: ((receipt: Receipt) => void)[] = [];
  const publisher: Publisher = {
    maxRecordBytes: Infinity,
    admit: () => () => undefined,
    publish: () => new Promise((resolve) => publishing.push(resolve)),
    check: () => Promise.resolve(),
    close: () => Promise.resolve(),
  };
  const metrics = createMetrics({ processMetrics: false });
  const settings = readSettings(env, gatewayFields);
  const logger = createLogger({ level: 'silent', pretty: false });
  const parts = { logger, metrics, closers, readerOptions: { execArgv: SOURCE_OPTIONS } };
  const app = createApp({
    logger,
    metrics,
    credentials: createCredentials({
      bearerTokens: ['token'],
      keyPairs: [],
      apiKeys: [{ secretDigest: secretDigest('acme'), project: 'acme', scopes: ['ingest'] }],
    }),
    routes: composeGateway({ ...parts, settings, publisher, clock: { now: () => 0 } }).routes,
  });
  const listener = await listen(app, { host: '127.0.0.1', port: 0 });
  later(() => listener.close(0));

  const heldBytes = async (): Promise<number> => {
    const { body } = await metrics.expose();
    return Number(/^sluice_gateway_inflight_bytes (\d+)$/m.exec(body)?.[1]);
  };
  return {
    store: () => publishing.splice(0).forEach((resolve) => resolve([])),
    /** Sends a request whose body may be incomplete. */
    send: (headers: readonly string[], body: Buffer | string, token = 'token'): Socket => {
      const socket = connect(listener.port, '127.0.0.1');
      later(() => socket.destroy());
      socket.on('error', () => undefined);
      socket.write(`${[...linesOf(token), ...headers].join('\r\n')}\r\n\r\n`);
      socket.write(body);
      return socket;
    },
    /** Resolves when `bytes` are held, by the gauge. */
    untilHeld: async (bytes: number): Promise<void> => {
      const held = await eventually(heldBytes, (held) => held === bytes);
      expect(held).toBe(bytes);
    },
    untilPublished: (): Promise<unknown> =>
      eventually(
        () => publishing.length,
        (count) => count > 0,
      ),
    /** Resolves when `wished` publications are open. */
    untilPublishing: async (wished: number): Promise<void> => {
      const open = await eventually(
        () => publishing.length,
        (count) => count === wished,
      );
      expect(open).toBe(wished);
    },
  };
}

const length = (body: Buffer): string => `Content-Length: ${body.length}`;
const chunk = (body: Buffer): Buffer =>
  Buffer.concat([Buffer.from(`${body.length.toString(16)}\r\n`), body, Buffer.from('\r\n')]);

async function answerOf(socket: Socket): Promise<string> {
  const [answer] = (await once(socket, 'data')) as [Buffer];
  return answer.toString();
}
const REFUSED = /^HTTP\/1.1 503 [^]*\r\nRetry-After: 1\r\n[^]*too many bytes are in flight/;

/** Returns the bytes of this process's buffers after a garbage collection. */
function bufferBytes(): number {
  setFlagsFromString('--expose-gc');
  (runInNewContext('gc') as () => void)();
  return process.memoryUsage().arrayBuffers;
}

describe('a body', () => {
  it.each(['Content-Length', 'Transfer-Encoding'])(
    'that came with %s is not held any more while its records are published',
    async (framing) => {
      const { send, untilPublished, untilPublishing } = await setUp({});
      const body = Buffer.from(JSON.stringify({ trace: { id: testUuid(1) } }).padEnd(1000 * 1024));
      const bytes = framing === 'Content-Length' ? body : Buffer.concat([chunk(body), chunk(Buffer.alloc(0))]);
      const header = framing === 'Content-Length' ? length(body) : 'Transfer-Encoding: chunked';
      send([header], bytes);
      await untilPublished();
      const before = bufferBytes();
      for (let count = 0; count < 15; count += 1) send([header], bytes);
      await untilPublishing(16);
      const grown = await eventually(
        () => bufferBytes() - before,
        (grown) => grown < 4 * body.length,
      );
      expect(grown).toBeLessThan(4 * body.length);
    },
  );
});

describe('bytes in flight', () => {
  it('are reserved while a slow body is read, and given back when its sender goes', async () => {
    const { send, untilHeld } = await setUp({ MAX_INFLIGHT_BYTES: '1KiB' });
    const slow = send(['Content-Length: 500'], '{');
    await untilHeld(1000);
    expect(await answerOf(send([length(BATCH)], BATCH))).toMatch(REFUSED);
    slow.destroy();
    await untilHeld(0);
  });

  it('are those that have come and a step of 64 KiB, however much is announced', async () => {
    const { send, untilHeld } = await setUp({ MAX_INFLIGHT_BYTES: '1MiB' });
    const slow = send([`Content-Length: ${20 * 2 ** 20}`], '{');
    await untilHeld((1 + 64 * 1024) * 2);
    slow.write(Buffer.alloc(200 * 1024));
    await untilHeld((1 + 264 * 1024) * 2);
    slow.destroy();
    await untilHeld(0);
  });

  it('have a share for each project: many uploads of one are 503, and those of another are taken', async () => {
    const { send, untilHeld, untilPublished, store } = await setUp({ MAX_INFLIGHT_BYTES: '1MiB' });
    const announced = `Content-Length: ${20 * 2 ** 20}`;
    for (let count = 0; count < 6; count += 1) send([announced], '');
    await untilHeld(6 * 128 * 1024);
    expect(await answerOf(send([announced], ''))).toMatch(REFUSED);
    const modest = send([length(BATCH)], BATCH, 'acme');
    await untilPublished();
    store();
    expect(await answerOf(modest)).toMatch(/^HTTP\/1.1 200 /);
  });

  it('are reserved chunk by chunk where no length is announced', async () => {
    const { send, untilHeld } = await setUp({ MAX_INFLIGHT_BYTES: '1KiB' });
    const slow = send(['Transfer-Encoding: chunked'], chunk(Buffer.alloc(300)));
    await untilHeld(600);
    slow.write(chunk(Buffer.alloc(100)));
    await untilHeld(800);
    const other = send(['Transfer-Encoding: chunked'], chunk(Buffer.alloc(100)), 'acme');
    await untilHeld(1000);
    other.write(chunk(Buffer.alloc(100)));
    expect(await answerOf(other)).toMatch(REFUSED);
    await untilHeld(800);
  });

  it('are reserved before a body is inflated: a bomb beside another request is 503', async () => {
    const { send, untilHeld, untilPublished, store } = await setUp({
      MAX_INFLATED_BYTES: '1MiB',
      MAX_INFLIGHT_BYTES: '1MiB',
    });
    const first = send([length(BATCH)], BATCH);
    await untilHeld(BATCH.length * 2);
    await untilPublished();
    const bomb = gzipSync(Buffer.alloc(4 * 2 ** 20));
    expect(await answerOf(send(['Content-Encoding: gzip', length(bomb)], bomb))).toMatch(REFUSED);
    bomb.writeUInt32LE(1, bomb.length - 4);
    expect(await answerOf(send(['Content-Encoding: gzip', length(bomb)], bomb))).toMatch(REFUSED);
    store();
    expect(await answerOf(first)).toMatch(/^HTTP\/1.1 200 /);
    await untilHeld(0);
    expect(await answerOf(send(['Content-Encoding: gzip', length(bomb)], bomb))).toMatch(/^HTTP\/1.1 413 /);
    await untilHeld(0);
  });

  it('settle at twice the inflated body until it is stored', async () => {
    const { send, untilHeld, untilPublished, store } = await setUp({});
    const text = Buffer.concat([BATCH, Buffer.alloc(100_000, ' ')]);
    const body = gzipSync(text);
    const socket = send(['Content-Encoding: gzip', length(body)], body);
    await untilPublished();
    await untilHeld(text.length * 2);
    store();
    expect(await answerOf(socket)).toMatch(/^HTTP\/1.1 200 /);
    await untilHeld(0);
  });
});

describe('a chunked body', () => {
  it('over the limit on the wire is 413', async () => {
    const { send, untilHeld } = await setUp({ MAX_BODY_BYTES: '64' });
    const socket = send(['Transfer-Encoding: chunked'], chunk(Buffer.alloc(60)));
    await untilHeld(120);
    socket.write(chunk(Buffer.alloc(5)));
    const answer = await answerOf(socket);
    expect(answer).toMatch(/^HTTP\/1.1 413 [^]*\r\nConnection: close\r\n/);
    expect(answer).toContain('{"message":"the body must be at most 64 bytes","code":"BAD_REQUEST","data":null}');
    await untilHeld(0);
  });
});

describe('Expect: 100-continue', () => {
  it('is refused at once where the announced body is over the limit, and answered where it is not', async () => {
    const { send } = await setUp({ MAX_BODY_BYTES: '64' });
    const expecting = 'Expect: 100-continue';
    expect(await answerOf(send([expecting, 'Content-Length: 65'], ''))).toMatch(/^HTTP\/1.1 413 /);
    expect(await answerOf(send([expecting, 'Content-Length: 64'], ''))).toBe('HTTP/1.1 100 Continue\r\n\r\n');
  });
});
