import { compactDelta, countDelta, durationDelta, percentDelta, usdDelta } from './deltas';

test.each([
  [640, 1840, '+1.20 s'],
  [980, 640, '−340 ms'],
  [640, 640, '='],
  [null, 640, '—'],
  [640, null, '—'],
])('from %p to %p ms is %s', (from, to, text) => {
  expect(durationDelta(from, to)).toBe(text);
});

test('counts are grouped and prices keep what counts', () => {
  expect([
    countDelta(100, 12_100),
    compactDelta(12_345_678, 78),
    usdDelta(0.01, 0.0062),
    usdDelta(0, 0.5),
    usdDelta(0.1 + 0.2, 0.3),
  ]).toEqual(['+12,000', '−12.3M', '−$0.0038', '+$0.50', '=']);
});

test.each([
  [100, 150, '+50 %'],
  [100, 88, '−12 %'],
  [10, 1200, '×120'],
  [1000, 1001, ''],
  [0, 5, ''],
  [null, 5, ''],
])('from %p to %p is %j', (from, to, text) => {
  expect(percentDelta(from, to)).toBe(text);
});
