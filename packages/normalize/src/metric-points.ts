import type { MetricPoint } from '@sluice/record';

/** Size of a point without its texts: value, time and the frames of the encoding. */
const POINT_BYTES = 48;
const LABEL_BYTES = 16;
/** UTF-8 uses at most three bytes for a UTF-16 code unit. */
const BYTES_PER_UNIT = 3;

/**
 * Returns an upper bound of the bytes of a point on the bus. By hand, without `recordSize`: points are many and small. Other sizes would cut
 * a list that is sent again into different chunks.
 */
export function pointSize({ name, labels }: MetricPoint): number {
  let size = POINT_BYTES + name.length * BYTES_PER_UNIT;
  for (const [key, text] of labels) size += LABEL_BYTES + (key.length + text.length) * BYTES_PER_UNIT;
  return size;
}
