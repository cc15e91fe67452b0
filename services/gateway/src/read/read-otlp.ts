import { DecodeError, type OtlpPortions, otlpJsonPortions, otlpProtobufPortions } from '@sluice/decode';
import { OtlpNormalizer } from '@sluice/normalize';
import type { Received, Reading } from './read-result';
import { ascendingIds } from './record-ids';

/**
 * Reads the records of an `ExportTraceServiceRequest`, JSON or protobuf.
 * @throws DecodeError, also when no span can be stored
 */
export const readOtlpJson = (body: Buffer, received: Received): Reading =>
  readOtlp(otlpJsonPortions(body, received.limits.decode), received);
export const readOtlpProtobuf = (body: Buffer, received: Received): Reading =>
  readOtlp(otlpProtobufPortions(body, received.limits.decode), received);

function* readOtlp(portions: OtlpPortions, { limits, receivedAt, requestId, prefixes }: Received): Reading {
  const newRecordId = ascendingIds(requestId);
  const normalizer = new OtlpNormalizer({ receivedAt, newRecordId, prefixes, limits: limits.normalize });
  for (;;) {
    const { done, value } = portions.next();
    if (!done) {
      yield normalizer.records(value);
      continue;
    }
    const { accepted, rejected, reasons } = value;
    if (accepted === 0 && rejected > 0) {
      throw new DecodeError('invalid', `no span can be stored: ${reasons.join('; ')}`);
    }
    return { items: accepted, refused: rejected, reasons, omitted: normalizer.omitted };
  }
}
