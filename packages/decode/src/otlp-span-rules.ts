import type { OtlpEvent, OtlpLink, OtlpSpan } from './otlp';
import type { SentEvent, SentLink, SentSpan } from './generated/sent-messages';
import type { Signal } from './otlp-response';
import {
  isSpanId,
  isTraceId,
  parentOf,
  readTime,
  SPAN_ID_RULE,
  spanKind,
  statusCode,
  TRACE_ID_RULE,
  unreadTime,
} from './otlp-rules';
import { isMetric, isText, looksLike } from './other-signal';

/*
 * Conversion of a sent span, its events and its links, in both encodings (OTLP 1.11, trace.proto; contract: OTLP). A rule
 * returns the fault, relative to the span; undefined for a good span.
 */

export const traceIdFault = (hex: string): string | undefined => (isTraceId(hex) ? undefined : TRACE_ID_RULE);
export const spanIdFault = (hex: string): string | undefined => (isSpanId(hex) ? undefined : SPAN_ID_RULE);

export function spanOf(sent: SentSpan): OtlpSpan {
  return {
    traceId: sent.traceId,
    spanId: sent.spanId,
    parentSpanId: parentOf(sent.parentSpanId, sent.spanId),
    name: sent.name,
    kind: spanKind(sent.kind),
    startTime: readTime(sent.startTimeUnixNano),
    endTime: readTime(sent.endTimeUnixNano),
    unreadStart: unreadTime(sent.startTimeUnixNano),
    unreadEnd: unreadTime(sent.endTimeUnixNano),
    attributes: sent.attributes,
    events: sent.events,
    links: sent.links,
    statusCode: statusCode(sent.statusCode),
    statusMessage: sent.statusMessage,
    dropped: sent.dropped,
  };
}

export const eventOf = ({ name, timeUnixNano, attributes }: SentEvent): OtlpEvent => ({
  name,
  time: readTime(timeUnixNano),
  unreadTime: unreadTime(timeUnixNano),
  attributes,
});

/** A link without two valid ids points nowhere and is left out. */
export const linkOf = (sent: SentLink): OtlpLink | undefined =>
  isTraceId(sent.traceId) && isSpanId(sent.spanId) ? sent : undefined;

const isTimed = (sent: SentSpan): boolean => sent.startTimeUnixNano !== 0 || sent.endTimeUnixNano !== 0;

/**
 * The signal that a protobuf span looks like, where it is another one.
 * @param ofTags by its unknown fields
 */
export function signalOfSpan(sent: SentSpan, ofTags: Signal | undefined): Signal | undefined {
  return ofTags ?? (!isTimed(sent) && isText(sent.traceId) ? 'metrics' : undefined);
}

/** The fault of a protobuf span with valid ids that are the texts of a Metric. */
export const metricFault = (sent: SentSpan): string | undefined =>
  !isTimed(sent) && isMetric(sent) ? looksLike('metrics') : undefined;
