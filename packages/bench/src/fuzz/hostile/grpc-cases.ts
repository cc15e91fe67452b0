import { once } from 'node:events';
import { type Socket, connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { deflate, gzip, gzipSync } from 'node:zlib';
import { status as codes } from '@grpc/grpc-js';
import { type RawCall, type RawCallOptions, type RawEnd, RawGrpc, framed } from '@sluice/testbed/network';
import { type BodyCase, MIB } from './bodies';
import { FLOODS } from './grpc-floods';
import { type HostileCase, type Outcome, type Target, together } from './hostile-case';
import { PROTOBUF_CASES } from './otlp-cases';

/** Name of the status of a call, `none` without one. */
const nameOf = ({ status }: RawEnd): string => (status === undefined ? 'none' : (codes[status] ?? String(status)));

/** Opens a connection with the credentials of the default project. */
const open = ({ grpcAddress, context }: Target): RawGrpc => new RawGrpc(grpcAddress, `Bearer ${context.bearerToken}`);

/** Makes the outcome of calls, of which only some statuses are right. */
async function judged(calls: readonly Promise<RawEnd>[], allowed: readonly string[]): Promise<Outcome> {
  const names = (await Promise.all(calls)).map(nameOf);
  const wrong = names.filter((name) => !allowed.includes(name)).map((name) => `answered ${name}`);
  return together([{ statuses: names, refusals: 0, wrong }]);
}

/** Makes a case of calls on one connection or several. @param calls sends the calls of one connection */
function ofCalls(
  name: string,
  { connections = 1, allowed }: { readonly connections?: number; readonly allowed: readonly string[] },
  calls: (client: RawGrpc, connection: number) => readonly Promise<RawEnd>[],
): HostileCase {
  return {
    name: `gRPC: ${name}`,
    prepare: (target) =>
      Promise.resolve(async () => {
        const clients = Array.from({ length: connections }, () => open(target));
        try {
          return await judged(clients.flatMap(calls), allowed);
        } finally {
          for (const client of clients) client.close();
        }
      }),
  };
}

const STATUSES: Readonly<Record<number, string>> = { 200: 'OK', 400: 'INVALID_ARGUMENT', 413: 'INVALID_ARGUMENT' };
const GZIP: RawCallOptions = { metadata: { 'grpc-encoding': 'gzip' } };
const DEFLATE: RawCallOptions = { metadata: { 'grpc-encoding': 'deflate' } };

/** Sends the body of a case of OTLP/HTTP as a message. */
function asMessage({ name, expect, make }: BodyCase): HostileCase {
  return {
    name: `gRPC, ${name}`,
    prepare: async (target) => {
      const message = framed(await promisify(gzip)(Buffer.from(make(0, 0).body)), { flag: 1 });
      return async () => {
        const client = open(target);
        const outcome = await judged([client.call(message, GZIP)], [STATUSES[expect] ?? '']);
        client.close();
        return outcome;
      };
    },
  };
}

function compressed(name: string, options: RawCallOptions, make: () => Promise<Buffer>): HostileCase {
  return {
    name: `gRPC: ${name}`,
    prepare: async (target) => {
      const message = framed(await make(), { flag: 1 });
      return async () => {
        const client = open(target);
        const outcome = await judged([client.call(message, options)], ['INVALID_ARGUMENT']);
        client.close();
        return outcome;
      };
    },
  };
}

const NONE = Buffer.alloc(0);
const REFUSED = ['INVALID_ARGUMENT', 'UNAVAILABLE'];

/** Messages that are not what their prefix announces. */
const ODD_MESSAGES: readonly Buffer[] = [
  NONE,
  Buffer.alloc(1),
  Buffer.alloc(4),
  framed(Buffer.alloc(10), { announced: 11 }),
  framed(Buffer.alloc(10), { announced: 9 }),
  framed(NONE, { announced: 2 ** 32 - 1 }),
  framed(Buffer.alloc(10), { announced: 2 ** 31 }),
  Buffer.concat([framed(NONE), framed(NONE)]),
  framed(Buffer.from([0x0a, 0xff, 0xff, 0xff, 0x0f, 1])),
  ...Array.from({ length: 255 }, (_, flag) => framed(NONE, { flag: flag + 1 })),
];

const SECONDS = 5_000;

/** Ends a call from outside after some seconds. */
const soonReset = (call: RawCall): Promise<RawEnd> => {
  const timer = setTimeout(() => call.stream.close(8), SECONDS);
  return call.ended.finally(() => clearTimeout(timer));
};

/** Sends 1 KiB of 20 MiB at intervals, until the call ends. */
async function sendSlowly(call: RawCall): Promise<RawEnd> {
  call.stream.write(framed(NONE, { announced: 20 * MIB }));
  const ended = soonReset(call);
  while (!call.stream.closed && !call.stream.destroyed) {
    call.stream.write(Buffer.alloc(1024));
    await sleep(500);
  }
  return ended;
}

const times = <T>(count: number, make: (index: number) => T): T[] => Array.from({ length: count }, (_, n) => make(n));

/** Metadata of so many keys with values of this length. */
const metadataOf = (keys: number, length: number): Record<string, string> =>
  Object.fromEntries(times(keys, (n) => [`x-${n}`, 'v'.repeat(length)]));

/** Calls of OTLP/gRPC that no library sends. */
export const GRPC_CASES: readonly HostileCase[] = [
  ...PROTOBUF_CASES.map(asMessage),
  compressed('gzip of 1 GiB', GZIP, () =>
    Promise.resolve(Buffer.concat(Array(16).fill(gzipSync(Buffer.alloc(64 * MIB, ' '))))),
  ),
  compressed('deflate of 256 MiB', DEFLATE, () => promisify(deflate)(Buffer.alloc(256 * MIB))),
  ofCalls('messages that are not what they announce', { connections: 4, allowed: REFUSED }, (client) =>
    ODD_MESSAGES.map((bytes) => client.call(bytes)),
  ),
  ofCalls('100,000 messages in one call', { allowed: ['INVALID_ARGUMENT'] }, (client) => [
    client.call(Buffer.concat(Array<Buffer>(100_000).fill(framed(Buffer.alloc(100))))),
  ]),
  ofCalls('1,000 calls that do not end', { connections: 10, allowed: ['none', 'UNAVAILABLE'] }, (client) =>
    times(100, () => {
      const call = client.begin();
      call.stream.write(framed(NONE));
      return soonReset(call);
    }),
  ),
  ofCalls('200 calls announce 20 MiB and send slowly', { connections: 2, allowed: ['none', 'UNAVAILABLE'] }, (client) =>
    times(100, () => sendSlowly(client.begin())),
  ),
  ofCalls(
    '2,000 calls with 12 KiB of metadata',
    { connections: 20, allowed: ['OK', 'UNAVAILABLE', 'none'] },
    (client) => times(100, () => client.call(framed(NONE), { metadata: metadataOf(100, 110) })),
  ),
  ofCalls('2,000 calls with 60 KiB of metadata', { connections: 20, allowed: ['INVALID_ARGUMENT', 'none'] }, (client) =>
    times(100, () => client.call(framed(NONE), { metadata: metadataOf(100, 600) })),
  ),
  ofCalls('100 calls with a value of 1 MiB', { allowed: ['none'] }, (client) =>
    times(100, () => client.call(framed(NONE), { metadata: { 'x-large': 'v'.repeat(MIB) } })),
  ),
  ofCalls('20,000 calls that are reset at once', { connections: 20, allowed: ['none', 'OK'] }, (client) =>
    times(1000, () => {
      const call = client.begin();
      call.stream.close(8);
      return call.ended;
    }),
  ),
  ...FLOODS.map(ofSockets),
];

/** Makes a case of TCP connections that write bytes, and read the answers or not. */
function ofSockets({ name, count, reads = true, parts }: (typeof FLOODS)[number]): HostileCase {
  return {
    name: `gRPC: ${name}`,
    prepare: (target) =>
      Promise.resolve(async () => {
        const sockets = await Promise.all(times(count, () => connected(target)));
        for (const socket of sockets) {
          if (reads) socket.resume();
          for (const part of parts()) socket.write(part);
        }
        await sleep(SECONDS);
        for (const socket of sockets) socket.destroy();
        return { statuses: ['none'], refusals: 0, wrong: [] };
      }),
  };
}

async function connected({ grpcAddress }: Target): Promise<Socket> {
  const { hostname, port } = new URL(`tcp://${grpcAddress}`);
  const socket = connect(Number(port), hostname);
  socket.on('error', () => undefined);
  await Promise.race([once(socket, 'connect'), new Promise((closed) => socket.once('close', closed))]);
  return socket;
}
