import { type Socket, connect } from 'node:net';
import { once } from 'node:events';
import { gzipSync } from 'node:zlib';
import { status as codes } from '@grpc/grpc-js';
import { type RawCall, RawGrpc, framed } from '@sluice/testbed/network';
import { closeIn, eventually, patience } from '@sluice/testbed/machine';
import { otlpProtobuf } from '@sluice/testbed/samples';
import { closeGateways } from '../gateway.testing';
import { startGrpc } from './start-grpc.testing';

/* Calls as no library sends them, byte by byte. */

afterAll(closeGateways);
const later = closeIn(afterEach);

const message = (name = 'a') =>
  Buffer.from(
    otlpProtobuf({
      resourceSpans: [{ scopeSpans: [{ spans: [{ traceId: 'a'.repeat(32), spanId: 'b'.repeat(16), name }] }] }],
    }),
  );
const gzip = { metadata: { 'grpc-encoding': 'gzip' } };

async function start({ headersMs = patience(10_000), closeMs = 1000, ...env }: Record<string, unknown> = {}) {
  const { listener, gateway, ...others } = await startGrpc(env as NodeJS.ProcessEnv, {
    maxPrefaceMs: Number(headersMs),
  });
  later(() => listener.close(Number(closeMs)));
  const client = new RawGrpc(listener.url, 'Bearer token');
  later(() => client.close());
  const { budget } = gateway.dependencies;
  const released = () =>
    eventually(
      () => budget.held,
      (held) => held === 0,
    );
  return { ...others, listener, client, budget, released };
}

const named = async ({ ended }: Pick<RawCall, 'ended'>) => {
  const { status, message: text } = await ended;
  return { status: status === undefined ? 'none' : codes[status], text };
};

describe('a message', () => {
  const long = message('x'.repeat(2 ** 20));
  it.each<[string, Buffer, object, text: RegExp]>([
    ['with an unknown flag', framed(message(), { flag: 2 }), {}, /^the flag of the message must be 0 or 1, not 2$/],
    ['compressed without an encoding', framed(message(), { flag: 1 }), {}, /^the message is compressed, but grpc-enc/],
    ['of an unknown encoding', framed(message(), { flag: 1 }), { metadata: { 'grpc-encoding': 'br' } }, /gzip/],
    ['that is no gzip', framed(message(), { flag: 1 }), gzip, /^the body is damaged or cut/],
    ['shorter than it announces', framed(message(), { announced: 5000 }), {}, /^the body ended before it was complete/],
    ['without its prefix', Buffer.alloc(3), {}, /^the body ended before it was complete/],
    ['that is absent', Buffer.alloc(0), {}, /^the body ended before it was complete/],
    ['that announces 4 GiB', framed(message(), { announced: 2 ** 32 - 1 }), {}, /^the body must be at most 200000 b/],
    ['longer than it announces', framed(long, { announced: 100 }), {}, /^a call must contain one message$/],
    ['that follows another one', Buffer.concat([framed(message()), framed(message())]), {}, /must contain one message/],
    ['and one more byte', Buffer.concat([framed(message()), Buffer.alloc(1)]), {}, /must contain one message/],
    ['that is a bomb', framed(gzipSync(Buffer.alloc(2 ** 26)), { flag: 1 }), gzip, /must not exceed 1048577 bytes/],
  ])('%s is INVALID_ARGUMENT, and nothing of it is stored', async (_, bytes, options, text) => {
    const { client, records, released } = await start({ MAX_BODY_BYTES: '200000', MAX_INFLATED_BYTES: '1048577' });
    const { stream, ended } = client.begin(options);
    stream.end(bytes);
    expect(await named({ ended })).toEqual({ status: 'INVALID_ARGUMENT', text: expect.stringMatching(text) as string });
    await released();
    expect(records).toEqual([]);
    expect((await client.call(framed(message()))).status).toBe(codes.OK);
  });

  it('that follows a stored one holds no bytes after the call', async () => {
    const { client, records, released, budget } = await start();
    const { stream, ended } = client.begin();
    stream.write(framed(message()));
    await eventually(
      () => records.length,
      (stored) => stored === 1,
    );
    stream.write(framed(message('b'.repeat(50_000))));
    expect(await named({ ended })).toEqual({ status: 'INVALID_ARGUMENT', text: 'a call must contain one message' });
    await released();
    expect([budget.held, records.length]).toEqual([0, 1]);
  });

  it('of a call that is refused by its metadata is not received further', async () => {
    const { client, records } = await start();
    const { stream, ended } = client.begin({ metadata: { authorization: 'Bearer no' } });
    stream.write(framed(message(), { announced: 100_000 }));
    expect(await named({ ended })).toMatchObject({ status: 'UNAUTHENTICATED' });
    expect(records).toEqual([]);
  });

  it.each([1, 10_000])(
    'with %d further ones in one upload is refused by its status, not by a reset alone',
    async (more) => {
      const { client } = await start();
      const { stream, ended } = client.begin();
      stream.write(Buffer.concat(Array<Buffer>(1 + more).fill(framed(Buffer.alloc(1000)))));
      expect(await named({ ended })).toEqual({ status: 'INVALID_ARGUMENT', text: 'a call must contain one message' });
    },
  );

  it.each([
    [15_000, [codes.OK]],
    // A client that has acknowledged the limit of the connection is reset instead.
    [17_000, [codes.INVALID_ARGUMENT, undefined]],
  ])('after metadata of %d bytes has the status %j', async (bytes, statuses) => {
    const { client } = await start();
    const { status: answered } = await client.call(framed(message()), { metadata: { 'x-long': 'v'.repeat(bytes) } });
    expect(statuses).toContain(answered);
    expect((await client.call(framed(message()))).status).toBe(codes.OK);
  });

  it('with too much metadata, sent again, ends its connection', async () => {
    const { client } = await start();
    const metadata = { 'x-long': 'v'.repeat(17_000) };
    const closed = once(client.session, 'close');
    await Promise.all([0, 1, 2].map(() => client.call(framed(message()), { metadata })));
    await closed;
    expect(client.session.destroyed).toBe(true);
  });

  it('whose error quotes half a surrogate pair is refused with a readable status', async () => {
    const { client } = await start();
    // 0xED 0xA0 0x80: U+D800, which is no text.
    const spans = [{ traceId: 'a'.repeat(32), spanId: 'b', name: '\u{1f6b0}'.repeat(1000) }];
    const odd = Buffer.from(otlpProtobuf({ resourceSpans: [{ scopeSpans: [{ spans }] }] }));
    for (let at = 0; at < odd.length - 3; at += 4) Buffer.from([0xed, 0xa0, 0x80]).copy(odd, at);
    expect(await client.call(framed(odd))).toMatchObject({ status: codes.INVALID_ARGUMENT });
  });
});

describe('a call that its client abandons', () => {
  it.each<[string, (call: RawCall) => void]>([
    ['is reset before its message', ({ stream }) => stream.close(8)],
    [
      'is reset amid its message',
      ({ stream }) => void stream.write(framed(message(), { announced: 9000 }), () => stream.close(8)),
    ],
    ['is reset with a protocol error', ({ stream }) => void stream.write(framed(message()), () => stream.close(1))],
    [
      'is cut with its connection',
      ({ stream }) => void stream.write(framed(message()), () => stream.session?.destroy()),
    ],
  ])('%s holds nothing', async (_, abandon) => {
    const { client, listener, released } = await start();
    const call = client.begin();
    abandon(call);
    expect((await call.ended).status).toBeUndefined();
    await released();
    const other = new RawGrpc(listener.url, 'Bearer token');
    later(() => other.close());
    expect((await other.call(framed(message()))).status).toBe(codes.OK);
  });

  it('before its handler starts is counted once, at once', async () => {
    const { client, metrics } = await start();
    const { stream, ended } = client.begin();
    stream.close(8);
    await ended;
    const counted = async () => (await metrics.expose()).body.includes('status="aborted"');
    expect(await eventually(counted, (is) => is)).toBe(true);
  });

  it('by its own deadline is not acknowledged, and holds nothing once its data is stored', async () => {
    const { client, hold, records, released } = await start();
    const { begun, release } = hold();
    const { stream, ended } = client.begin({ metadata: { 'grpc-timeout': '200m' } });
    stream.end(framed(message()));
    await begun;
    expect((await ended).status).toBe(codes.DEADLINE_EXCEEDED);
    release();
    await released();
    expect(records).toHaveLength(1);
  });
});

describe('a connection', () => {
  const open = async (address: string): Promise<Socket> => {
    const socket = connect(Number(address.split(':').at(-1)), '127.0.0.1');
    later(() => socket.destroy());
    socket.on('error', () => undefined);
    await once(socket, 'connect');
    return socket.resume();
  };

  it.each<[string, string]>([
    ['sends nothing', ''],
    ['sends a part of the preface', 'PRI * HTTP/2.0\r\n'],
    ['sends the preface alone', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'],
    ['sends HTTP/1.1', 'GET / HTTP/1.1\r\nHost: a\r\n\r\n'],
    ['sends the begin of TLS', '\x16\x03\x01\x02\x00\x01\x00\x01'],
  ])('that %s ends', async (_, bytes) => {
    const { listener } = await start({ headersMs: 300 });
    const socket = await open(listener.url);
    socket.write(bytes);
    await once(socket, 'close');
  });

  it('that is in use does not end when one that is younger and sends nothing does', async () => {
    const { client, listener } = await start({ headersMs: patience(2_000) });
    expect((await client.call(framed(message()))).status).toBe(codes.OK);
    await once(await open(listener.url), 'close');
    expect((await client.call(framed(message()))).status).toBe(codes.OK);
  });

  it('that sends nothing does not delay the end of the listener', async () => {
    const { listener } = await start({ headersMs: patience(60_000) });
    const socket = await open(listener.url);
    const closed = new Promise((resolve) => socket.once('close', resolve));
    await listener.close(patience(60_000));
    await closed;
  });
});
