/**
 * Writes protobuf wire format, for a load generator that needs the offset of each byte in its messages; generated code does not provide it.
 */

const VARINT = 0;
const FIXED64 = 1;
const LENGTH_DELIMITED = 2;

/** Bytes of one or more fields; a message is the concatenation of its fields. */
export type Fields = Buffer;

export function bytesField(field: number, content: Uint8Array): Fields {
  return Buffer.concat([tag(field, LENGTH_DELIMITED), varint(content.length), content]);
}

export function textField(field: number, text: string): Fields {
  return bytesField(field, Buffer.from(text, 'utf8'));
}

export function messageField(field: number, ...fields: readonly Fields[]): Fields {
  return bytesField(field, Buffer.concat(fields));
}

/** @param value an integer >= 0 */
export function integerField(field: number, value: number): Fields {
  return Buffer.concat([tag(field, VARINT), varint(value)]);
}

export function doubleField(field: number, value: number): Fields {
  const content = Buffer.alloc(8);
  content.writeDoubleLE(value);
  return Buffer.concat([tag(field, FIXED64), content]);
}

export function fixed64Field(field: number, value: bigint): Fields {
  const content = Buffer.alloc(8);
  content.writeBigUInt64LE(value);
  return Buffer.concat([tag(field, FIXED64), content]);
}

function tag(field: number, wireType: number): Buffer {
  return varint(field * 8 + wireType);
}

function varint(value: number): Buffer {
  const bytes: number[] = [];
  let rest = value;
  while (rest >= 0x80) {
    bytes.push((rest % 0x80) + 0x80);
    rest = Math.floor(rest / 0x80);
  }
  bytes.push(rest);
  return Buffer.from(bytes);
}
