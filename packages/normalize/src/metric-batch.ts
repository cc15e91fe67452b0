import type { NativeMetricPoint } from '@sluice/decode';
import type { MetricPoint, MetricRecord } from '@sluice/record';
import type { MetricContext } from './context';

/** What a point takes beside its texts: value, time and the frames of the encoding. */
const POINT_BYTES = 48;
const LABEL_BYTES = 16;
/** UTF-8 takes at most three bytes for a UTF-16 code unit. */
const BYTES_PER_UNIT = 3;

/**
 * The records of one metric request (spec 4.5). Where a request is cut depends on its points alone, so that a repeated
 * request gives the same chunks.
 */
export function normalizeMetrics(
  points: readonly NativeMetricPoint[],
  context: MetricContext,
): readonly MetricRecord[] {
  const records: MetricRecord[] = [];
  let chunk: MetricPoint[] = [];
  let bytes = 0;
  const close = (): void => {
    const recordId = context.recordIdOfChunk(records.length);
    records.push({ kind: 'metric', recordId, receivedAt: context.receivedAt, points: chunk });
    chunk = [];
    bytes = 0;
  };
  for (const { name, labels, value, timestamp = context.receivedAt } of points) {
    const size = pointSize(name, labels);
    if (chunk.length > 0 && bytes + size > context.limits.recordBytes) close();
    chunk.push({ name, labels, value, timestamp });
    bytes += size;
  }
  if (chunk.length > 0) close();
  return records;
}

/** At least the bytes of a point on the bus. */
function pointSize(name: string, labels: ReadonlyMap<string, string>): number {
  let size = POINT_BYTES + name.length * BYTES_PER_UNIT;
  for (const [key, text] of labels) size += LABEL_BYTES + (key.length + text.length) * BYTES_PER_UNIT;
  return size;
}
