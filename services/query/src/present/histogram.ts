import type { Micros } from '@sluice/record';
import type { TraceHistogram, TraceHistogramQuery } from '@sluice/store/read';
import { presentSeconds, presentTime } from './times';

/** A histogram as it is answered, JSON (contract: Histogram of traces). */
export function presentHistogram(
  { buckets }: TraceHistogram,
  { filter: { before = 0 }, from, width, latencyBounds }: TraceHistogramQuery,
): string {
  const data = buckets.map(({ timestamp, count, errors, p50, p95, totalCost, byLatency }) => ({
    timestamp: presentTime(timestamp),
    ...{ count, errors, p50: secondsOrNull(p50), p95: secondsOrNull(p95), totalCost },
    ...(byLatency && { byLatency }),
  }));
  const meta = {
    fromTimestamp: presentTime(from),
    toTimestamp: presentTime(before),
    bucketSeconds: presentSeconds(width),
    ...(latencyBounds && { latencyBounds: latencyBounds.map(presentSeconds) }),
  };
  return JSON.stringify({ data, meta });
}

const secondsOrNull = (micros: Micros | null): number | null => (micros === null ? null : presentSeconds(micros));
