import fc from 'fast-check';
import { type Share, foremost, sharesOf } from './shares';
import type { Comparison } from './use-comparison';

const none = { p50: null, p95: null };
const compared = (picked: number, rest: number, data: Comparison['data']): Comparison => ({
  data,
  meta: { totalItems: data.length, picked, rest, latency: none, totalCost: none },
});

test('what nearly all picked ones have and few others is clear, and what both have is not', () => {
  const shares = sharesOf(
    compared(20, 100, [
      { field: 'model', value: 'gpt-5', picked: 18, rest: 0 },
      { field: 'release', value: '2.1', picked: 18, rest: 10 },
      { field: 'name', value: 'chat', picked: 20, rest: 100 },
    ]),
  );
  expect(shares.map(({ difference, isClear }) => [difference, isClear])).toEqual([
    [0.9, true],
    [0.8, true],
    [0, false],
  ]);
});

test('of few traces nothing is clear', () => {
  const data = [{ field: 'userId' as const, value: 'ada', picked: 2, rest: 0 }];
  expect(sharesOf(compared(2, 3, data))[0]?.isClear).toBe(false);
});

test('the other way round everything is reversed', () => {
  const sides = fc.integer({ min: 1, max: 1000 }).chain((of) => fc.tuple(fc.constant(of), fc.nat({ max: of })));
  fc.assert(
    fc.property(sides, sides, ([aOf, a], [bOf, b]) => {
      const value = { field: 'tags' as const, value: null };
      const [one] = sharesOf(compared(aOf, bOf, [{ ...value, picked: a, rest: b }]));
      const [other] = sharesOf(compared(bOf, aOf, [{ ...value, picked: b, rest: a }]));
      expect((one?.difference ?? 1) + (other?.difference ?? 1)).toBeCloseTo(0, 12);
      expect(one?.isClear).toBe(other?.isClear);
    }),
  );
});

const share = (field: Share['field'], value: string, difference: number): Share => ({
  ...{ field, value, difference, picked: 1, rest: 1, isClear: true },
});

test('of a field the values that are more often are shown at first, some of them, else the one that is least often', () => {
  const shares = [
    ...[share('model', 'a', -0.9), share('model', 'b', -0.8), share('release', 'old', -0.7), share('model', 'c', 0.6)],
    ...[share('tags', 'slow', 0.5), share('release', 'older', -0.4), share('userId', 'ada', 0.07)],
    ...['x', 'y', 'z'].map((tag) => share('tags', tag, 0.01)),
  ];
  expect(foremost(shares).map(({ value }) => value)).toEqual(['old', 'c', 'slow', 'ada', 'x', 'y']);
});
