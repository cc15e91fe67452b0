import type { NativeMetricPoint } from '@sluice/decode';
import type { MetricPoint, MetricRecord } from '@sluice/record';
import type { MetricContext } from './context';

/** What a point takes beside its texts: value, time and the frames of the encoding. */
const POINT_BYTES = 48;
const LABEL_BYTES = 16;
/** UTF-8 takes at most three bytes for a UTF-16 code unit. */
const BYTES_PER_UNIT = 3;

/**
 * The records of one metric request (spec 4.5), whose points may come in portions. Where a request is cut depends on its
 * points alone, so that a repeated request gives the same chunks.
 */
export class MetricNormalizer {
  readonly #context: MetricContext;
  #chunk: MetricPoint[] = [];
  #bytes = 0;
  #chunks = 0;

  constructor(context: MetricContext) {
    this.#context = context;
  }

  /** The records that the next points complete. */
  records(points: readonly NativeMetricPoint[]): readonly MetricRecord[] {
    const { receivedAt, limits } = this.#context;
    const records: MetricRecord[] = [];
    for (const { name, labels, value, timestamp = receivedAt } of points) {
      const size = pointSize(name, labels);
      if (this.#bytes + size > limits.recordBytes) records.push(...this.rest());
      this.#chunk.push({ name, labels, value, timestamp });
      this.#bytes += size;
    }
    return records;
  }

  /** What is left when there are no more points: a record, or none. */
  rest(): readonly MetricRecord[] {
    const { recordIdOfChunk, receivedAt } = this.#context;
    const points = this.#chunk;
    if (points.length === 0) return [];
    this.#chunk = [];
    this.#bytes = 0;
    return [{ kind: 'metric', recordId: recordIdOfChunk(this.#chunks++), receivedAt, points }];
  }
}

/** The records of a request whose points came at once. */
export function normalizeMetrics(
  points: readonly NativeMetricPoint[],
  context: MetricContext,
): readonly MetricRecord[] {
  const normalizer = new MetricNormalizer(context);
  return [...normalizer.records(points), ...normalizer.rest()];
}

/** At least the bytes of a point on the bus. */
function pointSize(name: string, labels: ReadonlyMap<string, string>): number {
  let size = POINT_BYTES + name.length * BYTES_PER_UNIT;
  for (const [key, text] of labels) size += LABEL_BYTES + (key.length + text.length) * BYTES_PER_UNIT;
  return size;
}
