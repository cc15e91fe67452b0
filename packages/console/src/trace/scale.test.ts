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
  [{ from: 0, to: 1000 }, 300, '0, 200 ms, 400 ms, 600 ms, 800 ms, '],
  [{ from: 130, to: 420 }, 160, '200 ms, 300 ms, '],
  [{ from: 0, to: 301_000 }, 180, '0, 2 m, 4 m'],
  [{ from: 0, to: 102_000 }, 240, '0, 20 s, 40 s, 60 s, 80 s, '],
  [{ from: 0, to: 7_200_000 }, 240, '0, 30 m, 1 h, 1 h 30 m, '],
  [{ from: 12_340, to: 12_352 }, 300, '12.34 s, 12.345 s, '],
  [{ from: 0.5, to: 0.52 }, 300, '0.5 ms, 0.505 ms, 0.51 ms, 0.515 ms, '],
  [{ from: 3_599_000, to: 3_602_000 }, 300, '59 m 59 s, 1 h, 1 h 1 s, '],
  [{ from: 0, to: 0 }, 300, '0'],
])('%j on %d pixels has round ticks', (extent, width, ticks) => {
  expect(
    ticksOf(extent, width)
      .map(({ text }) => text)
      .join(', '),
  ).toBe(ticks);
});

/** Pixels that sums of doubles may be off. */
const ROUNDED = 1e-6;

test('texts of a ruler lie on no other one and end within it, however narrow it is', () => {
  fc.assert(
    fc.property(
      fc.double({ min: 0, max: 1e9, noNaN: true }),
      fc.double({ min: 0.01, max: 1e9, noNaN: true }),
      fc.integer({ min: 0, max: 2000 }),
      (from, span, width) => {
        const extent = { from, to: from + span };
        const ends = ticksOf(extent, width).map(({ at, text }) => {
          const begin = ((at - from) / (extent.to - from)) * width;
          return { begin, end: text === '' ? begin : begin + text.length * 6.2 };
        });
        for (const [n, { begin }] of ends.entries())
          expect(begin).toBeGreaterThanOrEqual((ends[n - 1]?.end ?? 0) - ROUNDED);
        expect(ends.at(-1)?.end ?? 0).toBeLessThanOrEqual(width + ROUNDED);
      },
    ),
  );
});
