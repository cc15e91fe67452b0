import type { Choices } from './choices';
import type { Draft, FuzzWorld } from './fuzz-input';
import { mutateBytes } from './mutate-bytes';
import { mutateProtobuf } from './mutate-protobuf';
import { OTLP_PATH } from './otlp-json';
import { type AnyValueDraft, type AttributeDrafts, type SpanDraft, otlpDraft } from './otlp-request';
import {
  type Field,
  bytesField,
  doubleField,
  encode,
  fixed64Field,
  messageField,
  textField,
  varintField,
} from './protobuf-tree';

/** `POST /api/public/otel/v1/traces` in protobuf (OTLP 1.11, trace.proto and common.proto), then mutated. */
export function otlpProtobufDraft(world: FuzzWorld, index: number, choices: Choices): Draft {
  const { resources } = otlpDraft(world, index, choices);
  const request = resources.map(({ attributes, scopes }) =>
    messageField(1, [
      messageField(1, keyValues(1, attributes)),
      ...scopes.map((scope) =>
        messageField(2, [
          messageField(1, [textField(1, scope.name), textField(2, scope.version), ...keyValues(3, scope.attributes)]),
          ...scope.spans.map((span) => messageField(2, spanFields(span))),
        ]),
      ),
    ]),
  );
  const done = mutateProtobuf(request, choices);
  const { bytes, done: bytesDone } = mutateBytes(encode(request), choices, 8);
  return {
    endpoint: 'otlp',
    method: 'POST',
    path: OTLP_PATH,
    contentType: 'application/x-protobuf',
    body: bytes,
    done: [...done, ...bytesDone],
  };
}

function spanFields(span: SpanDraft): Field[] {
  return [
    bytesField(1, Buffer.from(span.traceId, 'hex')),
    bytesField(2, Buffer.from(span.spanId, 'hex')),
    ...(span.parentSpanId === '' ? [] : [bytesField(4, Buffer.from(span.parentSpanId, 'hex'))]),
    textField(5, span.name),
    varintField(6, span.kind),
    fixed64Field(7, span.start),
    fixed64Field(8, span.end),
    ...keyValues(9, span.attributes),
    varintField(10, span.dropped),
    ...span.events.map(({ name, time, attributes }) =>
      messageField(11, [fixed64Field(1, time), textField(2, name), ...keyValues(3, attributes)]),
    ),
    ...span.links.map(({ traceId, spanId, attributes }) =>
      messageField(13, [
        bytesField(1, Buffer.from(traceId, 'hex')),
        bytesField(2, Buffer.from(spanId, 'hex')),
        ...keyValues(4, attributes),
      ]),
    ),
    messageField(15, [textField(2, span.status.message), varintField(3, span.status.code)]),
  ];
}

function keyValues(number: number, attributes: AttributeDrafts): Field[] {
  return attributes.map(([key, value]) => messageField(number, [textField(1, key), messageField(2, anyValue(value))]));
}

function anyValue(any: AnyValueDraft): Field[] {
  switch (any.kind) {
    case 'string':
      return [textField(1, any.value)];
    case 'bool':
      return [varintField(2, any.value ? 1 : 0)];
    case 'int':
      return [varintField(3, any.value)];
    case 'double':
      return [doubleField(4, any.value)];
    case 'array':
      return [
        messageField(
          5,
          any.value.map((item) => messageField(1, anyValue(item))),
        ),
      ];
    case 'kvlist':
      return [messageField(6, keyValues(1, any.value))];
    case 'bytes':
      return [bytesField(7, any.value)];
    case 'none':
      return [];
  }
}
