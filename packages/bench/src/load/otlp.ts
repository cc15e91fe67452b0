import { type Fields, bytesField, doubleField, fixed64Field, integerField, messageField, textField } from './protobuf';

/** Value of an attribute; a number that is not an integer is encoded as a double. */
export type AttributeValue = string | number | boolean | readonly string[];

export interface SpanFields {
  /** 16 bytes. */
  readonly traceId: Uint8Array;
  /** 8 bytes. */
  readonly spanId: Uint8Array;
  /** Undefined: a root. */
  readonly parentSpanId?: Uint8Array | undefined;
  readonly name: string;
  /** Nanoseconds since the epoch. */
  readonly start: bigint;
  readonly end: bigint;
  readonly attributes: Readonly<Record<string, AttributeValue>>;
}

/** Encodes a message `Span` (OTLP 1.11); ids and times first, so that `protobufSpans` finds them. */
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

/** Body for `POST /api/public/otel/v1/traces`, and the offset of each span in it. */
export interface EncodedRequest {
  readonly body: Buffer;
  readonly spanStarts: readonly number[];
}

/** Attributes of the resource of every request. */
export const RESOURCE = {
  'service.name': 'assistant',
  'service.version': '3.1.4',
  'deployment.environment.name': 'production',
  'telemetry.sdk.name': 'opentelemetry',
  'telemetry.sdk.language': 'python',
  'telemetry.sdk.version': '1.39.0',
} as const;

/** Library that made the spans. */
export interface InstrumentationScope {
  readonly name: string;
  readonly version: string;
}
export const SCOPE: InstrumentationScope = { name: 'opentelemetry.instrumentation.openai_v2', version: '2.3' };

/** Encodes an `ExportTraceServiceRequest` of one resource and one scope. */
export function encodeRequest(spans: readonly Fields[]): EncodedRequest {
  const resource = messageField(1, ...Object.entries(RESOURCE).map(([key, value]) => attribute(1, key, value)));
  const scope = messageField(1, textField(1, SCOPE.name), textField(2, SCOPE.version));
  const fields = spans.map((span) => messageField(2, span));
  const body = messageField(1, resource, messageField(2, scope, ...fields));
  let at = body.length;
  const starts: number[] = [];
  for (let index = spans.length - 1; index >= 0; index -= 1) {
    // The fields are at the end of the body, each with its span at its own end.
    starts.push(at - (spans[index]?.length ?? 0));
    at -= fields[index]?.length ?? 0;
  }
  return { body, spanStarts: starts.reverse() };
}

/** Encodes a field of type `KeyValue`. */
function attribute(field: number, key: string, value: AttributeValue): Fields {
  return messageField(field, textField(1, key), bytesField(2, anyValue(value)));
}

function anyValue(value: AttributeValue): Fields {
  if (typeof value === 'string') return textField(1, value);
  if (typeof value === 'boolean') return integerField(2, value ? 1 : 0);
  if (typeof value === 'number') return Number.isInteger(value) ? integerField(3, value) : doubleField(4, value);
  return messageField(5, ...value.map((item) => bytesField(1, anyValue(item))));
}
