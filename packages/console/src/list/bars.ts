/** A bucket of the histogram, as the API answers it. */
export interface Bucket {
  readonly timestamp: string;
  readonly count: number;
  readonly errors: number;
  readonly p95: number | null;
  readonly totalCost: number;
}

/** Buckets from one to another, which may stand before it. */
export interface Stretch {
  readonly anchor: number;
  readonly end: number;
}

export const firstOf = ({ anchor, end }: Stretch): number => Math.min(anchor, end);
export const lastOf = ({ anchor, end }: Stretch): number => Math.max(anchor, end);

/** The bucket below a point of the bars; the first or the last beside them. @param x of the point, @param width of all bars, in pixels */
export function bucketAt(x: number, width: number, buckets: number): number {
  const at = Math.floor((x / Math.max(1, width)) * buckets);
  return Math.min(buckets - 1, Math.max(0, at));
}

/** Sums over buckets. */
export interface Sums {
  readonly count: number;
  readonly errors: number;
  readonly cost: number;
  /** The least and the most p95 of a bucket, in seconds; undefined where none is known. */
  readonly p95: { readonly from: number; readonly to: number } | undefined;
}

export function sumsOf(buckets: readonly Bucket[]): Sums {
  let [count, errors, cost, from, to] = [0, 0, 0, Infinity, 0];
  for (const bucket of buckets) {
    count += bucket.count;
    errors += bucket.errors;
    cost += bucket.totalCost;
    if (bucket.p95 === null) continue;
    from = Math.min(from, bucket.p95);
    to = Math.max(to, bucket.p95);
  }
  return { count, errors, cost, p95: from <= to ? { from, to } : undefined };
}

/** A tenfold rise has the whole height at least, so that noise looks like noise. */
const LEAST_RISE = 10;

/**
 * The p95 of latency as a line over the bars, in the words of an SVG path: logarithmic, from the least to the most; broken where nothing
 * ran. A bucket is one unit wide.
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
      // One alone is a short line, not a point that nobody sees.
      const word = `${isBroken ? `M${n} ${y.toFixed(1)}` : ''}L${n + 0.5} ${y.toFixed(1)}`;
      isBroken = false;
      return word;
    })
    .join('');
}

const LEAST_PX = 2;

/** How high the parts of a bar are, in pixels: what there is at all can be seen. @param most the highest count, @param height of its bar */
export function barOf({ count, errors }: Bucket, most: number, height: number): { ok: number; failed: number } {
  const whole = count === 0 ? 0 : Math.max(LEAST_PX, (count / most) * height);
  const failed = errors === 0 ? 0 : Math.max(LEAST_PX, (errors / most) * height);
  return { ok: errors === count ? 0 : Math.max(LEAST_PX, whole - failed), failed };
}

/** The buckets that have a tick of the axis: about so many, evenly. */
export function ticksOf(buckets: number, about: number): readonly number[] {
  const step = Math.max(1, Math.ceil(buckets / about));
  return Array.from({ length: Math.ceil(buckets / step) }, (_, n) => n * step);
}

/** Where a key moves the focus, and whether it draws a stretch; undefined for another key. */
export function bucketByKey(key: string, at: number, buckets: number): number | undefined {
  const to = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: buckets - 1, PageUp: at - 10, PageDown: at + 10 }[
    key
  ];
  return to === undefined ? undefined : Math.min(buckets - 1, Math.max(0, to));
}
