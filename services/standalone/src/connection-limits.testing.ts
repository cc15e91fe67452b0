import { once } from 'node:events';
import { connect as connectHttp2 } from 'node:http2';
import { type Socket, connect } from 'node:net';
import { performance } from 'node:perf_hooks';
import { text } from 'node:stream/consumers';
import { eventually } from '@sluice/testbed/machine';
import { RawGrpc, framed } from '@sluice/testbed/network';
import type { Json } from '@sluice/contracts';
import type * as Config from './config';
import { readStandaloneSettings } from './config';
import { closed, largeTrace, nextId, untilAnswer } from './limits.testing';
import { type Product, startProduct } from './product.testing';

/** Opens a TCP connection to the port of gRPC. */
const connectGrpc = ({ otlp }: Product): Socket => connect(Number(otlp.grpc.split(':').at(-1)), '127.0.0.1');

type Settings = ReturnType<typeof Config.readStandaloneSettings>;

const MIB = 2 ** 20;

const AUTHORIZED = 'GET /api/public/projects HTTP/1.1\r\nHost: x\r\nAuthorization: ';

/** Clients that keep a connection waiting, with the settings that limit the wait and the bytes that they write. */
const STALLS: readonly [string, NodeJS.ProcessEnv, (product: Product) => string][] = [
  ['a header that does not end', { HEADERS_TIMEOUT_MS: '300' }, () => 'GET /healthz HTTP/1.1\r\nHost:'],
  [
    'a request that does not end',
    { HEADERS_TIMEOUT_MS: '300', REQUEST_TIMEOUT_MS: '400' },
    ({ authorization }) =>
      `POST /v1/l/batch HTTP/1.1\r\nHost: x\r\nAuthorization: ${authorization}\r\nContent-Length: 9\r\n\r\n{`,
  ],
  [
    'a connection without a further request',
    { KEEP_ALIVE_TIMEOUT_MS: '300' },
    ({ authorization }) => `${AUTHORIZED}${authorization}\r\n\r\n`,
  ],
  [
    'a sender that stalls',
    { STALL_TIMEOUT_MS: '300' },
    ({ authorization }) =>
      `POST /v1/l/batch HTTP/1.1\r\nHost: x\r\nAuthorization: ${authorization}\r\nContent-Length: 9\r\n\r\n{`,
  ],
];

/** Returns the default settings of a process with this memory limit in bytes, which are computed when the modules are loaded. */
function settingsWithin(memory: number): Settings {
  const asked = jest.spyOn(process, 'constrainedMemory').mockReturnValue(memory);
  const read: Settings[] = [];
  jest.isolateModules(() => {
    read.push(jest.requireActual<typeof Config>('./config').readStandaloneSettings({}));
  });
  asked.mockRestore();
  return read[0] as Settings;
}

/** Rows of the contract's table of limits about connections and requests in flight, with their tests. */
export const CONNECTION_ROWS: Record<string, () => void> = {
  'in flight, counted as inflated bytes × 2, reserved before inflating': () => {
    test.each([
      [400, 100],
      [1024, 256],
      [4096, 256],
    ])('of %d MiB of memory is a quarter, at most 256 MiB: %d', (memory, expected) => {
      expect(settingsWithin(memory * MIB).maxInflightBytes).toBe(expected * MIB);
    });

    test('what does not fit beside what others hold is 503, and passes when they are done', async () => {
      const small = await startProduct({ MAX_INFLIGHT_BYTES: String(2 * MIB) });
      try {
        const holder = connect(small.port, '127.0.0.1');
        const head = ['POST /v1/l/batch HTTP/1.1', 'Host: x', `Authorization: ${small.authorization}`];
        holder.write([...head, `Content-Length: ${MIB}`, '', ' '.repeat(MIB - 1000)].join('\r\n'));
        const held = async () => (await fetch(`${small.adminUrl}/metrics`)).text();
        await eventually(held, (metrics) => metrics.includes(`sluice_gateway_inflight_bytes ${2 * MIB}\n`));
        const batch = { trace: { id: nextId(), input: 'v'.repeat(2000) } };
        const refused = await untilAnswer(() => small.post('/v1/l/batch', batch), 503);
        expect(refused).toMatchObject({ status: 503, body: { code: 'SERVICE_UNAVAILABLE', data: null } });
        holder.destroy();
        await expect(untilAnswer(() => small.post('/v1/l/batch', batch), 200)).resolves.toMatchObject({ status: 200 });
      } finally {
        await small.close();
      }
    });
  },

  'what comes of a body, over 10 s': () => {
    test('is 1 KiB a second', () => {
      expect(readStandaloneSettings({})).toMatchObject({ minUploadBytesPerSecond: 1024 });
    });

    test('a body that comes more slowly is told 503 and to be sent again, and a client that does so is served', async () => {
      const own = await startProduct();
      const slow = connect(own.port, '127.0.0.1');
      try {
        const head = ['POST /v1/l/batch HTTP/1.1', 'Host: x', `Authorization: ${own.authorization}`];
        const body = JSON.stringify({ trace: { id: nextId() } });
        slow.write([...head, `Content-Length: ${body.length}`, '', body.slice(0, 1)].join('\r\n'));
        const [answer] = (await once(slow, 'data')) as [Buffer];
        expect(answer.toString()).toMatch(/^HTTP\/1.1 503 [^]*\r\nRetry-After: 1\r\n[^]*MIN_UPLOAD_BYTES_PER_SECOND/);
        await expect(own.post('/v1/l/batch', JSON.parse(body) as Json)).resolves.toMatchObject({ status: 200 });
      } finally {
        slow.destroy();
        await own.close();
      }
    });
  },

  'answers in flight': () => {
    test.each([
      [400, 50],
      [1024, 128],
      [4096, 128],
    ])('of %d MiB of memory are an eighth, at most 128 MiB: %d', (memory, expected) => {
      expect(settingsWithin(memory * MIB).readInflightBytes).toBe(expected * MIB);
    });

    test('what does not fit beside an answer that is not read is 503, and passes when that is gone', async () => {
      const small = await startProduct({ READ_INFLIGHT_BYTES: String(MIB) });
      try {
        const path = await largeTrace(small, nextId());
        const reader = connect(small.port, '127.0.0.1');
        reader.write(`GET ${path} HTTP/1.1\r\nHost: x\r\nAuthorization: ${small.authorization}\r\n\r\n`);
        await once(reader, 'readable');
        const refused = await untilAnswer(() => small.get(path), 503);
        expect(refused).toMatchObject({ status: 503, body: { code: 'SERVICE_UNAVAILABLE', data: null } });
        reader.destroy();
        await expect(untilAnswer(() => small.get(path), 200)).resolves.toMatchObject({ status: 200 });
      } finally {
        await small.close();
      }
    });
  },

  'what a client takes of an answer, over 10 s while some waits for it': () => {
    test('is 1 KiB a second', () => {
      expect(readStandaloneSettings({})).toMatchObject({ minReadBytesPerSecond: 1024 });
    });
  },

  'calls of one connection of gRPC at once; age of a connection': () => {
    test('are 100, and 5 minutes', async () => {
      expect(readStandaloneSettings({})).toMatchObject({ otlpGrpcMaxAgeMs: 300_000 });
      const product = await startProduct();
      const session = connectHttp2(`http://${product.otlp.grpc}`);
      try {
        const [settings] = (await once(session, 'remoteSettings')) as [{ maxConcurrentStreams?: number }];
        expect(settings.maxConcurrentStreams).toBe(100);
      } finally {
        session.destroy();
        await product.close();
      }
    });

    test('beyond its age a connection ends without an error', async () => {
      const product = await startProduct({ OTLP_GRPC_MAX_AGE_MS: '1000' });
      const session = connectHttp2(`http://${product.otlp.grpc}`);
      try {
        expect(await once(session, 'goaway')).toEqual([0, expect.any(Number), Buffer.from('max_age')]);
      } finally {
        session.destroy();
        await product.close();
      }
    });
  },

  'connections to the public listeners': () => {
    test('are 2000', () => {
      expect(readStandaloneSettings({})).toMatchObject({ maxConnections: 2000 });
    });

    test('those of gRPC count: an idle one is closed, beside one that works a call is UNAVAILABLE', async () => {
      const small = await startProduct({ MAX_CONNECTIONS: '1' });
      const clients: RawGrpc[] = [];
      const open = (): RawGrpc => {
        const client = new RawGrpc(small.otlp.grpc, small.authorization);
        clients.push(client);
        return client;
      };
      try {
        const idle = closed(connectGrpc(small));
        const working = open();
        const call = working.begin();
        await idle;
        const held = async () => (await fetch(`${small.adminUrl}/metrics`)).text();
        call.stream.write(framed(Buffer.alloc(0), { announced: 9 }));
        await eventually(held, (text) => /^sluice_gateway_inflight_bytes [1-9]/m.test(text));
        const refused = await open().call(framed(Buffer.alloc(0)));
        expect(refused).toMatchObject({ status: 14, message: expect.stringMatching(/MAX_CONNECTIONS/) as unknown });
        expect(await small.get('/api/public/projects')).toMatchObject({ status: 503 });
        for (const client of clients) client.close();
        const asked = () => small.get('/api/public/projects').catch(() => ({ status: 0, body: {} }));
        expect(await untilAnswer(asked, 200)).toMatchObject({ status: 200 });
      } finally {
        for (const client of clients) client.close();
        await small.close();
      }
    });

    test('one more takes the place of an idle one, beside one that works it is told 503, a tenth more is closed', async () => {
      const small = await startProduct({ MAX_CONNECTIONS: '1' });
      const sockets: Socket[] = [];
      const open = async () => {
        const socket = connect(small.port, '127.0.0.1');
        sockets.push(socket);
        await once(socket, 'connect');
        return socket;
      };
      try {
        const ended = closed(await open());
        expect(await small.get('/api/public/projects')).toMatchObject({ status: 200 });
        expect(await ended).toBe(0);
        const head = ['POST /v1/l/batch HTTP/1.1', 'Host: x', `Authorization: ${small.authorization}`];
        const busy = await open();
        busy.write([...head, 'Expect: 100-continue', 'Content-Length: 9', '', ''].join('\r\n'));
        await once(busy, 'data');
        expect(await small.get('/api/public/projects')).toMatchObject({
          status: 503,
          body: { code: 'SERVICE_UNAVAILABLE', message: expect.stringMatching(/MAX_CONNECTIONS/) as unknown },
        });
        for (let n = 0; n < 16; n++) await open(); // a tenth, and 16 of a small number
        expect(await closed(await open())).toBe(0);
        for (const socket of sockets) socket.destroy();
        // The server refuses new connections until it has noticed their end.
        const asked = () => small.get('/api/public/projects').catch(() => ({ status: 0, body: {} }));
        expect(await untilAnswer(asked, 200)).toMatchObject({ status: 200 });
      } finally {
        for (const socket of sockets) socket.destroy();
        await small.close();
      }
    });
  },

  'headers (gRPC: preface; TLS: handshake) / whole request / keep-alive / a reader that stalls': () => {
    test('are 10, 60, 75 and 30 seconds', () => {
      expect(readStandaloneSettings({})).toMatchObject({
        headersTimeoutMs: 10_000,
        requestTimeoutMs: 60_000,
        keepAliveTimeoutMs: 75_000,
        stallTimeoutMs: 30_000,
      });
    });

    test.each(STALLS)('%s is closed after its time, not at once', async (_, env, request) => {
      const impatient = await startProduct(env);
      try {
        const socket = connect(impatient.port, '127.0.0.1');
        const begun = performance.now();
        socket.write(request(impatient));
        await closed(socket);
        expect(performance.now() - begun).toBeGreaterThanOrEqual(290);
      } finally {
        await impatient.close();
      }
    });

    test('a connection of gRPC on which HTTP/2 does not begin is closed after its time, not at once', async () => {
      const impatient = await startProduct({ HEADERS_TIMEOUT_MS: '300' });
      try {
        const begun = performance.now();
        await closed(connectGrpc(impatient));
        expect(performance.now() - begun).toBeGreaterThanOrEqual(290);
      } finally {
        await impatient.close();
      }
    });

    test('a reader that stalls is closed', async () => {
      const impatient = await startProduct({ STALL_TIMEOUT_MS: '300' });
      try {
        const path = await largeTrace(impatient, nextId());
        const socket = connect(impatient.port, '127.0.0.1');
        socket.write(`GET ${path} HTTP/1.1\r\nHost: x\r\nAuthorization: ${impatient.authorization}\r\n\r\n`);
        await once(socket, 'readable');
        const metrics = async () => (await fetch(`${impatient.adminUrl}/metrics`)).text();
        await eventually(metrics, (text) => text.includes('sluice_query_inflight_bytes 0\n'));
        // The bytes sent until then can be read; the end is missing.
        expect(await closed(socket)).toBeLessThan(4 * 7 * MIB);
      } finally {
        await impatient.close();
      }
    });
  },

  'what comes of a body after an early answer': () => {
    /** Writes this much of a large upload, piece by piece, and only then reads. */
    const upload = async (authorization: string, bytes: number): Promise<string> => {
      const own = await startProduct();
      const socket = connect(own.port, '127.0.0.1').on('error', () => undefined);
      try {
        const head = ['POST /v1/l/batch HTTP/1.1', 'Host: x', `Authorization: ${authorization || own.authorization}`];
        socket
          .pause()
          .write([...head, 'Content-Type: application/json', `Content-Length: ${bytes}`, '', ''].join('\r\n'));
        const piece = Buffer.alloc(MIB, ' ');
        let left = bytes;
        for (; left > 0 && !socket.destroyed; left -= piece.length)
          await new Promise((resolve) => socket.write(piece.subarray(0, Math.min(left, piece.length)), resolve));
        return left > 0 ? 'cut' : (await text(socket)).slice(0, 12);
      } finally {
        socket.destroy();
        await own.close();
      }
    };

    test.each([
      ['a sender who is known reads that its body is too large', '', 'HTTP/1.1 413'],
      ['a sender who is not known reads that it is not', 'Bearer of-nobody', 'HTTP/1.1 401'],
    ])('%s, after 32 MiB; one that goes on is cut', async (_, authorization, status) => {
      await expect(upload(authorization, 32 * MIB - 1)).resolves.toBe(status);
      await expect(upload(authorization, 64 * MIB)).resolves.toBe('cut');
    });
  },
};
