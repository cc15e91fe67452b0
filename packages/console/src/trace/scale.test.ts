import fc from 'fast-check';
import { barOf, between, moved, ticksOf, zoomed } from './scale';

const whole = { from: 0, to: 1000 };

test('a bar is cut where it leaves what is shown', () => {
  expect(barOf({ from: 100, to: 200 }, 50, 150)).toEqual({ left: 0, width: 50 });
  expect(barOf({ from: 100, to: 200 }, 150, 900)).toEqual({ left: 50, width: 50 });
  expect(barOf({ from: 100, to: 200 }, 0, 99)).toBeUndefined();
  expect(barOf({ from: 0, to: 0 }, 0, 0)).toEqual({ left: 0, width: 0 });
});

test('going nearer keeps the point below the pointer', () => {
  expect(zoomed(whole, whole, 250, 0.5)).toEqual({ from: 125, to: 625 });
  expect(zoomed({ from: 125, to: 625 }, whole, 250, 4)).toEqual(whole);
});

test('nothing leads out of the trace', () => {
  const point = fc.double({ min: 0, max: 1000, noNaN: true });
  fc.assert(
    fc.property(point, point, point, fc.double({ min: 0.01, max: 100, noNaN: true }), (a, b, by, factor) => {
      const shown = between(a, b, whole);
      for (const { from, to } of [shown, zoomed(shown, whole, a, factor), moved(shown, whole, by - 500)]) {
        expect(from).toBeGreaterThanOrEqual(0);
        expect(to).toBeLessThanOrEqual(1000);
        expect(to).toBeGreaterThan(from);
      }
    }),
  );
});

test.each([
  [{ from: 0, to: 1000 }, 5, [0, 200, 400, 600, 800, 1000]],
  [{ from: 130, to: 420 }, 3, [200, 300, 400]],
  [{ from: 0, to: 301_000 }, 3, [0, 120_000, 240_000]],
  [{ from: 0, to: 7_200_000 }, 4, [0, 1_800_000, 3_600_000, 5_400_000, 7_200_000]],
  [{ from: 0, to: 0 }, 5, [0]],
])('%j has round ticks', (extent, most, ticks) => {
  expect(ticksOf(extent, most)).toEqual(ticks);
});
