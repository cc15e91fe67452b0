import { joinItems } from './json-items';
import type { LlmSpan } from './llm-spans';
import { OTLP_JSON } from './notation';
import { type AttributeValue, type InstrumentationScope, RESOURCE, SCOPE } from './otlp';
import type { EncodedSpans } from './request-template';

const NO_TRACE = '0'.repeat(32);
const NO_SPAN = '0'.repeat(16);
const NO_TIME = '0'.repeat(19);
const SLOT_MEMBERS = ['traceId', 'spanId', 'parentSpanId', 'startTimeUnixNano', 'endTimeUnixNano'] as const;

const CLIENT = 3;

/** Span without ids and times. */
export interface JsonSpan extends Pick<LlmSpan, 'isRoot' | 'name' | 'attributes'> {
  /** `SpanKind` of OTLP; default: CLIENT. */
  readonly kind?: number | undefined;
  /** Attributes that the SDK has dropped; default: none. */
  readonly droppedAttributesCount?: number | undefined;
}

/** Encodes the spans as OTLP/JSON. */
export function jsonSpans(spans: readonly LlmSpan[]): EncodedSpans {
  return jsonRequest(spans.map(jsonSpan));
}

/** Encodes a request. @param spans each as text, by `jsonSpan` */
export function jsonRequest(spans: readonly string[], scope: InstrumentationScope = SCOPE): EncodedSpans {
  const resource = { attributes: attributes(RESOURCE) };
  const head = `{"resourceSpans":[{"resource":${JSON.stringify(resource)},"scopeSpans":[{"scope":${JSON.stringify(scope)},"spans":[`;
  const { body, offsets } = joinItems(head, spans, ']}]}]}', SLOT_MEMBERS);
  const slots = offsets.map(
    ({ traceId, spanId = NaN, parentSpanId, startTimeUnixNano = NaN, endTimeUnixNano = NaN }) => ({
      traceId,
      spanId,
      parentSpanId,
      start: startTimeUnixNano,
      end: endTimeUnixNano,
    }),
  );
  return { notation: OTLP_JSON, body, slots };
}

/** Encodes a span as text, with offsets for its ids and times. */
export function jsonSpan({ isRoot, name, kind = CLIENT, attributes: own, droppedAttributesCount }: JsonSpan): string {
  return JSON.stringify({
    traceId: NO_TRACE,
    spanId: NO_SPAN,
    ...(!isRoot && { parentSpanId: NO_SPAN }),
    startTimeUnixNano: NO_TIME,
    endTimeUnixNano: NO_TIME,
    name,
    kind,
    attributes: attributes(own),
    droppedAttributesCount,
  });
}

function attributes(values: Readonly<Record<string, AttributeValue>>): readonly unknown[] {
  return Object.entries(values).map(([key, value]) => ({ key, value: anyValue(value) }));
}

function anyValue(value: AttributeValue): unknown {
  if (typeof value === 'string') return { stringValue: value };
  if (typeof value === 'boolean') return { boolValue: value };
  if (typeof value === 'number') return Number.isInteger(value) ? { intValue: String(value) } : { doubleValue: value };
  return { arrayValue: { values: value.map(anyValue) } };
}
