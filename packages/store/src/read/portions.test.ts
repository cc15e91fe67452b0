import fc from 'fast-check';
import {
  MAX_HELD_BYTES,
  ROWS_BYTES,
  heldByRows,
  heldBytes,
  portionRanges,
  rowsRanges,
  sizeOf,
  splitBySize,
} from './portions';
import type { Sized } from './portions';

const totalBytes = (all: readonly Sized[]): number => all.reduce((sum, { bytes }) => sum + bytes, 0);

const items = fc.array(fc.record({ bytes: fc.integer({ min: 0, max: 30 }), longest: fc.constant(0) }));

it('keeps every item, in order, in runs within the limit; only a single larger item goes beyond it', () => {
  fc.assert(
    fc.property(items, (all) => {
      const runs = splitBySize(all, 20);
      expect(runs.flat()).toEqual(all);
      for (const run of runs) expect(run.length === 1 || totalBytes(run) <= 20).toBe(true);
    }),
  );
});

it('counts short text with its row and the longest of the long text by itself', () => {
  const [short, long, longer] = [128 * 2 ** 10, 128 * 2 ** 10 + 1, 2 ** 20];
  expect(sizeOf(10, [])).toEqual({ bytes: 10, longest: 0 });
  expect(sizeOf(10, [short, 5])).toEqual({ bytes: short + 15, longest: 0 });
  expect(sizeOf(10, [long, short, longer, 5])).toEqual({ bytes: short + 15, longest: longer });
});

it('holds no more than the largest portion and one slice, however many items there are', () => {
  const sized = fc.record({
    bytes: fc.integer({ min: 0, max: 2 ** 20 }),
    longest: fc.integer({ min: 0, max: 2 ** 24 }),
  });
  expect(heldBytes([])).toBe(0);
  fc.assert(
    fc.property(fc.array(sized, { minLength: 1 }), (all) => {
      const held = heldBytes(all);
      expect(held).toBeLessThanOrEqual(MAX_HELD_BYTES);
      expect(held).toBeGreaterThanOrEqual(Math.max(...splitBySize(all).map(totalBytes)));
    }),
  );
});

it('does not cut where two runs would fit into one', () => {
  fc.assert(
    fc.property(items, (all) => {
      const runs = splitBySize(all, 20);
      runs.slice(1).forEach((run, n) => {
        expect(totalBytes(runs[n] ?? []) + (run[0]?.bytes ?? 0)).toBeGreaterThan(20);
      });
    }),
  );
});

it('reads rows of several portions together if they are small, but those of the first alone, and no portion twice', () => {
  const portions = portionRanges(
    Array.from({ length: 20 }, () => 10),
    20,
  );
  const rangesOf = (rowBytes: number) => rowsRanges(portions, rowBytes);
  const apart = portions.map(({ from, to }) => ({ from, to, areTogether: false }));
  for (const rowBytes of [10 * ROWS_BYTES, 5.1 * ROWS_BYTES, Infinity]) {
    expect(rangesOf(rowBytes)).toEqual(apart);
    expect(heldByRows(portions, rowBytes)).toBe(0);
  }
  const first = { from: 0, to: 2, areTogether: false };
  expect(rangesOf(ROWS_BYTES)).toEqual([first, { from: 2, to: 20, areTogether: true }]);
  expect(rangesOf(4 * ROWS_BYTES)).toEqual([
    first,
    { from: 2, to: 6, areTogether: true },
    { from: 6, to: 10, areTogether: true },
    { from: 10, to: 14, areTogether: true },
    { from: 14, to: 18, areTogether: true },
    { from: 18, to: 20, areTogether: false },
  ]);
  expect(heldByRows(portions, 1000)).toBe(3000);
  expect(heldByRows(portions, 3 * ROWS_BYTES)).toBe(6 * ROWS_BYTES);
  expect(rowsRanges([], 0)).toEqual([]);
});
