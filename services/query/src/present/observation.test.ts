import { ITEM_LIMITS, MAX_COST, MAX_COUNT, PUBLIC_OBSERVATION_FIELDS, TIME_END, fieldsOf } from '@sluice/record';
import type { Observation } from '@sluice/store/read';
import fc from 'fast-check';
import { joined } from '../fragments.testing';
import { presentObservation } from './observation';

const T = Date.UTC(2026, 10, 20, 22) * 1000;

const SHORT_FIELDS = fieldsOf(PUBLIC_OBSERVATION_FIELDS, 'text', 'integer', 'time', 'parent');
const FIELDS = [...SHORT_FIELDS, ...fieldsOf(PUBLIC_OBSERVATION_FIELDS, 'longText', 'json', 'members')];
const NO_FIELDS = Object.fromEntries(FIELDS.map((name) => [name, null])) as Record<(typeof FIELDS)[number], null>;

const bare: Observation = {
  id: '00000000-0000-0000-0123-456789abcdef',
  traceId: '00000000-0000-4000-8000-000000000001',
  ...NO_FIELDS,
  type: 'SPAN',
  startTime: T,
  level: 'DEFAULT',
  environment: 'default',
  inputTokens: null,
  outputTokens: null,
  totalTokens: null,
  usageDetails: null,
  inputCost: null,
  outputCost: null,
  totalCost: null,
  costDetails: null,
  costSource: null,
  countedIn: null,
  createdAt: T,
  updatedAt: T,
};

const present = (fields: Partial<Observation> = {}): unknown =>
  JSON.parse(joined(presentObservation({ ...bare, ...fields })));

it('gives the buckets as sent with the total in force', () => {
  const tokens = { inputTokens: 10, outputTokens: 20, totalTokens: 30 };
  const expected = {
    usage: { input: 10, output: 20, total: 30 },
    usageDetails: { input: 7, input_cached_tokens: 3, output: 20, total: 30 },
    promptTokens: 10,
    completionTokens: 20,
    totalTokens: 30,
  };
  const buckets = '{"input":7,"input_cached_tokens":3,"output":20';
  expect(present({ ...tokens, usageDetails: `${buckets},"total":null}` })).toMatchObject(expected);
  expect(present({ ...tokens, usageDetails: `${buckets},"total":99}` })).toMatchObject(expected);
  expect(present({ ...tokens, usageDetails: `${buckets},"total":{"atLeast":9}}` })).toMatchObject(expected);
  expect(present({ ...tokens, usageDetails: `${buckets}}` })).toMatchObject(expected);
});

it('keeps a bucket that is called __proto__', () => {
  const text = joined(presentObservation({ ...bare, totalTokens: 1, usageDetails: '{"__proto__":1}' }));
  expect(text).toContain('"usageDetails":{"__proto__":1,"total":1}');
});

it.each([
  [
    ' {"t": 0.70, "n": 12345678901234567890, "s": "true", "k": "a"} ',
    '{"t":0.70,"n":12345678901234567890,"s":"true","k":"a"}',
  ],
  [
    '{"a": [1, "b"], "o": {"c": null}, "f": false, "z": null}',
    String.raw`{"a":"[1,\"b\"]","o":"{\"c\":null}","f":"false","z":"null"}`,
  ],
  ['{}', '{}'],
  ['[true]', '[true]'],
  ['"{a}"', '"{a}"'],
  [null, 'null'],
])('gives model parameters %s to clients of the Langfuse API as %s', (modelParameters, answered) => {
  const text = joined(presentObservation({ ...bare, modelParameters }, { asSent: true }));
  expect(text.slice(text.indexOf('"modelParameters"'))).toBe(`"modelParameters":${answered}}`);
});

it('gives cost details as sent, else what was computed', () => {
  const computed = { inputCost: 0.1, outputCost: 0.2, totalCost: 0.3 };
  expect(present(computed)).toMatchObject({
    costDetails: { input: 0.1, output: 0.2, total: 0.3 },
    calculatedInputCost: 0.1,
    calculatedOutputCost: 0.2,
    calculatedTotalCost: 0.3,
  });
  expect(joined(presentObservation({ ...bare, ...computed, costDetails: '{"input": 1e-7}' }))).toContain(
    '"costDetails":{"input": 1e-7}',
  );
});

describe('of hostile values', () => {
  const text = fc.oneof(
    fc.string({ unit: 'grapheme' }),
    fc.string({ unit: 'binary' }),
    fc.constantFrom('null', '"', '\\', '\u0001\u2028'),
  );
  const orNull = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: null });
  const time = fc.integer({ min: 0, max: TIME_END - 1 });
  const tokens = orNull(fc.oneof(fc.nat(9), fc.integer({ min: 0, max: MAX_COUNT })));
  const picodollars = fc.oneof(fc.nat(9), fc.nat(), fc.integer({ min: 0, max: 2 ** 53 }));
  const cost = orNull(
    fc.oneof(
      picodollars.map((n) => n / 1e12),
      fc.constant(MAX_COST),
    ),
  );
  const json = fc.json();
  const bucket = fc.oneof(text, fc.constantFrom('__proto__', 'total', 'constructor', '7', 'a,"total":5', 'input', ''));
  const buckets = fc
    .uniqueArray(fc.tuple(bucket, fc.oneof(fc.nat(), fc.constant(MAX_COUNT), fc.constant(null))), {
      selector: ([name]) => name,
      maxLength: ITEM_LIMITS.usageTypes,
      size: 'max',
    })
    .map((entries): object => Object.fromEntries(entries));
  /** Observation whose texts of JSON are still values. */
  type Sent = Omit<Observation, 'statusMessage' | 'usageDetails' | 'costDetails'> &
    Readonly<{ statusMessage: string | null; usageDetails: object | null; costDetails: object | null }>;
  const stored = (sent: Sent): Observation => {
    const textOf = (value: unknown): string | null => (value === null ? null : JSON.stringify(value));
    const { statusMessage, usageDetails, costDetails } = sent;
    return {
      ...sent,
      statusMessage: textOf(statusMessage),
      usageDetails: textOf(usageDetails),
      costDetails: textOf(costDetails),
    };
  };
  const valueOf = {
    ...{ text: orNull(text), longText: orNull(text), json: orNull(json), members: orNull(json) },
    ...{ time: orNull(time), integer: orNull(fc.nat()), parent: orNull(fc.uuid()) },
  };
  const fields = FIELDS.map((name) => [name, valueOf[PUBLIC_OBSERVATION_FIELDS[name].kind]] as const);
  const observations = fc.record<object>({
    id: fc.uuid(),
    traceId: fc.uuid(),
    ...Object.fromEntries<fc.Arbitrary<unknown>>(fields),
    type: text,
    startTime: time,
    level: text,
    environment: text,
    inputTokens: tokens,
    outputTokens: tokens,
    totalTokens: tokens,
    usageDetails: orNull(buckets),
    inputCost: cost,
    outputCost: cost,
    totalCost: cost,
    costDetails: orNull(fc.dictionary(bucket, fc.double({ min: 0, noNaN: true }))),
    costSource: orNull(text),
    countedIn: orNull(fc.uuid()),
    createdAt: time,
    updatedAt: time,
  }) as fc.Arbitrary<Sent>;
  const iso = (micros: string | number | null): string | null =>
    typeof micros !== 'number' ? null : new Date(Math.floor(micros / 1000)).toISOString();
  const known = (amounts: object): object =>
    Object.fromEntries(Object.entries(amounts).filter(([, amount]) => amount !== null));

  const isTime = (name: (typeof SHORT_FIELDS)[number]) => PUBLIC_OBSERVATION_FIELDS[name].kind === 'time';
  const keyOf = (name: string): string => (name === 'parentId' ? 'parentObservationId' : name);

  /** Builds the documented shape with objects, without free-form values, which are text already. */
  function documented(o: Sent): object {
    const [input, output, total] = [o.inputTokens ?? 0, o.outputTokens ?? 0, o.totalTokens ?? 0];
    const { inputCost, outputCost, totalCost } = o;
    const computed = known({ input: inputCost, output: outputCost, total: totalCost });
    return {
      ...{ id: o.id, traceId: o.traceId },
      ...Object.fromEntries(SHORT_FIELDS.map((name) => [keyOf(name), isTime(name) ? iso(o[name]) : o[name]])),
      latency: o.endTime === null ? null : (o.endTime - o.startTime) / 1e6,
      timeToFirstToken: o.completionStartTime === null ? null : Math.max(0, o.completionStartTime - o.startTime) / 1e6,
      ...{ unit: 'TOKENS', usage: { input, output, total } },
      ...{ promptTokens: input, completionTokens: output, totalTokens: total },
      ...{ calculatedInputCost: inputCost, calculatedOutputCost: outputCost, calculatedTotalCost: totalCost ?? 0 },
      ...{ createdAt: iso(o.createdAt), updatedAt: iso(o.updatedAt) },
      ...(o.costSource !== null && { costSource: o.costSource }),
      ...(o.countedIn !== null && { countedIn: o.countedIn }),
      statusMessage: o.statusMessage,
      usageDetails: { ...known(o.usageDetails ?? {}), ...(o.totalTokens !== null && { total: o.totalTokens }) },
      costDetails: o.costDetails ?? computed,
    };
  }

  it('gives the documented shape, byte for byte, and free-form values as they are', () => {
    fc.assert(
      fc.property(observations, (sent) => {
        const each = stored(sent);
        const shape = JSON.stringify(documented(sent)).slice(0, -1);
        const { input, output, metadata, modelParameters } = each as Observation &
          Readonly<Record<'input' | 'output' | 'metadata' | 'modelParameters', string | null>>;
        expect(joined(presentObservation(each))).toBe(
          `${shape},"input":${input ?? 'null'},"output":${output ?? 'null'},` +
            `"metadata":${metadata ?? '{}'},"modelParameters":${modelParameters ?? 'null'}}`,
        );
      }),
      { numRuns: 200 },
    );
  });

  it.each([
    ['{"total":{"atLeast":2}}', { total: 3 }],
    ['{"input":3,"total":{"atLeast":2}}', { input: 3, total: 3 }],
    ['{"input":3,"output":null,"total":{"atLeast":2}}', { input: 3, total: 3 }],
    ['{"total_tokens":3,"total":{"atLeast":2}}', { total_tokens: 3, total: 3 }],
    ['{"gen_ai.usage.web_requests":9,"input":3,"total":{"atLeast":2}}', { web_requests: 9, input: 3, total: 3 }],
    [
      '{"gen_ai.usage.input":9,"gen_ai.usage.pages":8,"pages":3}',
      { 'gen_ai.usage.input': 9, 'gen_ai.usage.pages': 8, pages: 3, total: 3 },
    ],
  ])('answers %s by its names, with the total that it came to', (usageDetails, answered) => {
    expect(present({ totalTokens: 3, usageDetails })).toHaveProperty('usageDetails', answered);
  });

  it('answers no total where only buckets in no sum are known', () => {
    const usageDetails = '{"gen_ai.usage.web_requests":9}';
    expect(present({ totalTokens: null, usageDetails })).toHaveProperty('usageDetails', { web_requests: 9 });
  });

  it('takes usage that is not written as it is stored', () => {
    const usage = (usageDetails: string) => present({ totalTokens: 3, usageDetails });
    for (const text of [
      '{ }',
      '{"input" : 1 , "total" : 5 }',
      '{"input":1} ',
      ' {"input":1,"total":3}',
      '{"total":3}',
    ]) {
      const expected = { ...(JSON.parse(text) as object), total: 3 };
      expect(usage(text)).toMatchObject({ usageDetails: expected });
    }
  });
});
