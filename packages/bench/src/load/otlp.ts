import { type Fields, bytesField, doubleField, fixed64Field, integerField, messageField, textField } from './protobuf';

/** The value of an attribute; a number that is not an integer travels as a double. */
export type AttributeValue = string | number | boolean | readonly string[];

export interface SpanFields {
  /** 16 bytes. */
  readonly traceId: Uint8Array;
  /** 8 bytes. */
  readonly spanId: Uint8Array;
  /** Absent: a root. */
  readonly parentSpanId?: Uint8Array | undefined;
  readonly name: string;
  /** Nanoseconds since the epoch. */
  readonly start: bigint;
  readonly end: bigint;
  readonly attributes: Readonly<Record<string, AttributeValue>>;
}

/** Where the ids and times of a span begin in its bytes: what a template replaces. */
export interface SpanOffsets {
  readonly traceId: number;
  readonly spanId: number;
  /** Undefined for a root. */
  readonly parentSpanId: number | undefined;
  readonly start: number;
  readonly end: number;
}

/** A message `Span` (OTLP 1.11); ids and times first, so that `spanOffsets` holds. */
export function encodeSpan(span: SpanFields): Fields {
  return Buffer.concat([
    bytesField(1, span.traceId),
    bytesField(2, span.spanId),
    ...(span.parentSpanId === undefined ? [] : [bytesField(4, span.parentSpanId)]),
    fixed64Field(7, span.start),
    fixed64Field(8, span.end),
    textField(5, span.name),
    integerField(6, 3),
    ...Object.entries(span.attributes).map(([key, value]) => attribute(9, key, value)),
  ]);
}

const TAG_AND_LENGTH = 2;
const TAG = 1;

export function spanOffsets(isRoot: boolean): SpanOffsets {
  const traceId = TAG_AND_LENGTH;
  const spanId = traceId + 16 + TAG_AND_LENGTH;
  const parentSpanId = isRoot ? undefined : spanId + 8 + TAG_AND_LENGTH;
  const start = (parentSpanId ?? spanId) + 8 + TAG;
  return { traceId, spanId, parentSpanId, start, end: start + 8 + TAG };
}

/** A body for `POST /api/public/otel/v1/traces`, and where each span begins in it. */
export interface EncodedRequest {
  readonly body: Buffer;
  readonly spanStarts: readonly number[];
}

/** A message `ExportTraceServiceRequest` of one resource and one scope. */
export function encodeRequest(spans: readonly Fields[]): EncodedRequest {
  const resource = messageField(
    1,
    attribute(1, 'service.name', 'assistant'),
    attribute(1, 'service.version', '3.1.4'),
    attribute(1, 'deployment.environment.name', 'production'),
    attribute(1, 'telemetry.sdk.name', 'opentelemetry'),
    attribute(1, 'telemetry.sdk.language', 'python'),
    attribute(1, 'telemetry.sdk.version', '1.39.0'),
  );
  const scope = messageField(1, textField(1, 'opentelemetry.instrumentation.openai_v2'), textField(2, '2.3'));
  const fields = spans.map((span) => messageField(2, span));
  const body = messageField(1, resource, messageField(2, scope, ...fields));
  let at = body.length;
  const starts: number[] = [];
  for (let index = spans.length - 1; index >= 0; index -= 1) {
    // The fields are the end of the body, each with its span as its own end.
    starts.push(at - (spans[index]?.length ?? 0));
    at -= fields[index]?.length ?? 0;
  }
  return { body, spanStarts: starts.reverse() };
}

/** A field of type `KeyValue`. */
function attribute(field: number, key: string, value: AttributeValue): Fields {
  return messageField(field, textField(1, key), bytesField(2, anyValue(value)));
}

function anyValue(value: AttributeValue): Fields {
  if (typeof value === 'string') return textField(1, value);
  if (typeof value === 'boolean') return integerField(2, value ? 1 : 0);
  if (typeof value === 'number') return Number.isInteger(value) ? integerField(3, value) : doubleField(4, value);
  return messageField(5, ...value.map((item) => bytesField(1, anyValue(item))));
}
