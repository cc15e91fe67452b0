import fc from 'fast-check';
import { observation } from './fixture.testing';
import { idAt, observationAt, rowOf, columnsOf } from './observation-columns';

const text = fc.string({ unit: 'grapheme' });
const orNull = <Value>(arbitrary: fc.Arbitrary<Value>) => fc.option(arbitrary, { nil: null });
const time = fc.integer({ min: 0, max: 4e12 }).map((ms) => new Date(ms).toISOString());
const amount = fc.double({ min: 0, max: 1e12, noNaN: true });
const tokens = fc.nat();

const steps = fc
  .record({
    parent: orNull(fc.uuid()),
    type: text,
    name: orNull(text),
    model: orNull(text),
    level: fc.constantFrom('DEBUG' as const, 'DEFAULT' as const, 'WARNING' as const, 'ERROR' as const),
    statusMessage: orNull(text),
    startTime: time,
    endTime: orNull(time),
    latency: orNull(amount),
    timeToFirstToken: orNull(amount),
    tokens: fc.tuple(tokens, tokens, tokens),
    usageDetails: fc.dictionary(text, tokens),
    costDetails: fc.dictionary(text, amount),
    calculatedInputCost: orNull(amount),
    calculatedTotalCost: amount,
    sizes: fc.record({ input: tokens, output: tokens, metadata: tokens }),
  })
  .map(({ parent, tokens: [input, output, total], ...rest }) => ({
    ...rest,
    parentObservationId: parent,
    usage: { input, output, total },
    promptTokens: input,
    completionTokens: output,
    totalTokens: total,
  }));

test('an observation comes back from its row as the API has answered it', () => {
  fc.assert(
    fc.property(fc.array(steps, { maxLength: 20 }), (given) => {
      const observations = given.map((each, n) => observation({ n, ...each }));
      const columns = columnsOf(observations);
      expect(observations.map((_, row) => observationAt(columns, row))).toEqual(observations);
    }),
  );
});

test('a parent among the observations is found, and one that is not there keeps its id', () => {
  const observations = [observation({ n: 1 }), observation({ n: 2, below: 1 }), observation({ n: 3, below: 9 })];
  const columns = columnsOf(observations);
  expect([...columns.parent]).toEqual([-1, 0, -2]);
  expect(observations.map((_, row) => observationAt(columns, row).parentObservationId)).toEqual(
    observations.map(({ parentObservationId }) => parentObservationId),
  );
});

test('a row is found by its id, and by nothing else', () => {
  const columns = columnsOf([observation({ n: 1 }), observation({ n: 2 })]);
  expect(rowOf(columns, idAt(columns, 1))).toBe(1);
  // The end of one id and the beginning of the next.
  expect(rowOf(columns, columns.ids.slice(4, 40))).toBe(-1);
  expect(rowOf(columns, '')).toBe(-1);
});
