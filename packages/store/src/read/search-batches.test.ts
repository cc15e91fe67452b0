import { batchesOf, createPace } from './search-batches';
import type { Passed } from './search-scan';

const traces = (...observations: readonly number[]): readonly Passed[] =>
  observations.map((number, index) => ({ key: `${index}`, observations: number }) as Passed);

/** Numbers of observations of the traces of each batch. */
const divided = (all: readonly Passed[], most: () => number): readonly (readonly number[])[] =>
  [...batchesOf(all, most)].map((batch) => batch.map(({ observations }) => observations));

it('makes batches of at most so many observations, or of one trace', () => {
  expect(divided(traces(3, 4, 3, 1, 20, 2), () => 10)).toEqual([[3, 4, 3], [1], [20], [2]]);
  expect(divided([], () => 10)).toEqual([]);
});

it('counts a trace without observations as one', () => {
  expect(divided(traces(0, 0, 0, 1), () => 2)).toEqual([
    [0, 0],
    [0, 1],
  ]);
});

it('reads the number before each batch', () => {
  const numbers = [1, 2, 3];
  expect(divided(traces(1, 1, 1, 1, 1, 1), () => numbers.shift() ?? 1)).toEqual([[1], [1, 1], [1, 1, 1]]);
});

describe('a pace', () => {
  it('tests as many observations as the last ones let expect in the time', () => {
    const pace = createPace(100, 10_000, () => 250);
    pace.took(100, 500);
    expect(pace.observations).toBe(50);
  });

  it('doubles at most, up to the limit', () => {
    const pace = createPace(100, 300, () => 250);
    pace.took(100, 1);
    expect(pace.observations).toBe(200);
    pace.took(200, 1);
    expect(pace.observations).toBe(300);
  });

  it('is one observation at least', () => {
    const pace = createPace(0.1, 100, () => 0);
    expect(pace.observations).toBe(1);
    pace.took(1, 10_000);
    expect(pace.observations).toBe(1);
  });
});
