import { POINT_AHEAD } from '@sluice/record';
import type { OtlpDistribution } from './otlp-metrics';

/*
 * Rules for a data point to be stored, in both encodings (OTLP 1.11, metrics.proto; contract: OTLP). A rule
 * returns the fault, relative to the point; undefined for a good point.
 */

/** FLAG_NO_RECORDED_VALUE_MASK: the point marks the end of its series, and has no value. */
const NO_RECORDED_VALUE = 1;

/** Nothing is to be stored of it, and nothing is wrong with it. */
export const hasNoValue = (flags: number): boolean => (flags & NO_RECORDED_VALUE) !== 0;

/**
 * A point without a time is refused: the time is required, and because every body has the times of its points, a body
 * that comes twice is one that was sent again.
 * @param time and now in microseconds since the epoch, 0 when not sent
 */
export function timeFault(time: number, now: number): string | undefined {
  if (time === 0) return 'timeUnixNano is required: nanoseconds since the epoch';
  return time > now + POINT_AHEAD ? 'timeUnixNano must be at most one day ahead of now' : undefined;
}

/** @param value undefined where neither was sent */
export function numberFault(value: number | undefined): string | undefined {
  if (value === undefined) return 'asDouble or asInt is required';
  return Number.isFinite(value) ? undefined : `its value must be finite, not ${value}`;
}

/** How many buckets a histogram has, and how many bounds between them. */
export interface BucketCounts {
  readonly counts: number;
  readonly bounds: number;
}

/** @param buckets of a histogram with explicit bounds; undefined for other kinds */
export function distributionFault(point: OtlpDistribution, buckets: BucketCounts | undefined): string | undefined {
  if (!Number.isInteger(point.count) || point.count < 0) return 'count must be an integer from 0';
  for (const name of ['sum', 'min', 'max'] as const) {
    const value = point[name];
    if (value !== undefined && !Number.isFinite(value)) return `${name} must be finite, not ${value}`;
  }
  if (buckets !== undefined && !fits(buckets)) {
    return `bucketCounts must have one entry more than explicitBounds, or both none; they have ${buckets.counts} and ${buckets.bounds}`;
  }
  for (const [quantile, value] of point.quantiles) {
    if (!(quantile >= 0 && quantile <= 1)) return `a quantile must be from 0 to 1, not ${quantile}`;
    if (!Number.isFinite(value)) return `the value of quantile ${quantile} must be finite, not ${value}`;
  }
  return undefined;
}

const fits = ({ counts, bounds }: BucketCounts): boolean => counts === bounds + 1 || (counts === 0 && bounds === 0);
