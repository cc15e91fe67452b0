/** Median of some values, and an interval that contains the median of their distribution. */
export interface MedianInterval {
  readonly median: number;
  readonly low: number;
  readonly high: number;
  /** Probability that the interval contains it, whatever the distribution: at least 0.95; less for fewer than six values. */
  readonly confidence: number;
}

const WANTED = 0.95;

/**
 * Computes the interval by order statistics: of n values, the k-th from below and the k-th from above enclose the median unless fewer than
 * k values are on one side of it. The probability of that is the one of fewer than k heads, or tails, of n coins. Uses the largest k with a
 * confidence of 95 %; for fewer than six values no k reaches it, so the interval is all values.
 * @param values at least one; without values all results are NaN
 */
export function medianInterval(values: readonly number[]): MedianInterval {
  const sorted = [...values].sort((a, b) => a - b);
  const n = sorted.length;
  const at = (index: number): number => sorted[index] ?? NaN;
  let k = 1;
  while (k < n / 2 && confidenceOf(n, k + 1) >= WANTED) k += 1;
  return {
    median: (at((n - 1) >> 1) + at(n >> 1)) / 2,
    low: at(k - 1),
    high: at(n - k),
    confidence: n === 0 ? NaN : Math.max(0, confidenceOf(n, k)),
  };
}

/** Returns one less the probability that of n coins fewer than k show heads, or fewer than k show tails. */
function confidenceOf(n: number, k: number): number {
  let exactly = 0.5 ** n;
  let fewer = 0;
  for (let heads = 0; heads < k; heads += 1) {
    fewer += exactly;
    exactly *= (n - heads) / (heads + 1);
  }
  return 1 - 2 * fewer;
}
