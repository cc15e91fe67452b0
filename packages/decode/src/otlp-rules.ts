import { TIME_END } from '@sluice/record';
import type { Attributes, AttributeValue, SentTime } from './otlp';

/*
 * Rules of OTLP in both encodings (OTLP 1.11, trace.proto and common.proto; contract: OTLP).
 */

export const NO_ATTRIBUTES: Attributes = new Map();

export const TRACE_ID_RULE = 'traceId must be 16 bytes, not all zero';
export const SPAN_ID_RULE = 'spanId must be 8 bytes, not all zero';

const ZERO_TRACE_ID = '0'.repeat(32);
const ZERO_SPAN_ID = '0'.repeat(16);

/** Whether lower-case hex digits are a valid id. */
export const isTraceId = (hex: string): boolean => hex.length === 32 && hex !== ZERO_TRACE_ID;
/** Whether lower-case hex digits are a valid id. */
export const isSpanId = (hex: string): boolean => hex.length === 16 && hex !== ZERO_SPAN_ID;

/** A parent that is empty, all zero, of a wrong length or the span itself makes a root. */
export function parentOf(parentSpanId: string, spanId: string): string | undefined {
  return isSpanId(parentSpanId) && parentSpanId !== spanId ? parentSpanId : undefined;
}

/** Whether a time is one of the accepted years, or was not sent (0). */
export const isAcceptedTime = (micros: number): boolean => micros < TIME_END;

/** A time that can be read, else 0: it counts as not sent. */
export const readTime = (sent: SentTime): number => (typeof sent === 'number' ? sent : 0);
/** A time that cannot be read, as it was sent. */
export const unreadTime = (sent: SentTime): string | undefined => (typeof sent === 'string' ? sent : undefined);

/** SpanKind is an open enum: a value that is not known is UNSPECIFIED. */
export const spanKind = (kind: number): number => (kind <= 5 ? kind : 0);
/** Returns a status code; UNSET (0) for an unknown one. */
export const statusCode = (code: number): number => (code <= 2 ? code : 0);

/** A double that is not finite cannot be JSON: its name in proto3 JSON. */
export const doubleValue = (value: number): number | string => (Number.isFinite(value) ? value : String(value));

/** Nesting that is read at all; what lies deeper is null. Keeps recursion far from the end of the stack. */
export const DEEPEST = 512;

/** An attribute nested beyond the limit is kept as the text of its JSON (contract: Limits). */
export function withinNesting(value: AttributeValue, depth: number, nesting: number): AttributeValue {
  return depth > nesting ? JSON.stringify(value) : value;
}
