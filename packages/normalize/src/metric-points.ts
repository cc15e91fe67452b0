import type { ListForm } from './list-normalizer';

/** Size of a point without its texts: value, time and the frames of the encoding. */
const POINT_BYTES = 48;
const LABEL_BYTES = 16;
/** UTF-8 uses at most three bytes for a UTF-16 code unit. */
const BYTES_PER_UNIT = 3;

/** Conversion of metric points, from the native endpoint (spec 4.5) and from OTLP. */
export const METRIC_POINTS: ListForm<'metric'> = {
  // By hand, without `recordSize`: points are many and small. Other sizes would cut a list that is sent again into different chunks.
  size({ name, labels }) {
    let size = POINT_BYTES + name.length * BYTES_PER_UNIT;
    for (const [key, text] of labels) size += LABEL_BYTES + (key.length + text.length) * BYTES_PER_UNIT;
    return size;
  },
  record: (head, points) => ({ kind: 'metric', ...head, points }),
};
