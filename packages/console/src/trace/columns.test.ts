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
  expect(numbersOf(trace({ n: 1 }, call({ n: 2, below: 1 }, 10, 0.5)))).toEqual([6, 7, 7]);
  // $111,111.11, and one with `≥`.
  expect(numbersOf(trace({ n: 1 }, call({ n: 2, below: 1 }, 10, 111_111.11)))).toEqual([6, 11, 7]);
  expect(numbersOf(trace({ n: 1 }, call({ n: 2, below: 1 }, 10, 111_111.11), call({ n: 3, below: 1 }, 1)))).toEqual([
    6, 12, 7,
  ]);
  // $0.0000089 of one among others.
  expect(numbersOf(trace({ n: 1 }, call({ n: 2, below: 1 }, 10, 0.000_008_9), call({ n: 3, below: 1 }, 1, 1)))).toEqual(
    [6, 10, 7],
  );
  // 120 h 05 m.
  expect(numbersOf(trace({ n: 1, to: 432_300_000 }))).toEqual([10]);
});

test('in less room tokens go first, then costs', () => {
  const priced = trace({ n: 1 }, call({ n: 2, below: 1 }, 10, 0.5));
  expect([900, 600, 390].map((width) => numbersOf(priced, width))).toEqual([[6, 7, 7], [7, 7], [7]]);
});
