/** Bucket of the histogram, as the API returns it. */
export interface Bucket {
  readonly timestamp: string;
  readonly count: number;
  readonly failed: number;
  readonly recovered: number;
  readonly p95: number | null;
  readonly totalCost: number;
}

/** Sums over buckets. */
export interface Sums {
  readonly count: number;
  readonly failed: number;
  readonly recovered: number;
  readonly cost: number;
  /** Least and greatest p95 of a bucket, in seconds; undefined if none is known. */
  readonly p95: { readonly from: number; readonly to: number } | undefined;
}

export function sumsOf(buckets: readonly Bucket[]): Sums {
  let [count, failed, recovered, cost, from, to] = [0, 0, 0, 0, Infinity, 0];
  for (const bucket of buckets) {
    count += bucket.count;
    failed += bucket.failed;
    recovered += bucket.recovered;
    cost += bucket.totalCost;
    if (bucket.p95 === null) continue;
    from = Math.min(from, bucket.p95);
    to = Math.max(to, bucket.p95);
  }
  return { count, failed, recovered, cost, p95: from <= to ? { from, to } : undefined };
}

/** Least ratio between the top and the bottom of the line, so that noise is not enlarged to the full height. */
const LEAST_RISE = 10;

/**
 * Builds the SVG path of the p95 latency over the bars: logarithmic, from the least value to the greatest, interrupted at empty buckets. A
 * bucket is one unit wide.
 */
export function latencyPath(buckets: readonly Bucket[], height: number): string {
  const known = buckets.flatMap(({ p95 }) => (p95 !== null && p95 > 0 ? [p95] : []));
  const least = known.reduce((one, other) => Math.min(one, other), Infinity);
  const most = known.reduce((one, other) => Math.max(one, other), least * LEAST_RISE);
  let isBroken = true;
  return buckets
    .map(({ p95 }, n) => {
      if (p95 === null || p95 <= 0) {
        isBroken = true;
        return '';
      }
      const y = height - (Math.log(p95 / least) / Math.log(most / least)) * height;
      // A single bucket is a short line, because a point would be invisible.
      const word = `${isBroken ? `M${n} ${y.toFixed(1)}` : ''}L${n + 0.5} ${y.toFixed(1)}`;
      isBroken = false;
      return word;
    })
    .join('');
}

const LEAST_PX = 2;

/**
 * Computes the heights of a bar's parts in pixels; a count above 0 has at least LEAST_PX.
 * @param most the highest count
 * @param height of its bar
 */
export function barOf(
  bucket: Bucket,
  most: number,
  height: number,
): Readonly<Record<'ok' | 'recovered' | 'failed', number>> {
  const heightOf = (count: number): number => (count === 0 ? 0 : Math.max(LEAST_PX, (count / most) * height));
  const [failed, recovered] = [heightOf(bucket.failed), heightOf(bucket.recovered)];
  const others = bucket.count - bucket.failed - bucket.recovered;
  const rest = heightOf(bucket.count) - failed - recovered;
  return { ok: others === 0 ? 0 : Math.max(LEAST_PX, rest), recovered, failed };
}

/** Returns the buckets with a tick, spaced evenly. @param about the number of ticks */
export function ticksOf(buckets: number, about: number): readonly number[] {
  const step = Math.max(1, Math.ceil(buckets / about));
  return Array.from({ length: Math.ceil(buckets / step) }, (_, n) => n * step);
}
