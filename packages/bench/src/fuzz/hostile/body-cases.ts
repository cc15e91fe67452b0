import { gzipSync } from 'node:zlib';
import { testUuid } from '@sluice/testbed/samples';
import { type BodyCase, MIB, filled, largeObject, listed, observations, traceOf } from './bodies';
import { OTLP_CASES } from './otlp-cases';

/** Case of one native batch. @param make makes the batch of a trace, whose id follows from the name */
const native = (name: string, expect: number, make: (trace: string) => Buffer | string): BodyCase => ({
  name,
  expect,
  make: () => ({ body: make(traceOf(name)) }),
});

const LARGEST = 64 * MIB;

/** Beginning of a batch. */
const batch = (trace: string): string => `{"trace":{"id":"${trace}"}`;

/** Makes a batch with an unknown member of this size. */
const unknown = (trace: string, first: string, unit: string, last: string, bytes = LARGEST): Buffer =>
  filled(`${batch(trace)},"x":${first}`, unit, `${last}}`, bytes);

/** Hostile JSON: many small values, depth, long texts, white space. */
const JSON_CASES: readonly BodyCase[] = [
  native('64 MiB of empty objects', 413, (trace) => unknown(trace, '[', '{},', '0]')),
  native('input of 2.8 million empty lists', 413, (trace) =>
    filled(`{"trace":{"id":"${trace}","input":[`, '[],', '0]}}', 8 * MIB),
  ),
  native('64 MiB of empty observations', 413, (trace) =>
    filled(`${batch(trace)},"observations":[`, '{},', '{}]}', LARGEST),
  ),
  native('64 MiB of brackets, half of them open', 413, (trace) => {
    const [first, half] = [Buffer.from(`${batch(trace)},"x":`), LARGEST / 2 - 100];
    return Buffer.concat([first, Buffer.alloc(half, '['), Buffer.alloc(half, ']'), Buffer.from('}')]);
  }),
  native('64 MiB of white space after the batch', 200, (trace) => filled(`${batch(trace)}}`, ' ', '', LARGEST)),
  native('64 MiB of white space within the batch', 413, (trace) => filled(batch(trace), ' ', '}', LARGEST)),
  native('one text of 64 MiB', 413, (trace) => unknown(trace, '"', 'v', '"')),
  native('one text of 64 MiB of emojis', 413, (trace) => unknown(trace, '"', '\u{1f6b0}', '"')),
  native('one text of 60 MiB of escapes', 413, (trace) => unknown(trace, '"', '\\u0000', '"', 60 * MIB)),
  native('metadata of 3.6 million numbers', 413, (trace) =>
    filled(`{"trace":{"id":"${trace}","metadata":{"a":[`, '1,', '0]}}}', 7 * MIB),
  ),
  native('metadata of 499,000 keys', 400, (trace) => {
    const members = listed(499_000, (index) => `"${index.toString(16)}":1`);
    return `{"trace":{"id":"${trace}","metadata":{${members}}}}`;
  }),
];

/** Bodies of as much as may be stored: many items, and large ones. */
const ITEM_CASES: readonly BodyCase[] = [
  {
    ...native('50,000 observations of 1.2 KB, twice', 200, (trace) => observations(trace, 50_000, 1200)),
    times: 2,
  },
  native('50,000 observations of 400 euro signs', 200, (trace) => observations(trace, 50_000, 400, '€')),
  native('8 observations of 7.9 MiB', 200, (trace) => observations(trace, 8, 7.9 * MIB)),
  native('an observation with 17 MiB of metadata', 200, (trace) => observationWith(trace, largeObject())),
  native('an input of 999,000 numbers', 200, (trace) =>
    filled(`{"trace":{"id":"${trace}","input":[`, '1,', '0]}}', 1_998_000),
  ),
  {
    name: '50,000 points with labels of 1 KB',
    expect: 200,
    make: () => {
      const label = 'v'.repeat(990);
      const points = listed(50_000, (index) => `{"name":"m","value":1,"labels":{"a":"${label}","i":"${index}"}}`);
      return { endpoint: 'metrics', body: `{"metrics":[${points}]}` };
    },
  },
  {
    name: '16,000 observations, 20 MiB, not compressed',
    expect: 200,
    make: () => ({ encoding: 'identity', body: observations(traceOf('not compressed'), 16_000, 1200) }),
  },
];

const observationWith = (trace: string, metadata: string): string =>
  `${batch(trace)},"observations":[{"id":"${testUuid(1)}","metadata":${metadata}}]}`;

/** Makes a gzip body whose trailer announces this size. */
function claiming(body: Buffer, bytes: number): Buffer {
  const wire = gzipSync(body);
  wire.writeUInt32LE(bytes, wire.length - 4);
  return wire;
}

/** Makes white space that does not compress well. */
function noise(bytes: number): Buffer {
  let state = 1;
  const draw = (): number => (state = (state * 48_271) % 2_147_483_647);
  return Buffer.from(Array.from({ length: bytes * 4 }, () => ' \n\r\t'.charCodeAt(draw() % 4)));
}

/** Compression that announces a false size, or hides a large one. */
const COMPRESSION_CASES: readonly BodyCase[] = [
  {
    name: 'gzip of 1 GiB',
    expect: 413,
    // Consecutive gzip members are one body; each of them is 64 MiB of white space.
    make: () => ({ encoding: 'asIs', body: Buffer.concat(Array(16).fill(gzipSync(Buffer.alloc(LARGEST, ' ')))) }),
  },
  {
    name: 'gzip of 64 MiB that claims 100 bytes',
    expect: 400,
    make: () => {
      const body = filled(`${batch(traceOf('claims little'))}}`, ' ', '', LARGEST);
      return { encoding: 'asIs', body: claiming(body, 100) };
    },
  },
  {
    name: 'deflate of 64 MiB, which claims nothing',
    expect: 200,
    make: () => ({ encoding: 'deflate', body: filled(`${batch(traceOf('deflate'))}}`, ' ', '', LARGEST) }),
  },
  {
    name: '64 MiB in 20,000 members of gzip',
    expect: 200,
    make: () => {
      const members = Array<Buffer>(20_000).fill(gzipSync(Buffer.alloc(3300, ' ')));
      return { encoding: 'asIs', body: Buffer.concat([gzipSync(`${batch(traceOf('members'))}}`), ...members]) };
    },
  },
  {
    name: '1,000 gzip bodies of 2 KB that claim 64 MiB',
    expect: 400,
    clients: 100,
    times: 10,
    make: (client, turn) => {
      const body = observations(traceOf(`claims ${client} ${turn}`), 28, 20);
      return { encoding: 'asIs', body: claiming(Buffer.concat([body, noise(1500)]), LARGEST) };
    },
  },
];

const FLOOD_CASES: readonly BodyCase[] = [
  {
    name: '64 clients, each 4 bodies of 1 MiB, not compressed',
    expect: 200,
    clients: 64,
    times: 4,
    make: (client, turn) => ({
      encoding: 'identity',
      body: observations(traceOf(`flood ${client} ${turn}`), 200, 5160),
    }),
  },
  {
    name: '16 clients with bodies that inflate to 64 MiB',
    expect: 200,
    clients: 16,
    make: (client) => ({ body: observations(traceOf(`inflated ${client}`), 640, 104_700) }),
  },
];

/** The same large row repeatedly: the writer reads, merges and writes the stored values. */
const UPDATE_CASES: readonly BodyCase[] = [
  {
    ...native('an observation with 17 MiB of metadata, 3 times', 200, (trace) => observationWith(trace, largeObject())),
    times: 3,
  },
  {
    name: 'a trace with 17 MiB of metadata, 3 times',
    expect: 200,
    times: 3,
    make: () => ({
      encoding: 'identity',
      body: `{"trace":{"id":"${traceOf('trace metadata')}","metadata":${largeObject()}}}`,
    }),
  },
  {
    name: '17 MiB of metadata, 5 times with other keys',
    expect: 200,
    times: 5,
    make: (_client, turn) => ({ body: observationWith(traceOf('other keys'), largeObject(`t${turn}k`)) }),
  },
];

/** All cases that only send bodies, in the order in which they are sent. */
export const BODY_CASES: readonly BodyCase[] = [
  ...JSON_CASES,
  ...ITEM_CASES,
  ...OTLP_CASES,
  ...COMPRESSION_CASES,
  ...FLOOD_CASES,
  ...UPDATE_CASES,
];
