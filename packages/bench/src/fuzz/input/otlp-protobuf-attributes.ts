import type { AnyValueDraft, AttributeDrafts } from './otlp-attributes';
import { type Field, bytesField, doubleField, messageField, textField, varintField } from './protobuf-tree';

/** A field for each attribute: KeyValue and AnyValue of common.proto (OTLP 1.11). */
export function keyValues(number: number, attributes: AttributeDrafts): Field[] {
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
