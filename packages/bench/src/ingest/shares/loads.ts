import { type Socket, connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { testUuid } from '@sluice/testbed/samples';
import { WRITES } from '../../fuzz/input/fuzz-input';
import type { HttpClient } from '../../load/http-client';

const MIB = 1024 * 1024;

/** Sends a request of one project; resolves with the status. */
export type Send = (token: string) => Promise<number>;

/** Product that the requests are sent to. */
export interface LoadTarget {
  readonly http: HttpClient;
  readonly port: number;
}

/** Load on one resource that all projects share, and the requests of a modest project next to the load. */
export interface SharedCase {
  readonly name: string;
  /** Whether the modest project's requests have bodies above 1 MiB. */
  readonly isLarge: boolean;
  /** Concurrent requests of the load. */
  readonly senders: number;
  /** Stores data that load and modest project read; called for each project before either begins. */
  readonly prepare?: (target: LoadTarget) => Send;
  readonly load: (target: LoadTarget) => Send;
  readonly modest: (target: LoadTarget) => Send;
}

const authorized = (token: string) => ({ authorization: `Bearer ${token}` });

/** Sends one body after the other; all are made before the load begins, so that it does not include their making. */
function posting(http: HttpClient, path: string, bodies: readonly object[]): Send {
  const encoded = bodies.map((body) => gzipSync(JSON.stringify(body), { level: 1 }));
  let next = 0;
  return async (token) => {
    const body = encoded[next++ % encoded.length] as Buffer;
    const headers = { ...authorized(token), 'content-encoding': 'gzip', 'content-type': 'application/json' };
    return (await http.post(path, headers, body)).status;
  };
}

const traceOf = (id: number, count: number, members: object) => ({
  trace: { id: testUuid(id) },
  observations: Array.from({ length: count }, (_, n) => ({ id: testUuid(n + 1), ...members })),
});

/** Connection that is kept open: the text written to it, its duration in seconds, and the bytes of its answer that are read each second. */
interface HeldConnection {
  readonly text: (token: string) => string;
  readonly seconds: number;
  readonly readsBytes?: number;
}

/** Opens a connection, writes to it, and keeps it open. */
function holding(port: number, { text, seconds, readsBytes = 0 }: HeldConnection): Send {
  return async (token) => {
    const socket: Socket = connect(port, '127.0.0.1').on('error', () => undefined);
    socket.write(text(token));
    for (let second = 0; second < seconds; second += 1) {
      await sleep(1_000);
      if (readsBytes > 0) socket.read(readsBytes);
    }
    socket.destroy();
    return 200;
  };
}

const requestText =
  (lines: readonly string[], body = '') =>
  (token: string): string =>
    [...lines, 'Host: x', `Authorization: Bearer ${token}`, '', body].join('\r\n');
/** Makes the text of an upload that ends after its first byte. */
const begunUpload = (bytes: number): ((token: string) => string) =>
  requestText(['POST /v1/traces HTTP/1.1', 'Content-Type: application/json', `Content-Length: ${bytes}`], '{');

const smallWrite = ({ http }: LoadTarget): Send => posting(http, WRITES.native, [traceOf(0x1000, 3, {})]);
const read =
  (path: string) =>
  ({ http }: LoadTarget): Send =>
  async (token) =>
    (await http.get(path, authorized(token))).status;

const MANY_MEMBERS = { metadata: Object.fromEntries(Array.from({ length: 19 }, (_, n) => [`k${n}`, 'v'])) };
const CONDITIONS = Array.from({ length: 3 }, () => ({ type: 'number', column: 'errorCount', operator: '<', value: 1 }));
const LONG_READ = `/api/public/traces?limit=100&filter=${encodeURIComponent(JSON.stringify(CONDITIONS))}`;

/** Shared resources of the write path, and then of the read path. */
export const SHARED_CASES: readonly SharedCase[] = [
  {
    name: 'bytes in flight: announced uploads',
    isLarge: false,
    senders: 200,
    load: ({ port }) => holding(port, { text: begunUpload(20 * MIB), seconds: 3 }),
    modest: smallWrite,
  },
  {
    name: 'pending records, turns of decoding',
    isLarge: false,
    senders: 32,
    load: ({ http }) =>
      posting(
        http,
        WRITES.native,
        Array.from({ length: 32 }, (_, n) => traceOf(0x2000 + n, 4_000, { input: 'a'.repeat(60) })),
      ),
    modest: smallWrite,
  },
  {
    name: 'the reader of large bodies',
    isLarge: true,
    senders: 6,
    load: ({ http }) => posting(http, WRITES.native, [traceOf(0x3000, 20_000, MANY_MEMBERS)]),
    modest: ({ http }) => posting(http, WRITES.native, [traceOf(0x4000, 100, { input: 'x'.repeat(15_000) })]),
  },
  {
    name: 'connections at work',
    isLarge: false,
    senders: 1_900,
    load: ({ port }) => holding(port, { text: begunUpload(100), seconds: 5 }),
    modest: smallWrite,
  },
  {
    name: 'connections that are idle, without credentials',
    isLarge: false,
    senders: 2_200,
    load: ({ port }) => holding(port, { text: () => 'GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n', seconds: 5 }),
    modest: smallWrite,
  },
  {
    name: 'metric points',
    isLarge: false,
    senders: 16,
    load: ({ http }) =>
      posting(
        http,
        WRITES.metrics,
        Array.from({ length: 16 }, (_, n) => ({
          metrics: Array.from({ length: 2_000 }, (_, at) => ({
            name: `load_${n}`,
            labels: { at: `${at % 50}` },
            value: at,
          })),
        })),
      ),
    modest: smallWrite,
  },
  {
    name: 'connections of the pool: long reads',
    isLarge: false,
    senders: 16,
    load: read(LONG_READ),
    modest: read('/api/public/traces?limit=20'),
  },
  {
    name: 'answers in flight: slow readers',
    isLarge: false,
    senders: 80,
    prepare: ({ http }) => {
      const small = Array.from({ length: 20 }, (_, n) => ({
        trace: { id: testUuid(0x6000 + n), input: 'x'.repeat(20_000) },
      }));
      const send = posting(http, WRITES.native, [traceOf(0x5000, 3, { input: 'z'.repeat(8 * MIB - 100) }), ...small]);
      return async (token) => {
        let status = 200;
        for (let n = 0; n <= small.length && status === 200; n += 1) status = await send(token);
        return status;
      };
    },
    load: ({ port }) => {
      const lines = [`GET /api/public/traces/${testUuid(0x5000)} HTTP/1.1`, 'Accept-Encoding: identity'];
      return holding(port, { text: requestText(lines), seconds: 5, readsBytes: 2_048 });
    },
    modest: read('/api/public/traces?limit=20'),
  },
];
