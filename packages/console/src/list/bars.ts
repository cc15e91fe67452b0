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
}

export function sumsOf(buckets: readonly Bucket[]): Sums {
  let [count, errors, cost] = [0, 0, 0];
  for (const bucket of buckets) {
    count += bucket.count;
    errors += bucket.errors;
    cost += bucket.totalCost;
  }
  return { count, errors, cost };
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
