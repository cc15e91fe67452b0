import {
  type FieldKind,
  type FieldList,
  type MetricRecord,
  type ScoreRecord,
  OBSERVATION_FIELDS,
  type Observation,
  type SluiceRecord,
  TRACE_FIELDS,
  type TraceFields,
  type TraceRecord,
  encodeRecord,
  receiveStamp,
  spanStamp,
} from '@sluice/record';
import fc from 'fast-check';
import { testUuid } from './records';
import { HISTORY_START } from './trace-histories';

/** Values by the kind of a field: each field has one, so that each can have a hostile value. */
const VALUE_OF: Readonly<Record<FieldKind, unknown>> = {
  text: 'text',
  longText: 'failed',
  json: '{"n":1.0}',
  time: HISTORY_START + 5,
  integer: 7,
  flag: true,
  members: new Map([['key', '"value"']]),
  parent: testUuid(3),
  usage: { input: { input: 3 }, output: { output: 4 }, other: { pages: 1 }, total: 8 },
  amounts: { input: 0.25, total: 1 },
  io: { text: '"in"' },
};

const everyField = (list: FieldList): object =>
  Object.fromEntries(Object.entries(list).map(([name, { kind }]) => [name, VALUE_OF[kind]]));

const observation = (n: number): Observation => ({
  ...everyField(OBSERVATION_FIELDS),
  id: testUuid(n),
  counted: true,
  parentId: testUuid(n + 1),
  type: 'GENERATION',
  startTime: HISTORY_START,
  endTime: HISTORY_START + 10,
  model: 'priced',
  responseModel: 'dear',
  provider: 'openai',
  level: 'ERROR',
});

const fields: TraceFields = { ...everyField(TRACE_FIELDS), output: { observationId: testUuid(1) } };

const head = (n: number) => ({ recordId: testUuid(n), receivedAt: HISTORY_START + (n % 1000), project: 'acme' });

const fullTrace = (n: number): TraceRecord => ({
  kind: 'trace',
  ...head(n),
  traceId: testUuid(n),
  updates: [
    { stamp: receiveStamp(HISTORY_START, testUuid(n)), fields },
    { stamp: spanStamp(2, HISTORY_START, testUuid(1), HISTORY_START, testUuid(n)), fields },
  ],
  tags: ['red', 'green'],
  observations: [observation(1), observation(2)],
});

const fullMetric = (n: number): MetricRecord => ({
  kind: 'metric',
  ...head(n),
  points: [1, 2].map((value) => ({
    name: 'metric',
    labels: new Map([['label', 'value']]),
    value,
    timestamp: HISTORY_START,
  })),
});

const fullScore = (n: number): ScoreRecord => ({
  kind: 'score',
  ...head(n),
  scores: [1, 2].map((value) => ({
    ...{ id: `score ${value}`, stamp: receiveStamp(HISTORY_START, testUuid(n)), name: 'quality' },
    ...{ timestamp: HISTORY_START, dataType: 'BOOLEAN', value, stringValue: 'True', source: 'API' },
    ...{ traceId: testUuid(1), sentTraceId: 'one', observationId: testUuid(2), sentObservationId: 'two' },
    ...{ sessionId: 's', datasetRunId: 'r', environment: 'e', configId: 'c', queueId: 'q', authorUserId: 'u' },
    ...{ comment: 'text', metadata: '{"a":1.0}' },
  })),
});

const LONG = 3_000;
/** Text that does not compress, longer than an entry of a B-tree may be. */
const INCOMPRESSIBLE = Array.from({ length: LONG }, (_, n) => ((n * 2_654_435_761) >>> 7).toString(36)).join('');

const TEXTS = fc.constantFrom(
  ...[
    '',
    'abc',
    '0',
    '{',
    '"\\u0000"',
    '"',
    'a\0b',
    '\u{1F600}',
    '__proto__',
    "'; drop schema sluice; --",
    '\\N',
    '\t\n',
  ],
  ...['00000000-0000-0000-0000-000000000000', 'ABCDEF01-0000-4000-8000-00000000000A', 'x'.repeat(LONG), INCOMPRESSIBLE],
  ...['ERROR', 'Infinity', '9'.repeat(400), '['.repeat(LONG), '\u202e', '4ff', '2026-11-20T00:00:00Z'],
);

const NUMBERS = fc.constantFrom(
  ...[0, -0, -1, 1, 0.5, NaN, Infinity, -Infinity, 1e300, -1e300, 5e-324, 1e9, 1e12, 1e12 + 1, 1e14, 1e15],
  ...[
    Number.MAX_SAFE_INTEGER,
    Number.MIN_SAFE_INTEGER,
    2 ** 62,
    -(2 ** 62),
    7_258_118_399_999_999,
    7_258_118_400_000_000,
  ],
);

const VALUES: Readonly<Record<string, fc.Arbitrary<unknown>>> = {
  string: fc.oneof({ weight: 4, arbitrary: TEXTS }, { weight: 1, arbitrary: fc.string({ unit: 'binary' }) }),
  number: fc.oneof({ weight: 4, arbitrary: NUMBERS }, { weight: 1, arbitrary: fc.double() }),
  boolean: fc.boolean(),
};

type Path = readonly (string | number)[];

/** Names that are not fields of a message. */
const NO_FIELDS = new Set(['kind']);

/** Paths of all values that are not objects, and of lists. */
function placesIn(value: unknown, at: Path = []): Path[] {
  const inside = Array.isArray(value)
    ? value.flatMap((item: unknown, index) => placesIn(item, [...at, index]))
    : typeof value === 'object' && value !== null
      ? Object.entries(value).flatMap(([name, member]) => (NO_FIELDS.has(name) ? [] : placesIn(member, [...at, name])))
      : [at];
  return Array.isArray(value) ? [at, ...inside] : inside;
}

/** Writes maps as lists of pairs, so that keys have a path too. */
const withEntries = (record: SluiceRecord): unknown =>
  JSON.parse(JSON.stringify(record, (_, value: unknown) => (value instanceof Map ? { entries: [...value] } : value)));

const withMaps = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(withMaps);
  if (typeof value !== 'object' || value === null) return value;
  if ('entries' in value) return new Map(value.entries as [string, string][]);
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, withMaps(member)]));
};

function placed(value: unknown, [first, ...rest]: Path, put: unknown): unknown {
  if (first === undefined) return put;
  if (Array.isArray(value)) return value.map((item: unknown, n) => (n === first ? placed(item, rest, put) : item));
  const members = value as Readonly<Record<string, unknown>>;
  return { ...members, [first]: placed(members[first], rest, put) };
}

const valueAt = (value: unknown, path: Path): unknown =>
  path.reduce<unknown>((at, name) => (at as Readonly<Record<string | number, unknown>>)[name], value);

/** Returns a value of the same type, or a list without its items, with each twice, or with the first many times. */
function replacementOf(value: unknown): fc.Arbitrary<unknown> {
  if (!Array.isArray(value)) return VALUES[typeof value] ?? fc.constant(value);
  const items: readonly unknown[] = value;
  return fc.constantFrom(
    [],
    [...items, ...items],
    Array.from({ length: 300 }, () => items[0]),
  );
}

const mutated = (record: SluiceRecord): fc.Arbitrary<SluiceRecord> => {
  const base = withEntries(record);
  const change = fc
    .constantFrom(...placesIn(base))
    .chain((place) => replacementOf(valueAt(base, place)).map((put) => ({ place, put })));
  return fc.array(change, { minLength: 1, maxLength: 3 }).map((changes) => {
    // The path of a later change may be in a list that an earlier change has emptied.
    const apply = (value: unknown, { place, put }: (typeof changes)[number]) => {
      try {
        return placed(value, place, put);
      } catch {
        return value;
      }
    };
    return withMaps(changes.reduce(apply, base)) as SluiceRecord;
  });
};

const encoded = (record: SluiceRecord): fc.Arbitrary<Uint8Array> => {
  const bytes = Buffer.from(encodeRecord(record));
  const damaged = fc.tuple(fc.nat({ max: bytes.length - 1 }), fc.nat({ max: 255 })).map(([at, byte]) => {
    const copy = Buffer.from(bytes);
    copy[at] = byte;
    return copy;
  });
  return fc.oneof({ weight: 5, arbitrary: fc.constant(bytes) }, { weight: 1, arbitrary: damaged });
};

/**
 * Hostile messages of a topic: records in which up to three fields have a hostile value of their type, some with a byte changed. Records of
 * one `n` have one trace.
 */
export const hostileMessage: fc.Arbitrary<Uint8Array> = fc
  .tuple(fc.integer({ min: 1, max: 20 }), fc.constantFrom(fullTrace, fullMetric, fullScore))
  .chain(([n, full]) => mutated(full(n)))
  .chain(encoded);
