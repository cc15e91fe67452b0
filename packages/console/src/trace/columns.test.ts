import { columnsOf } from './columns';
import { type Step, answer, call, observation } from './fixture.testing';
import { parseTrace } from './trace-data';

const trace = (...steps: readonly (Step | ReturnType<typeof call>)[]) =>
  parseTrace(answer(steps.map((step) => ('id' in step ? (step as ReturnType<typeof call>) : observation(step)))));

const numbersOf = (of: ReturnType<typeof trace>, width = 900): readonly number[] =>
  Array.from(columnsOf(of, width, 40).widths.matchAll(/(\d+)ch/g), ([, letters]) => Number(letters));

test('a trace without tokens and costs has a column for its times alone', () => {
  const { hasTokens, hasCost } = columnsOf(trace({ n: 1 }, { n: 2, below: 1 }), 900, 40);
  expect([hasTokens, hasCost]).toEqual([false, false]);
  expect(numbersOf(trace({ n: 1 }))).toEqual([7]);
});

test('columns are as wide as the longest of their numbers', () => {
  // $0.5000, and <$0.0001 of a row among others.
  expect(numbersOf(trace({ n: 1 }, call({ n: 2, below: 1 }, 10, 0.5)))).toEqual([6, 8, 7]);
  // $12,345,678.9000, and one with `≥`.
  expect(numbersOf(trace({ n: 1 }, call({ n: 2, below: 1 }, 10, 12_345_678.9)))).toEqual([6, 16, 7]);
  expect(numbersOf(trace({ n: 1 }, call({ n: 2, below: 1 }, 10, 12_345_678.9), call({ n: 3, below: 1 }, 1)))).toEqual([
    6, 17, 7,
  ]);
  // 100,000T.
  expect(numbersOf(trace({ n: 1 }, call({ n: 2, below: 1 }, 1e17)))).toEqual([8, 8, 7]);
  // 120 h 05 m.
  expect(numbersOf(trace({ n: 1, to: 432_300_000 }))).toEqual([10]);
  // 1 h 00 m with 59 m 59 s below it.
  expect(numbersOf(trace({ n: 1, to: 3_600_000 }, { n: 2, below: 1, to: 3_599_000 }))).toEqual([9]);
});

test('in less room tokens go first, then costs', () => {
  const priced = trace({ n: 1 }, call({ n: 2, below: 1 }, 10, 0.5));
  expect([900, 600, 390].map((width) => numbersOf(priced, width))).toEqual([[6, 8, 7], [8, 7], [7]]);
});
