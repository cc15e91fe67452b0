import { MetricsProtobuf } from './generated/metrics-protobuf';
import { TracesProtobuf } from './generated/traces-protobuf';
import type { Limits } from './limits';
import { type OtlpCounts, type OtlpPortions, type OtlpTraces, wholeRequest } from './otlp';
import { OtlpMetricPortion, type OtlpMetricPortions, type OtlpMetrics, wholeMetrics } from './otlp-metrics';
import { OtlpPortion } from './otlp-portion';
import { Reading } from './otlp-reading';
import { DATA_POINTS, SPANS } from './otlp-tally';
import { notMetrics, notTraces } from './other-signal';
import { damagedProtobuf } from './protobuf-damage';
import { WireReader } from './wire-reader';

/*
 * Requests of OTLP 1.11 in protobuf (proto/opentelemetry). No bytes are the valid empty request. Unknown fields and fields
 * of another wire type are skipped, and of a scalar field sent twice the last one is kept. An item that cannot be stored
 * is refused alone; when all are, `accepted` is 0 and `rejected` is not.
 *
 * Each reader throws a DecodeError, `invalid` for bytes that are no such message, `too-large` beyond the limits, and
 * nothing else. What is wrong may be found after the first portions.
 */

/** Reads an `ExportTraceServiceRequest`. */
export function otlpProtobufPortions(body: Buffer, limits: Limits): OtlpPortions {
  const reading = new Reading(SPANS, limits, new OtlpPortion(), 0);
  return damageNamed('ExportTraceServiceRequest', body, (wire) =>
    reading.all(new TracesProtobuf(wire, reading).read(), notTraces),
  );
}

/**
 * Reads an `ExportMetricsServiceRequest`. Points marked as without a value are skipped.
 * @param now microseconds since the epoch; a time may be up to a day ahead of it
 */
export function otlpMetricsProtobufPortions(body: Buffer, limits: Limits, now: number): OtlpMetricPortions {
  const reading = new Reading(DATA_POINTS, limits, new OtlpMetricPortion(), now);
  return damageNamed('ExportMetricsServiceRequest', body, (wire) =>
    reading.all(new MetricsProtobuf(wire, reading).read(), notMetrics),
  );
}

/** `otlpProtobufPortions`, all at once. */
export const decodeOtlpProtobuf = (body: Buffer, limits: Limits): OtlpTraces =>
  wholeRequest(otlpProtobufPortions(body, limits));

/** `otlpMetricsProtobufPortions`, all at once. */
export const decodeOtlpMetricsProtobuf = (body: Buffer, limits: Limits, now: number): OtlpMetrics =>
  wholeMetrics(otlpMetricsProtobufPortions(body, limits, now));

function* damageNamed<T>(
  message: string,
  body: Buffer,
  read: (wire: WireReader) => Generator<T, OtlpCounts>,
): Generator<T, OtlpCounts> {
  const wire = new WireReader(body);
  try {
    return yield* read(wire);
  } catch (cause) {
    throw damagedProtobuf(message, body, wire.position, cause);
  }
}
