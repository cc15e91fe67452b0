import type { Choices } from './choices';
import type { Draft, FuzzWorld } from './fuzz-input';
import { mutateBytes } from './mutate-bytes';
import { mutateProtobuf } from './mutate-protobuf';
import { OTLP_PATH } from './otlp-json';
import { keyValues } from './otlp-protobuf-attributes';
import { type SpanDraft, otlpDraft } from './otlp-request';
import { type Field, bytesField, encode, fixed64Field, messageField, textField, varintField } from './protobuf-tree';

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
