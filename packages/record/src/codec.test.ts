import fc from 'fast-check';
import { sluice } from '../generated/record';
import { RecordDecodeError, decodeRecord, encodeRecord, recordSize } from './codec';
import type { SluiceRecord } from './kinds';
import type { RecordHead } from './kinds/kind';
import type { MetricRecord } from './kinds/metric';
import type { Observation, TraceFields, TraceRecord } from './kinds/trace-record';
import { readMessage, recordBytes } from './messages.testing';

const text = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 100 }),
  fc.constantFrom('', '__proto__', 'constructor', '1'),
);
const id = fc.uuid();
const micros = fc.integer({ min: 0, max: 7_258_118_400_000_000 });
const texts = fc.array(fc.tuple(text, text), { maxLength: 4 }).map((entries) => new Map(entries));
const numbersOf = (value: fc.Arbitrary<number>) =>
  fc.array(fc.tuple(text, value), { maxLength: 4 }).map((entries) => {
    const numbers: Record<string, number> = Object.create(null) as Record<string, number>;
    for (const [key, number] of entries) numbers[key] = number;
    return numbers;
  });
const counts = numbersOf(fc.maxSafeNat());
const io = fc.oneof(fc.record({ text }), fc.record({ observationId: id }), fc.constant({ none: true as const }));

/** Every field, so that the compiler asks for those that are added. */
type Every<T> = { readonly [Name in keyof T]-?: fc.Arbitrary<T[Name]> };

const observation: fc.Arbitrary<Observation> = fc.record(
  {
    id,
    counted: fc.boolean(),
    parentId: fc.option(id),
    type: text,
    name: text,
    startTime: micros,
    endTime: micros,
    completionStartTime: micros,
    model: text,
    responseModel: text,
    provider: text,
    level: text,
    statusMessage: text,
    version: text,
    environment: text,
    input: text,
    output: text,
    modelParameters: text,
    metadata: texts,
    usage: fc.record(
      { input: counts, output: counts, other: counts, total: fc.option(fc.maxSafeNat()) },
      { requiredKeys: [] },
    ),
    costDetails: numbersOf(fc.double({ noNaN: true, noDefaultInfinity: true })),
  } satisfies Every<Observation>,
  { requiredKeys: ['id', 'counted'] },
);

const projectId = fc.stringMatching(/^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/);
const head = fc.record({ recordId: id, receivedAt: micros, project: projectId } satisfies Every<RecordHead>, {
  requiredKeys: ['recordId', 'receivedAt'],
});

/** With the members that all records have. */
const recordOf = <Own extends object>(own: { readonly [Name in keyof Own]: fc.Arbitrary<Own[Name]> }) =>
  fc.tuple(head, fc.record(own)).map(([common, members]) => ({ ...common, ...members }));

const traceRecord: fc.Arbitrary<TraceRecord> = recordOf({
  kind: fc.constant('trace' as const),
  traceId: id,
  statements: fc.array(
    fc.record({
      stamp: fc.stringMatching(/^[0-3][0-9a-f]{4,90}$/),
      fields: fc.record(
        {
          name: text,
          userId: text,
          sessionId: text,
          release: text,
          version: text,
          environment: text,
          public: fc.boolean(),
          timestamp: micros,
          input: io,
          output: io,
          metadata: texts,
        } satisfies Every<TraceFields>,
        { requiredKeys: [] },
      ),
    }),
    { maxLength: 3 },
  ),
  tags: fc.array(text, { maxLength: 3 }),
  observations: fc.array(observation, { maxLength: 4 }),
});

const metricRecord: fc.Arbitrary<MetricRecord> = recordOf({
  kind: fc.constant('metric' as const),
  points: fc.array(
    fc.record({
      name: text,
      labels: texts,
      value: fc.double({ noNaN: true, noDefaultInfinity: true }),
      timestamp: micros,
    }),
    { maxLength: 4 },
  ),
});

/** With values at the edges, and of every kind. */
const anyRecord: fc.Arbitrary<SluiceRecord> = fc.oneof(traceRecord, metricRecord, recordBytes.map(decodeRecord));

/** With maps as lists and without prototypes, so that a comparison sees their order. */
const plain = (record: SluiceRecord): unknown =>
  JSON.parse(JSON.stringify(record, (_key, value: unknown) => (value instanceof Map ? { map: [...value] } : value)));

function traceOf(observation: Observation): TraceRecord {
  const recordId = '3d8f4c1e-9a0b-4c2d-8e1f-0a1b2c3d4e5f';
  return {
    kind: 'trace',
    recordId,
    receivedAt: 1,
    traceId: recordId,
    statements: [],
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
      { id: 'a', counted: true, usage: {} },
      { id: 'b', counted: true, parentId: null, usage: { total: null } },
      { id: 'c', counted: false, parentId: 'p', usage: { total: 0, input: {} } },
    ];
    const [absent, nulls, values] = observations.map((observation) => {
      const record = decodeRecord(encodeRecord(traceOf(observation)));
      return record.kind === 'trace' ? record.observations[0] : undefined;
    });
    expect(Object.keys(absent ?? {}).sort()).toEqual(['counted', 'id', 'usage']);
    expect(absent?.usage).toStrictEqual({});
    expect(nulls).toStrictEqual(observations[1]);
    expect(values?.parentId).toBe('p');
    expect(values?.usage).toEqual({ total: 0, input: {} });
  });

  it('keeps the order of maps and buckets, and keys called __proto__', () => {
    const usage = { input: JSON.parse('{"z":1,"__proto__":2,"a":3}') as Record<string, number> };
    const metadata = new Map([
      ['z', '1'],
      ['__proto__', '{}'],
      ['a', '"x"'],
    ]);
    const record = decodeRecord(encodeRecord(traceOf({ id: 'a', counted: true, metadata, usage })));
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

  it('refuses empty bytes, a record without a body, an integer beyond 2^53 and a later schema version', () => {
    const { Record } = sluice.record.v1;
    const head = { schemaVersion: 1, recordId: '3d8f4c1e-9a0b-4c2d-8e1f-0a1b2c3d4e5f', receivedAt: 1 };
    const large = Record.encode({ ...head, receivedAt: 2 ** 60, metricPoints: {} }).finish();
    const later = Record.encode({ ...head, schemaVersion: 3, metricPoints: {} }).finish();
    expect(() => decodeRecord(new Uint8Array())).toThrow(RecordDecodeError);
    expect(() => decodeRecord(Record.encode(head).finish())).toThrow(RecordDecodeError);
    expect(() => decodeRecord(large)).toThrow(RecordDecodeError);
    expect(() => decodeRecord(later)).toThrow('record schema version 3 is unknown, 1 and 2 are read');
  });

  it('has a version of its own for a record of another project, which readers of the first one refuse', () => {
    const record = traceOf({ id: 'a', counted: true });
    const versionOf = (bytes: Uint8Array) => sluice.record.v1.Record.decode(bytes).schemaVersion;
    expect(versionOf(encodeRecord(record))).toBe(1);
    const ofProject = encodeRecord({ ...record, project: 'acme' });
    expect(versionOf(ofProject)).toBe(2);
    expect(decodeRecord(ofProject)).toEqual({ ...record, project: 'acme' });
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
      const record = traceOf({ id: 'a', counted: true, input: unit.repeat(3000), output: unit.repeat(3000) });
      expect(recordSize(record)).toBeLessThan(encodeRecord(record).length * 1.2);
    }
  });
});
