import {
  DecodeError,
  type OtlpMetricPortions,
  otlpMetricsJsonPortions,
  otlpMetricsProtobufPortions,
} from '@sluice/decode';
import { OtlpMetricNormalizer } from '@sluice/normalize';
import type { Received, Reading } from './read-result';
import { chunkIds } from './record-ids';

/**
 * Reads the records of an `ExportMetricsServiceRequest`.
 * @throws DecodeError, also when no data point can be stored
 */
export const readOtlpMetricsJson = (body: Buffer, received: Received): Reading =>
  readPoints(otlpMetricsJsonPortions(body, received.limits.decode, received.receivedAt), body, received);
export const readOtlpMetricsProtobuf = (body: Buffer, received: Received): Reading =>
  readPoints(otlpMetricsProtobufPortions(body, received.limits.decode, received.receivedAt), body, received);

function* readPoints(portions: OtlpMetricPortions, body: Buffer, received: Received): Reading {
  const { receivedAt, limits, resourceLabels } = received;
  const normalizer = new OtlpMetricNormalizer({
    receivedAt,
    recordIdOfChunk: chunkIds(body, received),
    limits: limits.normalize,
    resourceLabels,
  });
  let step = portions.next();
  for (; !step.done; step = portions.next()) yield normalizer.records(step.value);
  yield normalizer.rest();
  const accepted = step.value.accepted - normalizer.refused;
  const refused = step.value.rejected + normalizer.refused;
  const reasons = [...step.value.reasons, ...normalizer.reasons];
  if (accepted === 0 && refused > 0) {
    throw new DecodeError('invalid', `no data point can be stored: ${reasons.join('; ')}`);
  }
  return { items: accepted, refused, reasons, omitted: [] };
}
