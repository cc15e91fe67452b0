import fc from 'fast-check';
import { axisOf, namedBars } from './axis';

test.each([
  [25.74, false, [0, 10, 20, 30]],
  [0.04, false, [0, 0.01, 0.02, 0.03, 0.04]],
  [17_400, true, [0, 5000, 10_000, 15_000, 20_000]],
  [1, true, [0, 1]],
  [3, true, [0, 1, 2, 3]],
  [9, true, [0, 3, 6, 9]],
])('up to %d', (most, isWhole, ticks) => {
  expect(axisOf(most, isWhole).ticks).toEqual(ticks);
});

test('an axis has all that is to be shown, in few parts, and not much more', () => {
  fc.assert(
    fc.property(fc.double({ min: 1e-9, max: 1e15, noNaN: true }), fc.boolean(), (most, isWhole) => {
      const { ticks, top } = axisOf(most, isWhole);
      expect(ticks.at(-1)).toBe(top);
      expect(top).toBeGreaterThanOrEqual(most * (1 - 1e-9));
      expect(ticks.length).toBeLessThanOrEqual(5);
      if (!isWhole) expect(top).toBeLessThan(most * 2.1);
      if (isWhole) expect(ticks.every(Number.isInteger)).toBe(true);
    }),
  );
});

test('the first and the last bar are named, and none twice', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 1000 }), (count) => {
      const named = namedBars(count);
      expect(named[0]).toEqual({ bar: 0, isMajor: true });
      expect(named.at(-1)).toEqual({ bar: count - 1, isMajor: true });
      expect(new Set(named.map(({ bar }) => bar)).size).toBe(named.length);
    }),
  );
  expect(
    namedBars(7)
      .filter(({ isMajor }) => isMajor)
      .map(({ bar }) => bar),
  ).toEqual([0, 3, 6]);
});
