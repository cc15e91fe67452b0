import type { LlmSpan } from './llm-spans';
import { PROTOBUF } from './notation';
import { encodeRequest, encodeSpan } from './otlp';
import type { EncodedSpans, Slot } from './request-template';

const TAG_AND_LENGTH = 2;
const TAG = 1;

/** Encodes the spans as protobuf whose ids and times can be overwritten. */
export function protobufSpans(spans: readonly LlmSpan[]): EncodedSpans {
  const { body, spanStarts } = encodeRequest(spans.map(encodeSpan));
  const slots = spans.map(({ isRoot }, index) => spanSlot(spanStarts[index] ?? NaN, isRoot));
  return { notation: PROTOBUF, body, slots };
}

/** Returns the offsets of ids and times in a span that `encodeSpan` has written at `begin`. */
function spanSlot(begin: number, isRoot: boolean): Slot {
  const traceId = begin + TAG_AND_LENGTH;
  const spanId = traceId + 16 + TAG_AND_LENGTH;
  const parentSpanId = isRoot ? undefined : spanId + 8 + TAG_AND_LENGTH;
  const start = (parentSpanId ?? spanId) + 8 + TAG;
  return { traceId, spanId, parentSpanId, start, end: start + 8 + TAG };
}
