/** Bytes that are written to so many TCP connections of the port of gRPC. */
export interface Flood {
  readonly name: string;
  readonly count: number;
  /** False: nothing of the answers is read. Default: true. */
  readonly reads?: boolean;
  readonly parts: () => readonly Buffer[];
}

const PREFACE = Buffer.from('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n');

/** Types of frames (RFC 9113 section 6). */
const TYPES = { headers: 1, settings: 4, ping: 6, continuation: 9 } as const;

function frame(type: keyof typeof TYPES, stream = 0, payload: Uint8Array = Buffer.alloc(0)): Buffer {
  const head = Buffer.alloc(9);
  head.writeUIntBE(payload.length, 0, 3);
  head.writeUInt8(TYPES[type], 3);
  head.writeUInt32BE(stream, 5);
  return Buffer.concat([head, payload]);
}

const BEGIN = [PREFACE, frame('settings')];
const many = (count: number, unit: Buffer): Buffer => Buffer.concat(Array<Buffer>(count).fill(unit));

/** Fields of a header that HPACK does not index: name `x`, value of 100 bytes. */
const FIELDS = many(150, Buffer.concat([Buffer.from([0, 1, 0x78, 100]), Buffer.alloc(100, 'v')]));

/** Connections that misuse HTTP/2, or that never speak it. */
export const FLOODS: readonly Flood[] = [
  { name: '3,000 connections that send nothing', count: 3000, parts: () => [] },
  { name: '2,500 connections without calls', count: 2500, parts: () => BEGIN },
  {
    name: '100 clients of HTTP/1.1',
    count: 100,
    parts: () => [Buffer.from('POST /v1/traces HTTP/1.1\r\nHost: x\r\n\r\n')],
  },
  {
    name: '10 connections with 200,000 pings',
    count: 10,
    parts: () => [...BEGIN, many(200_000, frame('ping', 0, Buffer.alloc(8)))],
  },
  {
    name: '10 connections with 200,000 pings, which read no answer',
    count: 10,
    reads: false,
    parts: () => [...BEGIN, many(200_000, frame('ping', 0, Buffer.alloc(8)))],
  },
  {
    name: '10 connections with 200,000 settings',
    count: 10,
    parts: () => [...BEGIN, many(200_000, frame('settings'))],
  },
  {
    name: '10 connections with a header of 16 MiB',
    count: 10,
    parts: () => [...BEGIN, frame('headers', 1), many(1000, frame('continuation', 1, FIELDS))],
  },
];
