import { DecodeError } from './decode-error';
import { MetricsJson, RESOURCE_METRICS } from './generated/metrics-json';
import { RESOURCE_SPANS, TracesJson } from './generated/traces-json';
import { isObject, type Opened, rawBody } from './json-body';
import type { Limits } from './limits';
import { type OtlpPortions, type OtlpTraces, wholeRequest } from './otlp';
import { OtlpMetricPortion, type OtlpMetricPortions, type OtlpMetrics, wholeMetrics } from './otlp-metrics';
import { OtlpPortion } from './otlp-portion';
import { Reading } from './otlp-reading';
import { DATA_POINTS, SPANS } from './otlp-tally';
import { listOfOther, notMetrics, notTraces } from './other-signal';

/*
 * Requests of OTLP 1.11 in JSON ("JSON Protobuf Encoding"), member names in lowerCamelCase or snake_case. Unknown members are
 * ignored. An item that cannot be stored, or has a member of the wrong structure, is refused alone; when all are, `accepted`
 * is 0 and `rejected` is not.
 *
 * Each reader throws a DecodeError, `invalid` for what is not JSON or has a wrong structure above the items, naming the
 * place, `too-large` beyond the limits, and nothing else. What is wrong may be found after the first portions.
 */

/** Reads an `ExportTraceServiceRequest`. */
export function* otlpJsonPortions(body: Buffer, limits: Limits): OtlpPortions {
  const request = opened(body, limits, RESOURCE_SPANS);
  const other = listOfOther(request.value, 'traces');
  if (other !== undefined) {
    throw new DecodeError('invalid', `the body must be an OTLP trace export with resourceSpans; it has ${other}`);
  }
  const reading = new Reading(SPANS, limits, new OtlpPortion(), 0);
  return yield* reading.all(new TracesJson(reading).read(request), notTraces);
}

/**
 * Reads an `ExportMetricsServiceRequest`. Points marked as without a value are skipped.
 * @param now microseconds since the epoch; a time may be up to a day ahead of it
 */
export function* otlpMetricsJsonPortions(body: Buffer, limits: Limits, now: number): OtlpMetricPortions {
  const request = opened(body, limits, RESOURCE_METRICS);
  const other = listOfOther(request.value, 'metrics');
  if (other !== undefined) throw notMetrics(`it has ${other} and no resourceMetrics`);
  const reading = new Reading(DATA_POINTS, limits, new OtlpMetricPortion(), now);
  return yield* reading.all(new MetricsJson(reading).read(request), notMetrics);
}

/** `otlpJsonPortions`, all at once. */
export const decodeOtlpJson = (body: Buffer, limits: Limits): OtlpTraces =>
  wholeRequest(otlpJsonPortions(body, limits));

/** `otlpMetricsJsonPortions`, all at once. */
export const decodeOtlpMetricsJson = (body: Buffer, limits: Limits, now: number): OtlpMetrics =>
  wholeMetrics(otlpMetricsJsonPortions(body, limits, now));

/** The request, whose list has these names. @throws DecodeError for anything but an object */
function opened(body: Buffer, limits: Limits, lists: readonly [string, ...string[]]) {
  const { value, ...request }: Opened = rawBody(body, limits).open('the body', ...lists);
  if (!isObject(value)) throw new DecodeError('invalid', `the body must be a JSON object with ${lists[0]}`);
  return { ...request, value };
}
