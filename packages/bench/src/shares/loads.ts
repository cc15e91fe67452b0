import { type Socket, connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { testUuid } from '@sluice/samples';
import { METRICS, NATIVE } from '../hostile/bodies';
import type { HttpClient } from '../load/http-client';

const MIB = 1024 * 1024;

/** A request of one project; resolves with the status. */
export type Send = (token: string) => Promise<number>;

/** Product that the requests are sent to. */
export interface LoadTarget {
  readonly http: HttpClient;
  readonly port: number;
}

/** A load that takes one resource of all projects, and the requests of a modest project beside the load. */
export interface SharedCase {
  readonly name: string;
  /** Whether the modest project's requests have bodies above 1 MiB. */
  readonly isLarge: boolean;
  /** Requests at a time. */
  readonly senders: number;
  readonly load: (target: LoadTarget) => Send;
  readonly modest: (target: LoadTarget) => Send;
}

const authorized = (token: string) => ({ authorization: `Bearer ${token}` });

/** Sends one body after the other, made when the load begins: their making must not be part of it. */
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

/** Opens a connection, writes what a request begins with, and keeps it for as long as that takes. */
function holding(port: number, lines: readonly string[], forMs: number): Send {
  return async (token) => {
    const socket: Socket = connect(port, '127.0.0.1').on('error', () => undefined);
    socket.write([...lines, 'Host: x', `Authorization: Bearer ${token}`, '', '{'].join('\r\n'));
    await sleep(forMs);
    socket.destroy();
    return 200;
  };
}

const smallWrite = ({ http }: LoadTarget): Send => posting(http, NATIVE, [traceOf(0x1000, 3, {})]);
const read =
  (path: string) =>
  ({ http }: LoadTarget): Send =>
  async (token) =>
    (await http.get(path, authorized(token))).status;

const MANY_MEMBERS = { metadata: Object.fromEntries(Array.from({ length: 19 }, (_, n) => [`k${n}`, 'v'])) };
const CONDITIONS = Array.from({ length: 3 }, () => ({ type: 'number', column: 'errorCount', operator: '<', value: 1 }));
const LONG_READ = `/api/public/traces?limit=100&filter=${encodeURIComponent(JSON.stringify(CONDITIONS))}`;

/** The shared resources of the writing side, and then those of the reading side. */
export const SHARED_CASES: readonly SharedCase[] = [
  {
    name: 'bytes in flight: announced uploads',
    isLarge: false,
    senders: 200,
    load: ({ port }) =>
      holding(
        port,
        ['POST /v1/traces HTTP/1.1', 'Content-Type: application/json', `Content-Length: ${20 * MIB}`],
        3_000,
      ),
    modest: smallWrite,
  },
  {
    name: 'pending records, turns of decoding',
    isLarge: false,
    senders: 32,
    load: ({ http }) =>
      posting(
        http,
        NATIVE,
        Array.from({ length: 32 }, (_, n) => traceOf(0x2000 + n, 4_000, { input: 'a'.repeat(60) })),
      ),
    modest: smallWrite,
  },
  {
    name: 'the reader of large bodies',
    isLarge: true,
    senders: 6,
    load: ({ http }) => posting(http, NATIVE, [traceOf(0x3000, 20_000, MANY_MEMBERS)]),
    modest: ({ http }) => posting(http, NATIVE, [traceOf(0x4000, 100, { input: 'x'.repeat(15_000) })]),
  },
  {
    name: 'connections at work',
    isLarge: false,
    senders: 1_900,
    load: ({ port }) =>
      holding(port, ['POST /v1/traces HTTP/1.1', 'Content-Type: application/json', 'Content-Length: 100'], 5_000),
    modest: smallWrite,
  },
  {
    name: 'metric points',
    isLarge: false,
    senders: 16,
    load: ({ http }) =>
      posting(
        http,
        METRICS,
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
];
