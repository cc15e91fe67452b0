import type { TraceHistogram, TraceHistogramQuery } from '@sluice/store/read';
import { presentSeconds, presentSecondsOrNull, presentTime } from './times';

/** Writes a histogram as JSON (contract: Histogram of traces). */
export function presentHistogram(
  { buckets }: TraceHistogram,
  { filter: { before = 0 }, from, width, latencyBounds }: TraceHistogramQuery,
): string {
  const data = buckets.map(({ timestamp, count, errors, failed, recovered, p50, p95, totalCost, byLatency }) => ({
    timestamp: presentTime(timestamp),
    ...{ count, errors, failed, recovered, p50: presentSecondsOrNull(p50), p95: presentSecondsOrNull(p95), totalCost },
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
