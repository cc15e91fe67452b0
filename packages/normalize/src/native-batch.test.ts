import type { NativeBatch, NativeObservation } from '@sluice/decode';
import { receiveStamp } from '@sluice/record';
import { contextOf, RECEIVED, TRACE_UUID } from './fixtures/otlp-request';
import { normalizeBatch } from './native-batch';

const ID = '11111111-1111-4111-8111-111111111111';
const OTHER = '22222222-2222-4222-8222-222222222222';

function recordOf(trace: Partial<NativeBatch['trace']>, observations: readonly NativeObservation[] = []) {
  const [record, ...more] = normalizeBatch({ trace: { id: TRACE_UUID, ...trace }, observations }, contextOf());
  if (record === undefined || more.length > 0) throw new Error('expected one record');
  return record;
}

describe('a native batch', () => {
  it('says everything about its trace with the highest rank', () => {
    const record = recordOf({
      timestamp: 5,
      name: 'n',
      userId: 'u',
      sessionId: 's',
      release: 'r',
      version: 'v',
      environment: 'e',
      public: false,
      input: '"text"',
      output: '{"a":[1]}',
      metadata: new Map([
        ['plain', '"x"'],
        ['nested', '{"y":1}'],
      ]),
      tags: ['b', 'a', 'b'],
    });
    expect(record).toMatchObject({ kind: 'trace', traceId: TRACE_UUID, receivedAt: RECEIVED, tags: ['b', 'a'] });
    expect(record.updates).toEqual([
      {
        stamp: receiveStamp(RECEIVED, record.recordId),
        fields: {
          timestamp: 5,
          name: 'n',
          userId: 'u',
          sessionId: 's',
          release: 'r',
          version: 'v',
          environment: 'e',
          public: false,
          input: { text: '"text"' },
          output: { text: '{"a":[1]}' },
          metadata: new Map([
            ['plain', '"x"'],
            ['nested', '{"y":1}'],
          ]),
        },
      },
    ]);
  });

  it('with an id alone says that the trace exists and nothing else', () => {
    expect(recordOf({})).toMatchObject({ updates: [], tags: [], observations: [] });
  });

  it('never stores a default: absent members stay absent', () => {
    expect(recordOf({}, [{ id: ID }]).observations).toStrictEqual([{ id: ID, counted: true }]);
  });

  it('reads promptTokens as inclusive of the parts that usageDetails names', () => {
    const [observation] = recordOf({}, [
      { id: ID, promptTokens: 100, usageDetails: { input_cached_tokens: 60 } },
    ]).observations;
    expect(observation?.usage).toEqual({
      input: { input: 40, input_cached_tokens: 60 },
      output: {},
      other: {},
      total: null,
    });
  });

  it("subtracts the parts that OpenAI's shapes name from their whole, as over OTLP", () => {
    const usageOf = (sent: Omit<NativeObservation, 'id'>) => recordOf({}, [{ id: ID, ...sent }]).observations[0]?.usage;
    const read = {
      input: { input: 6, input_cached_tokens: 4 },
      output: { output: 30, output_reasoning_tokens: 20 },
      other: {},
      total: 60,
    };
    const parts = [{ cached_tokens: 4 }, { reasoning_tokens: 20 }] as const;
    const chat = {
      prompt_tokens: 10,
      completion_tokens: 50,
      total_tokens: 60,
      prompt_tokens_details: parts[0],
      completion_tokens_details: parts[1],
    };
    const responses = {
      input_tokens: 10,
      output_tokens: 50,
      total_tokens: 60,
      input_tokens_details: parts[0],
      output_tokens_details: parts[1],
    };
    for (const usageDetails of [chat, responses]) {
      expect(usageOf({ usageDetails })).toEqual(read);
      expect(usageOf({ usageDetails, promptTokens: 10, completionTokens: 50, totalTokens: 60 })).toEqual(read);
    }
    expect(usageOf({ usageDetails: { input_tokens_details: parts[0] }, promptTokens: 10 })).toEqual({
      input: { input: 10 },
    });
  });

  it('tells a parent of null, which makes top-level, from one that was not sent', () => {
    const [first, second] = recordOf({}, [{ id: ID, parentObservationId: null }, { id: OTHER }]).observations;
    expect(first?.parentId).toBeNull();
    expect(second).not.toHaveProperty('parentId');
  });

  it('merges an id sent twice in array order: present replaces, absent keeps, metadata and usage by their parts', () => {
    const { observations } = recordOf({}, [
      {
        id: ID,
        name: 'first',
        model: 'm',
        metadata: new Map([
          ['a', '1'],
          ['b', '1'],
        ]),
        promptTokens: 1,
        completionTokens: 2,
      },
      { id: OTHER },
      {
        id: ID,
        name: 'second',
        parentObservationId: null,
        metadata: new Map([
          ['b', '2'],
          ['c', '2'],
        ]),
        promptTokens: 5,
      },
    ]);
    expect(observations).toEqual([
      {
        id: ID,
        name: 'second',
        parentId: null,
        model: 'm',
        metadata: new Map([
          ['a', '1'],
          ['b', '2'],
          ['c', '2'],
        ]),
        usage: { input: { input: 5 }, output: { output: 2 } },
        counted: true,
      },
      { id: OTHER, counted: true },
    ]);
    expect([...(observations[0]?.metadata?.keys() ?? [])]).toEqual(['a', 'b', 'c']);
  });

  it.each([
    [
      'usageDetails ends all counts before it',
      { promptTokens: 9, totalTokens: 9 },
      { usageDetails: { output: 2 } },
      {},
    ],
    ['and those of usageDetails before it', { usageDetails: { input: 9 } }, { usageDetails: { output: 2 } }, {}],
    ['a single count replaces its own part', { usageDetails: { input: 9 } }, { completionTokens: 2 }, { input: 9 }],
    ['an empty one says nothing', { usageDetails: { input: 9, output: 2 } }, { usageDetails: {} }, { input: 9 }],
  ])('of usage said twice: %s', (_, first, second, input) => {
    const { observations } = recordOf({}, [
      { id: ID, ...first },
      { id: ID, ...second },
    ]);
    expect(observations[0]?.usage).toEqual({ input, output: { output: 2 }, other: {}, total: null });
  });

  it('keeps metadata named like members of Object.prototype', () => {
    const metadata = new Map([
      ['__proto__', '{"a":1}'],
      ['constructor', '2'],
    ]);
    expect(recordOf({ metadata }).updates[0]?.fields.metadata).toEqual(metadata);
  });
});

describe('a record too large for the bus', () => {
  it('is cut between observations; the trace is spoken of in the first part alone', () => {
    const observations = Array.from({ length: 9 }, (_, n) => ({
      id: `11111111-1111-4111-8111-11111111111${n}`,
      input: `"${'x'.repeat(400)}"`,
    }));
    const records = normalizeBatch(
      { trace: { id: TRACE_UUID, name: 'n', tags: ['t'] }, observations },
      contextOf({ recordBytes: 1000 }),
    );
    expect(records.length).toBeGreaterThan(4);
    expect(records.flatMap((record) => record.observations.map(({ id }) => id))).toEqual(
      observations.map(({ id }) => id),
    );
    expect(new Set(records.map(({ recordId }) => recordId)).size).toBe(records.length);
    expect(new Set(records.map(({ traceId }) => traceId))).toEqual(new Set([TRACE_UUID]));
    expect(records.map(({ updates, tags }) => updates.length + tags.length)).toEqual([
      2,
      ...records.slice(1).map(() => 0),
    ]);
  });

  it('stays one record where a single observation is above the limit', () => {
    const observations = [{ id: ID, input: `"${'x'.repeat(5000)}"` }];
    expect(normalizeBatch({ trace: { id: TRACE_UUID }, observations }, contextOf({ recordBytes: 1000 }))).toHaveLength(
      1,
    );
  });
});
