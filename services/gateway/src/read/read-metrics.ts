import { metricPortions } from '@sluice/decode';
import { MetricNormalizer } from '@sluice/normalize';
import type { Job, Reading } from './reading';
import { chunkIds } from './record-ids';

/** The records of a body of `POST /v1/metrics/batch`. @throws DecodeError */
export function* readMetrics(body: Buffer, job: Job): Reading {
  const { limits, receivedAt } = job;
  const recordIdOfChunk = chunkIds(body, job);
  const normalizer = new MetricNormalizer({ receivedAt, recordIdOfChunk, limits: limits.normalize });
  let items = 0;
  for (const points of metricPortions(body, limits.decode, receivedAt)) {
    items += points.length;
    yield normalizer.records(points);
  }
  yield normalizer.rest();
  return { items, refused: 0, reasons: [], omitted: [] };
}
