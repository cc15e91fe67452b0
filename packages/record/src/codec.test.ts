import fc from 'fast-check';
import { sluice } from '../generated/record';
import { RecordDecodeError, decodeRecord, encodeRecord, recordSize } from './codec';
import { type FieldKind, type FieldList, OBSERVATION_FIELDS, TRACE_FIELDS } from './fields';
import type { SluiceRecord } from './kinds';
import type { RecordHead } from './kinds/kind';
import type { MetricRecord } from './kinds/metric';
import { SCORE_TYPES, type Score, type ScoreRecord } from './kinds/score';
import type { Observation, TraceRecord, TraceUpdate } from './kinds/trace-record';
import { MAX_COST, MAX_INTEGER, MAX_COUNT } from './limits';
import { readMessage, recordBytes } from './messages.testing';
import { storable } from './storable-text';
import { firstEventStamp, receiveStamp } from './stamp';
import { TIME_END } from './time';

const text = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 100 }),
  fc.constantFrom('', '__proto__', 'constructor', '1'),
);
const id = fc.uuid();
const micros = fc.integer({ min: 0, max: TIME_END - 1 });
const json = fc.json();
const mapOf = (value: fc.Arbitrary<string>) =>
  fc.array(fc.tuple(text.map(storable), value), { maxLength: 4 }).map((entries) => new Map(entries));
const numbersOf = (value: fc.Arbitrary<number>) =>
  fc.array(fc.tuple(text, value), { maxLength: 4 }).map((entries) => {
    const numbers: Record<string, number> = Object.create(null) as Record<string, number>;
    for (const [key, number] of entries) numbers[key] = number;
    return numbers;
  });
const counts = numbersOf(fc.nat({ max: MAX_COUNT }));
const io = fc.oneof(fc.record({ text: json }), fc.record({ observationId: id }), fc.constant({ none: true as const }));

const total = fc.nat({ max: 100 * MAX_COUNT });
const usage = fc.record(
  {
    input: counts,
    output: counts,
    other: counts,
    total: fc.option(fc.oneof(total, fc.record({ atLeast: total }))),
  },
  { requiredKeys: [] },
);

const VALUES: Readonly<Record<FieldKind, fc.Arbitrary<unknown>>> = {
  text,
  longText: text,
  json,
  time: micros,
  integer: fc.nat({ max: MAX_INTEGER }),
  flag: fc.boolean(),
  members: mapOf(json),
  parent: fc.option(id),
  usage,
  amounts: numbersOf(fc.double({ min: 0, max: MAX_COST, noNaN: true })),
  io,
};

/** Values of the fields of a list, each present or absent. */
const fieldsOfList = (list: FieldList): fc.Arbitrary<object> =>
  fc.record(Object.fromEntries(Object.entries(list).map(([name, { kind }]) => [name, VALUES[kind]])), {
    requiredKeys: [],
  });

const observation: fc.Arbitrary<Observation> = fc
  .tuple(fc.record({ id, counted: fc.boolean() }), fieldsOfList(OBSERVATION_FIELDS))
  .map(([own, fields]) => ({ ...own, ...fields }));

const projectId = fc.stringMatching(/^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/);
/** Every member, so that the compiler asks for those that are added. */
type Every<T> = { readonly [Name in keyof T]-?: fc.Arbitrary<T[Name]> };

const head = fc.record({ recordId: id, receivedAt: micros, project: projectId } satisfies Every<RecordHead>, {
  requiredKeys: ['recordId', 'receivedAt'],
});

/** With the members that all records have. */
const recordOf = <Own extends object>(own: { readonly [Name in keyof Own]: fc.Arbitrary<Own[Name]> }) =>
  fc.tuple(head, fc.record(own)).map(([common, members]) => ({ ...common, ...members }));

const stamp = fc.tuple(micros, id).map((parts) => receiveStamp(...parts));

const traceRecord: fc.Arbitrary<TraceRecord> = recordOf({
  kind: fc.constant('trace' as const),
  traceId: id,
  updates: fc.array(
    fc.record({
      stamp,
      fields: fieldsOfList(TRACE_FIELDS),
    }),
    { maxLength: 3 },
  ),
  tags: fc.array(text, { maxLength: 3 }),
  observations: fc.array(observation, { maxLength: 4 }),
}).chain((record) =>
  fc
    .option(fc.record({ stamp, first: stamp }, { requiredKeys: ['stamp'] }), { nil: undefined })
    .map((stamps) => (stamps === undefined ? record : { ...record, stamps })),
);

const metricRecord: fc.Arbitrary<MetricRecord> = recordOf({
  kind: fc.constant('metric' as const),
  points: fc.array(
    fc.record({
      name: text,
      labels: mapOf(text),
      value: fc.double({ noNaN: true, noDefaultInfinity: true }),
      timestamp: micros,
    }),
    { maxLength: 4 },
  ),
});

const score: fc.Arbitrary<Score> = fc.record(
  {
    id: fc.string({ unit: 'binary', minLength: 1, maxLength: 100 }).filter((sent) => !/[\0\r\n]/.test(sent)),
    ...{ stamp, name: text, timestamp: micros, dataType: fc.constantFrom(...SCORE_TYPES), source: text },
    ...{ value: fc.double({ noNaN: true, noDefaultInfinity: true }), stringValue: text },
    ...{ traceId: id, sentTraceId: text, observationId: id, sentObservationId: text },
    ...{ sessionId: text, datasetRunId: text, environment: text, configId: text, queueId: text, authorUserId: text },
    comment: fc.option(text),
    metadata: json.map((value) => `{"member":${value}}`),
  } satisfies Every<Score>,
  { requiredKeys: ['id', 'stamp', 'name', 'timestamp', 'dataType', 'source'] },
);

const scoreRecord: fc.Arbitrary<ScoreRecord> = recordOf({
  kind: fc.constant('score' as const),
  scores: fc.array(score, { maxLength: 4 }),
});

/** With values at the edges, and of every kind. */
const anyRecord: fc.Arbitrary<SluiceRecord> = fc.oneof(
  traceRecord,
  metricRecord,
  scoreRecord,
  recordBytes.map(decodeRecord),
);

/** With maps as lists and without prototypes, so that a comparison sees their order. */
const plain = (record: SluiceRecord): unknown =>
  JSON.parse(JSON.stringify(record, (_key, value: unknown) => (value instanceof Map ? { map: [...value] } : value)));

const ID = '3d8f4c1e-9a0b-4c2d-8e1f-0a1b2c3d4e5f';
const OTHER = '00000000-0000-0000-0000-0a1b2c3d4e5f';

function traceOf(observation: Observation): TraceRecord {
  const recordId = ID;
  return {
    kind: 'trace',
    recordId,
    receivedAt: 1,
    traceId: recordId,
    updates: [],
    tags: [],
    observations: [observation],
  };
}

describe('record codec', () => {
  it('gives every record back as it was', () => {
    fc.assert(
      fc.property(anyRecord, (record) => {
        const decoded = decodeRecord(encodeRecord(record));
        expect(decoded).toEqual(record);
        expect(plain(decoded)).toStrictEqual(plain(record));
      }),
      { numRuns: 300 },
    );
  });

  it('keeps every field of the message of every kind', () => {
    fc.assert(
      fc.property(recordBytes, (bytes) => {
        expect(readMessage(encodeRecord(decodeRecord(bytes)))).toEqual(readMessage(bytes));
      }),
      { numRuns: 300 },
    );
  });

  it('keeps "absent", null and a value of parent and total apart', () => {
    const observations: Observation[] = [
      { id: ID, counted: true, usage: {} },
      { id: ID, counted: true, parentId: null, usage: { total: null } },
      { id: ID, counted: false, parentId: OTHER, usage: { total: 0, input: {} } },
    ];
    const [absent, nulls, values] = observations.map((observation) => {
      const record = decodeRecord(encodeRecord(traceOf(observation)));
      return record.kind === 'trace' ? record.observations[0] : undefined;
    });
    expect(Object.keys(absent ?? {}).sort()).toEqual(['counted', 'id', 'usage']);
    expect(absent?.usage).toStrictEqual({});
    expect(nulls).toStrictEqual(observations[1]);
    expect(values?.parentId).toBe(OTHER);
    expect(values?.usage).toEqual({ total: 0, input: {} });
  });

  it('keeps the order of maps and usage types, and keys called __proto__', () => {
    const usage = { input: JSON.parse('{"z":1,"__proto__":2,"a":3}') as Record<string, number> };
    const metadata = new Map([
      ['z', '1'],
      ['__proto__', '{}'],
      ['a', '"x"'],
    ]);
    const record = decodeRecord(encodeRecord(traceOf({ id: ID, counted: true, metadata, usage })));
    const decoded = record.kind === 'trace' ? record.observations[0] : undefined;
    expect([...(decoded?.metadata ?? [])]).toEqual([...metadata]);
    expect(Object.entries(decoded?.usage?.input ?? {})).toEqual([
      ['z', 1],
      ['__proto__', 2],
      ['a', 3],
    ]);
  });

  it('throws RecordDecodeError and nothing else for bytes that are cut or changed', () => {
    fc.assert(
      fc.property(anyRecord, fc.nat(), fc.nat({ max: 255 }), fc.boolean(), (record, at, byte, cut) => {
        const bytes = Buffer.from(encodeRecord(record));
        const position = at % bytes.length;
        if (!cut) bytes[position] = byte;
        try {
          decodeRecord(cut ? bytes.subarray(0, position) : bytes);
        } catch (error) {
          expect(error).toBeInstanceOf(RecordDecodeError);
        }
      }),
      { numRuns: 500 },
    );
  });

  it('refuses ids, times, stamps and numbers that no record may have, and names the field', () => {
    const trace = traceOf({ id: ID, counted: true });
    const recordWith = (update: Partial<TraceUpdate>): SluiceRecord => ({
      ...trace,
      updates: [{ stamp: receiveStamp(1, ID), fields: {}, ...update }],
    });
    const observed = (fields: Partial<Observation>): SluiceRecord => traceOf({ id: ID, counted: true, ...fields });
    const measured = (value: number, timestamp: number): SluiceRecord => ({
      kind: 'metric',
      recordId: ID,
      receivedAt: 1,
      points: [{ name: 'm', labels: new Map(), value, timestamp }],
    });
    const scored = (fields: Partial<Score>): SluiceRecord => ({
      ...{ kind: 'score', recordId: ID, receivedAt: 1 },
      scores: [
        {
          ...{ id: 's', stamp: receiveStamp(1, ID), name: 'n', timestamp: 1, dataType: 'NUMERIC', source: 'API' },
          ...fields,
        },
      ],
    });
    const many = Object.fromEntries(Array.from({ length: 1001 }, (_, n) => [`input${n}`, 1]));
    const id = 'is not a UUID in lower case';
    const time = 'is not a time of 1970 to 2199';
    const tokens = 'a count of tokens is not an integer between 0 and';
    const unreadable = 'has an escape of U+0000 or of a lone surrogate';
    const cost = 'a cost is not between 0 and 1000000000000';
    const refused: readonly (readonly [SluiceRecord, string])[] = [
      [{ ...trace, recordId: 'abc' }, `record_id ${id}`],
      [{ ...trace, traceId: ID.toUpperCase() }, `trace_id ${id}`],
      [{ ...trace, traceId: ID.replaceAll('-', '') }, `trace_id ${id}`],
      [
        observed({
          id: `${ID}
`,
        }),
        `id ${id}`,
      ],
      [observed({ parentId: '' }), `parent_id ${id}`],
      [recordWith({ fields: { input: { observationId: 'abc' } } }), `observation id ${id}`],
      [{ ...trace, receivedAt: -1 }, `received_at ${time}`],
      [observed({ startTime: TIME_END }), `startTime ${time}`],
      [recordWith({ fields: { timestamp: Number.MIN_SAFE_INTEGER } }), `timestamp ${time}`],
      [measured(1, TIME_END), `timestamp ${time}`],
      [measured(NaN, 1), 'value is not a finite number'],
      [measured(-Infinity, 1), 'value is not a finite number'],
      [scored({ id: '' }), 'id is not an id of a score'],
      [scored({ id: 'a\0' }), 'id is not an id of a score'],
      [scored({ dataType: 'EVAL' as never }), 'data_type is not a type of scores'],
      [scored({ value: NaN }), 'value is not a finite number'],
      [scored({ timestamp: TIME_END }), `timestamp ${time}`],
      [scored({ stamp: '' }), 'stamp is not a stamp'],
      [scored({ traceId: 'abc' }), `traceId ${id}`],
      [scored({ observationId: ID.toUpperCase() }), `observationId ${id}`],
      [scored({ metadata: '[]' }), 'metadata is not a JSON object'],
      [scored({ metadata: '{"a":}' }), 'metadata is not JSON'],
      [recordWith({ stamp: 'zz' }), 'stamp is not a stamp'],
      [recordWith({ stamp: `${receiveStamp(1, ID)}00` }), 'stamp is not a stamp'],
      [observed({ input: '{"a":1' }), 'input is not JSON'],
      [observed({ modelParameters: '' }), 'modelParameters is not JSON'],
      [observed({ metadata: new Map([['key', '"a']]) }), 'metadata is not JSON'],
      [recordWith({ fields: { output: { text: 'nope' } } }), 'output is not JSON'],
      [recordWith({ fields: { metadata: new Map([['key', '1,2']]) } }), 'metadata is not JSON'],
      [observed({ metadata: new Map([['key', '"\\ud800"']]) }), `metadata ${unreadable}`],
      [observed({ metadata: new Map([['a\0', '1']]) }), `metadata ${unreadable}`],
      [observed({ input: '{"\\u0000":1}' }), `input ${unreadable}`],
      [recordWith({ fields: { metadata: new Map([['key', '["\\uDFFF\\uD83D"]']]) } }), `metadata ${unreadable}`],
      [observed({ usage: { input: { input: 1000 * MAX_COUNT + 1 } } }), tokens],
      [observed({ usage: { other: { other: 2 ** 53 } } }), tokens],
      [observed({ usage: { total: 1001 * MAX_COUNT } }), tokens],
      [observed({ usage: { total: { atLeast: 1001 * MAX_COUNT } } }), tokens],
      [observed({ usage: { input: many } }), 'there are more than 1000 usage types'],
      [observed({ costDetails: { total: NaN } }), cost],
      [observed({ costDetails: { total: Infinity } }), cost],
      [observed({ costDetails: { total: -1 } }), cost],
      [observed({ costDetails: { total: MAX_COST * 1001 } }), cost],
    ];
    for (const [record, reason] of refused) {
      expect(() => decodeRecord(encodeRecord(record))).toThrow(RecordDecodeError);
      expect(() => decodeRecord(encodeRecord(record))).toThrow(`the bytes are not a record: ${reason}`);
    }
  });

  it('refuses empty bytes, a record without a body, an integer beyond 2^53 and a later schema version', () => {
    const { Record } = sluice.record.v1;
    const head = { schemaVersion: 1, recordId: '3d8f4c1e-9a0b-4c2d-8e1f-0a1b2c3d4e5f', receivedAt: 1 };
    const large = Record.encode({ ...head, receivedAt: 2 ** 60, metricPoints: {} }).finish();
    const later = Record.encode({ ...head, schemaVersion: 5, metricPoints: {} }).finish();
    expect(() => decodeRecord(new Uint8Array())).toThrow(RecordDecodeError);
    expect(() => decodeRecord(Record.encode(head).finish())).toThrow(RecordDecodeError);
    expect(() => decodeRecord(large)).toThrow(RecordDecodeError);
    expect(() => decodeRecord(later)).toThrow('record schema version 5 is unknown, 1, 2, 3, 4 are read');
  });

  it('has a version of its own for a record of another project, of an event, and of scores, which readers of earlier ones refuse', () => {
    const record = traceOf({ id: ID, counted: true });
    const versionOf = (bytes: Uint8Array) => sluice.record.v1.Record.decode(bytes).schemaVersion;
    const first = firstEventStamp({ at: 1, isUpdate: false, index: 0, eventId: 'e' });
    const stamps = { stamp: receiveStamp(1, ID), first };
    for (const [more, version] of [
      [{}, 1],
      [{ project: 'acme' }, 2],
      [{ stamps }, 3],
      [{ stamps, project: 'acme' }, 3],
    ] as const) {
      const bytes = encodeRecord({ ...record, ...more });
      expect(versionOf(bytes)).toBe(version);
      expect(decodeRecord(bytes)).toEqual({ ...record, ...more });
    }
    for (const more of [{}, { project: 'acme' }]) {
      const scores: ScoreRecord = { kind: 'score', recordId: ID, receivedAt: 1, scores: [], ...more };
      expect(versionOf(encodeRecord(scores))).toBe(4);
    }
  });

  it('refuses a version that is not that of the project, and a project that cannot be called so', () => {
    const { Record } = sluice.record.v1;
    const head = { recordId: '3d8f4c1e-9a0b-4c2d-8e1f-0a1b2c3d4e5f', receivedAt: 1, metricPoints: {} };
    for (const wrong of [
      { schemaVersion: 1, project: 'acme' },
      { schemaVersion: 2 },
      { schemaVersion: 2, project: '' },
      { schemaVersion: 2, project: '.a' },
      { schemaVersion: 2, project: 'a\0' },
      { schemaVersion: 2, project: 'a'.repeat(65) },
    ]) {
      expect(() => decodeRecord(Record.encode({ ...head, ...wrong }).finish())).toThrow(RecordDecodeError);
    }
  });

  it('writes the bytes that it has always written', () => {
    const record: MetricRecord = {
      kind: 'metric',
      recordId: '3d8f4c1e-9a0b-4c2d-8e1f-0a1b2c3d4e5f',
      receivedAt: 1_795_211_111_111_111,
      points: [{ name: 'tokens', labels: new Map([['model', 'm']]), value: 1.5, timestamp: 1_795_211_111_000_000 }],
    };
    expect(Buffer.from(encodeRecord(record)).toString('hex')).toMatchInlineSnapshot(
      `"0801122433643866346331652d396130622d346332642d386531662d30613162326333643465356618c7b3ccc4c29798032a280a260a06746f6b656e73120a0a056d6f64656c12016d19000000000000f83f20c0cfc5c4c2979803"`,
    );
  });
});

describe('recordSize', () => {
  it('is never below the encoded size', () => {
    fc.assert(
      fc.property(anyRecord, (record) => {
        expect(recordSize(record)).toBeGreaterThanOrEqual(encodeRecord(record).length);
      }),
      { numRuns: 300 },
    );
  });

  it('is within a fifth of the encoded size for long text, in any script', () => {
    for (const unit of ['a', 'é', '語', '😀']) {
      const record = traceOf({ id: ID, counted: true, input: unit.repeat(3000), output: unit.repeat(3000) });
      expect(recordSize(record)).toBeLessThan(encodeRecord(record).length * 1.2);
    }
  });
});
