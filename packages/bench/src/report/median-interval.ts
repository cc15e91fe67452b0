/** The median of some values, and between which two of them the median of what they come from lies. */
export interface MedianInterval {
  readonly median: number;
  readonly low: number;
  readonly high: number;
  /** How probable it is that it lies there, whatever the distribution: 0.95 or a little more; less where the values are too few. */
  readonly confidence: number;
}

const WANTED = 0.95;

/**
 * The interval by order statistics: of n values, the k-th from below and the k-th from above enclose the median but where fewer than k
 * lie on one side of it, which is as probable as so many heads of n coins. The largest k is taken that leaves 95 %; of fewer
 * than six values none does, then it is all of them.
 * @param values at least one; without it all is NaN
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

/** One less the probability that of n coins fewer than k show heads, or fewer than k show tails. */
function confidenceOf(n: number, k: number): number {
  let exactly = 0.5 ** n;
  let fewer = 0;
  for (let heads = 0; heads < k; heads += 1) {
    fewer += exactly;
    exactly *= (n - heads) / (heads + 1);
  }
  return 1 - 2 * fewer;
}
