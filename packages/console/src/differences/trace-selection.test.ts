import { filtersOf, highest, isAnyPicked, pickWords, pickedParameter } from './trace-selection';

test('what is asked of the picked traces is one expression, with the time', () => {
  const pick = {
    ...{ failed: true, slowFrom: 1, slowTo: 5, costFrom: 0.25 },
    during: '2026-11-20T10:00:00.000Z/2026-11-20T11:00:00.000Z',
  };
  expect(JSON.parse(pickedParameter(pick) ?? '')).toEqual([
    { type: 'stringOptions', column: 'level', operator: 'any of', value: ['ERROR'] },
    { type: 'number', column: 'latency', operator: '>=', value: 1 },
    { type: 'number', column: 'latency', operator: '<', value: 5 },
    { type: 'number', column: 'totalCost', operator: '>=', value: 0.25 },
    { type: 'datetime', column: 'timestamp', operator: '>=', value: '2026-11-20T10:00:00.000Z' },
    { type: 'datetime', column: 'timestamp', operator: '<=', value: '2026-11-20T11:00:00.000Z' },
  ]);
  expect(filtersOf(pick)).toHaveLength(4);
});

test('where nothing is asked nothing is picked', () => {
  expect([pickedParameter({ failed: false }), isAnyPicked({ failed: false })]).toEqual([undefined, false]);
  expect(isAnyPicked({ failed: false, slowTo: 0 })).toBe(true);
});

test.each([
  [{ p50: 1, p95: 22.95 }, 23],
  [{ p50: 0, p95: 0.00123 }, 0.0012],
  [{ p50: 1, p95: 1 }, undefined],
  [{ p50: null, p95: null }, undefined],
])('of %j the highest begin at %p', (spread, from) => {
  expect(highest(spread)).toBe(from);
});

test('several conditions are said to hold together', () => {
  expect(pickWords({ failed: true, slowFrom: 2, costFrom: 0.25 })).toBe(
    'level is ERROR and latency is at least 2.00 s and cost is at least $0.25',
  );
});
