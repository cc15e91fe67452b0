import fc from 'fast-check';
import { type Cells, boxOf, cellsOf, pickBetween } from './heatmap-cells';

const at = (minute: number): string => new Date(Date.UTC(2026, 10, 20, 10, minute)).toISOString();
const bucket = (minute: number, byLatency: number[]) => ({
  ...{ timestamp: at(minute), count: 0, errors: 0, failed: 0, recovered: 0, p50: null, p95: null, totalCost: 0 },
  byLatency,
});
const cells = cellsOf({
  data: [bucket(0, [0, 3, 0, 1, 0]), bucket(1, [0, 0, 0, 0, 0]), bucket(2, [0, 2, 1, 0, 0])],
  meta: { fromTimestamp: at(0), toTimestamp: at(3), bucketSeconds: 60, latencyBounds: [0.1, 0.3, 1, 3] },
}) as Cells;

test('only rows between the fastest and the slowest are there, the slowest first', () => {
  expect([cells.counts, cells.bounds, cells.most]).toEqual([
    [
      [1, 0, 0],
      [0, 0, 1],
      [3, 0, 2],
    ],
    [1, 0.3, 0.1],
    3,
  ]);
});

test('without traces there is no map', () => {
  const meta = { fromTimestamp: at(0), toTimestamp: at(1), bucketSeconds: 60, latencyBounds: [1] };
  expect(cellsOf({ data: [bucket(0, [0, 0])], meta })).toBeUndefined();
});

test('the upmost row reaches up without an end, and all columns ask for no time', () => {
  expect(pickBetween(cells, { column: 2, row: 1 }, { column: 0, row: 0 })).toEqual({ slowFrom: 0.3 });
  expect(pickBetween(cells, { column: 1, row: 1 }, { column: 1, row: 1 })).toEqual({
    slowFrom: 0.3,
    slowTo: 1,
    during: `${at(1)}/${new Date(Date.parse(at(2)) - 1).toISOString()}`,
  });
});

test('what was picked in the map is drawn where it was', () => {
  const cell = fc.record({ column: fc.nat({ max: 2 }), row: fc.nat({ max: 2 }) });
  fc.assert(
    fc.property(cell, cell, (one, other) => {
      const box = boxOf(cells, { failed: false, ...pickBetween(cells, one, other) });
      expect(box).toEqual({
        left: Math.min(one.column, other.column),
        right: Math.max(one.column, other.column) + 1,
        top: Math.min(one.row, other.row),
        bottom: Math.max(one.row, other.row) + 1,
      });
    }),
  );
});
