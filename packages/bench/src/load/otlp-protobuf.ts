import type { LlmSpan } from './llm-spans';
import { PROTOBUF } from './notation';
import { encodeRequest, encodeSpan } from './otlp';
import type { EncodedSpans, Slot } from './request-template';

const TAG_AND_LENGTH = 2;
const TAG = 1;

/** A body in protobuf whose ids and times can be replaced. */
export function protobufSpans(spans: readonly LlmSpan[]): EncodedSpans {
  const { body, spanStarts } = encodeRequest(spans.map(encodeSpan));
  const slots = spans.map(({ isRoot }, index) => spanSlot(spanStarts[index] ?? NaN, isRoot));
  return { notation: PROTOBUF, body, slots };
}

/** Where the ids and times lie of a span that begins there, as `encodeSpan` writes it. */
function spanSlot(begin: number, isRoot: boolean): Slot {
  const traceId = begin + TAG_AND_LENGTH;
  const spanId = traceId + 16 + TAG_AND_LENGTH;
  const parentSpanId = isRoot ? undefined : spanId + 8 + TAG_AND_LENGTH;
  const start = (parentSpanId ?? spanId) + 8 + TAG;
  return { traceId, spanId, parentSpanId, start, end: start + 8 + TAG };
}
