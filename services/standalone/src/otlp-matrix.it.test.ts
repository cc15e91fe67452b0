import { deflateSync, gzipSync } from 'node:zlib';
import { otlpProtobuf } from '@sluice/testbed/samples';
import { type Combination, pairwise } from './pairwise.testing';
import { type Product, startProduct } from './product.testing';

/*
 * Variants of a span from exporters, any two of them together: encoding and compression, form of ids, values and places of attributes,
 * events, status, times and parent. Each span is sent alone and read back, and every field is compared with the contract (OTLP).
 */

/** Values in OTLP/JSON, and in the metadata of answers. */
const VALUES = {
  string: [{ stringValue: 'héllo "🌍"\n' }, 'héllo "🌍"\n'],
  'empty string': [{ stringValue: '' }, ''],
  bool: [{ boolValue: false }, false],
  int: [{ intValue: '-42' }, -42],
  'int as JSON number': [{ intValue: 1_234_567 }, 1_234_567],
  'int beyond doubles': [{ intValue: '9007199254740993' }, '9007199254740993'],
  double: [{ doubleValue: -0.125 }, -0.125],
  'not a number': [{ doubleValue: 'NaN' }, 'NaN'],
  array: [{ arrayValue: { values: [{ stringValue: 'a' }, { intValue: '1' }, { boolValue: true }] } }, ['a', 1, true]],
  'empty array': [{ arrayValue: {} }, []],
  kvlist: [
    { kvlistValue: { values: [{ key: 'a.b', value: { arrayValue: { values: [{ doubleValue: 0.5 }] } } }] } },
    { 'a.b': [0.5] },
  ],
  bytes: [{ bytesValue: '+/8=' }, '+/8='],
  'empty value': [{}, null],
} as const satisfies Record<string, readonly [value: object, answered: unknown]>;

const FACTORS = {
  written: ['JSON, lower hex', 'JSON, upper hex', 'JSON, base64', 'protobuf'],
  compression: ['none', 'gzip', 'deflate'],
  value: Object.keys(VALUES) as (keyof typeof VALUES)[],
  place: ['span', 'resource', 'scope', 'metadata'],
  events: ['none', 'exception', 'with attributes'],
  status: ['unset', 'ok', 'error', 'error with message'],
  times: ['both', 'no end', 'no start', 'none', 'end before start'],
  parent: ['none', 'another span', 'zero'],
} as const;
type Case = Combination<typeof FACTORS>;

const SECOND = 1_000_000_000n;
const START = BigInt(Date.UTC(2026, 10, 20, 12)) * 1_000_000n + 123_456_789n;
const START_READ = '2026-11-20T12:00:00.123Z';
const NEXT_SECOND_READ = '2026-11-20T12:00:01.123Z';
const SPAN_ID = 'b7ad6b7169203331';
const PARENT_ID = '00f067aa0ba902b7';
const KEY = 'app.value';

let product: Product;
beforeAll(async () => {
  product = await startProduct();
});
afterAll(() => product.close());

const attributesAt = (place: Case['place'], { place: at, value }: Case) =>
  at === place ? { attributes: [{ key: KEY, value: VALUES[value][0] }] } : {};

/** Times as sent. Absent and 0 mean the same: a span without both times has each form once. */
const TIMES: Record<Case['times'], object> = {
  both: { startTimeUnixNano: String(START), endTimeUnixNano: String(START + SECOND) },
  'no end': { startTimeUnixNano: String(START), endTimeUnixNano: '0' },
  'no start': { endTimeUnixNano: String(START + SECOND) },
  none: { startTimeUnixNano: '0' },
  'end before start': { startTimeUnixNano: String(START), endTimeUnixNano: String(START - SECOND) },
};
const STATUSES: Record<Case['status'], object> = {
  unset: {},
  ok: { status: { code: 1 } },
  error: { status: { code: 2 } },
  'error with message': { status: { code: 2, message: 'failed' } },
};
const PARENTS: Record<Case['parent'], object> = {
  none: {},
  'another span': { parentSpanId: PARENT_ID },
  zero: { parentSpanId: '0'.repeat(16) },
};

const eventsOf = ({ events, value }: Case) => {
  if (events === 'none') return {};
  const attributes =
    events === 'exception'
      ? [
          { key: 'exception.type', value: { stringValue: 'TypeError' } },
          { key: 'exception.message', value: { stringValue: 'boom' } },
        ]
      : [{ key: KEY, value: VALUES[value][0] }];
  const name = events === 'exception' ? 'exception' : 'checkpoint';
  return { events: [{ name, timeUnixNano: String(START), attributes }] };
};

function requestOf(traceId: string, sent: Case): object {
  const span = {
    traceId,
    spanId: SPAN_ID,
    name: 'a span',
    kind: 3,
    ...PARENTS[sent.parent],
    ...TIMES[sent.times],
    ...STATUSES[sent.status],
    ...eventsOf(sent),
    ...attributesAt('span', sent),
    ...(sent.place === 'metadata' && {
      attributes: [{ key: `langfuse.observation.metadata.${KEY}`, value: VALUES[sent.value][0] }],
    }),
  };
  const scope = { name: 'library', version: '1.2', ...attributesAt('scope', sent) };
  return { resourceSpans: [{ resource: attributesAt('resource', sent), scopeSpans: [{ scope, spans: [span] }] }] };
}

const ID_FORMS = {
  'JSON, lower hex': (hex: string) => hex,
  'JSON, upper hex': (hex: string) => hex.toUpperCase(),
  'JSON, base64': (hex: string) => Buffer.from(hex, 'hex').toString('base64'),
};
const COMPRESSIONS = { none: (body: Uint8Array) => body, gzip: gzipSync, deflate: deflateSync };

async function send(request: object, { written, compression }: Case): Promise<void> {
  const isProtobuf = written === 'protobuf';
  const encoded = isProtobuf
    ? otlpProtobuf(request)
    : Buffer.from(
        JSON.stringify(request, (key, value: unknown) =>
          key.endsWith('Id') && typeof value === 'string' ? ID_FORMS[written](value) : value,
        ),
      );
  const mediaType = isProtobuf ? 'application/x-protobuf' : 'application/json';
  const { status, headers, body } = await product.send('/api/public/otel/v1/traces', {
    method: 'POST',
    headers: { 'Content-Type': mediaType, ...(compression !== 'none' && { 'Content-Encoding': compression }) },
    body: Uint8Array.from(COMPRESSIONS[compression](encoded)),
  });
  expect([status, headers.get('content-type')]).toEqual([200, mediaType]);
  expect(body.toString()).toBe(isProtobuf ? '' : '{}');
}

/** Returns start, end and latency as answered. A span without a time started when it was received. */
function timesRead({ times }: Case, received: unknown): { startTime: unknown; endTime: unknown; latency: unknown } {
  switch (times) {
    case 'both':
      return { startTime: START_READ, endTime: NEXT_SECOND_READ, latency: 1 };
    case 'no end':
      return { startTime: START_READ, endTime: null, latency: null };
    case 'no start':
      return { startTime: NEXT_SECOND_READ, endTime: NEXT_SECOND_READ, latency: 0 };
    case 'none':
      return { startTime: received, endTime: null, latency: null };
    case 'end before start':
      return { startTime: START_READ, endTime: START_READ, latency: 0 };
  }
}

function statusRead({ status, events }: Case): { level: string; statusMessage: string | null } {
  if (status === 'unset' || status === 'ok') return { level: 'DEFAULT', statusMessage: null };
  const message = events === 'exception' ? 'boom' : null;
  return { level: 'ERROR', statusMessage: status === 'error' ? message : 'failed' };
}

function metadataRead({ place, value, events }: Case): Record<string, unknown> {
  const attributes = { [KEY]: VALUES[value][1] };
  const time = '2026-11-20T12:00:00.123456Z';
  return {
    ...(place === 'span' && { attributes }),
    ...(place === 'resource' && { resourceAttributes: attributes }),
    scope: { name: 'library', version: '1.2', ...(place === 'scope' && { attributes }) },
    ...(place === 'metadata' && attributes),
    ...(events === 'exception' && {
      events: [{ name: 'exception', time, attributes: { 'exception.type': 'TypeError', 'exception.message': 'boom' } }],
    }),
    ...(events === 'with attributes' && { events: [{ name: 'checkpoint', time, attributes }] }),
  };
}

const FACTOR_NAMES = Object.keys(FACTORS) as (keyof Case)[];
const cases = pairwise(FACTORS).map((sent, index) => ({
  sent,
  index,
  title: FACTOR_NAMES.map((name) => `${name} ${sent[name]}`).join(', '),
}));

test.each(cases)('$title', async ({ sent, index }) => {
  const traceId = `${'ab'.repeat(14)}${(index + 1).toString(16).padStart(4, '0')}`;
  await send(requestOf(traceId, sent), sent);

  const { status, body } = await product.get(`/api/public/traces/${traceId}`);
  expect(status).toBe(200);
  const id = traceId.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
  const times = timesRead(sent, body.createdAt);
  expect(body).toMatchObject({ id, name: 'a span', timestamp: times.startTime, latency: times.latency ?? 0 });
  const [observation, ...others] = body.observations as Record<string, unknown>[];
  expect(others).toEqual([]);
  expect(observation).toMatchObject({
    id: '00000000-0000-0000-b7ad-6b7169203331',
    traceId: id,
    parentObservationId: sent.parent === 'another span' ? '00000000-0000-0000-00f0-67aa0ba902b7' : null,
    name: 'a span',
    type: 'SPAN',
    model: null,
    input: null,
    output: null,
    ...times,
    ...statusRead(sent),
  });
  expect(observation?.metadata).toEqual(metadataRead(sent));
});
