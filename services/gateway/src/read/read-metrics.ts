import { metricPortions } from '@sluice/decode';
import { MetricNormalizer } from '@sluice/normalize';
import type { Received, Reading } from './reading';
import { chunkIds } from './record-ids';

/** The records of a body of `POST /v1/metrics/batch`. @throws DecodeError */
export function* readMetrics(body: Buffer, received: Received): Reading {
  const { limits, receivedAt } = received;
  const recordIdOfChunk = chunkIds(body, received);
  const normalizer = new MetricNormalizer({ receivedAt, recordIdOfChunk, limits: limits.normalize });
  let items = 0;
  for (const points of metricPortions(body, limits.decode, receivedAt)) {
    items += points.length;
    yield normalizer.records(points);
  }
  yield normalizer.rest();
  return { items, refused: 0, reasons: [], omitted: [] };
}
