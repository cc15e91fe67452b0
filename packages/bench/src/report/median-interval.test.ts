import { medianInterval } from './median-interval';

const upTo = (n: number): number[] => Array.from({ length: n }, (_, index) => index + 1).reverse();

// From tables of the sign test: n, the ranks that enclose the median, and the probability of it.
test.each([
  [6, 1, 6, 0.969],
  [8, 1, 8, 0.992],
  [9, 2, 8, 0.961],
  [10, 2, 9, 0.979],
  [12, 3, 10, 0.961],
  [20, 6, 15, 0.959],
])('of %d values, those of rank %d and %d enclose the median', (n, low, high, confidence) => {
  const interval = medianInterval(upTo(n));
  expect(interval).toMatchObject({ low, high });
  expect(interval.confidence).toBeCloseTo(confidence, 3);
});

test('too few values say how little is known', () => {
  expect(medianInterval([3, 1, 2, 7])).toEqual({ median: 2.5, low: 1, high: 7, confidence: 0.875 });
  expect(medianInterval([5])).toEqual({ median: 5, low: 5, high: 5, confidence: 0 });
});
