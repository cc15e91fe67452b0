/** Protobuf as a tree that can contain what no encoder writes: any field number, wire type, length and form of varint. */
export interface Field {
  number: number;
  wireType: number;
  /** Bits of a varint or fixed field; content of a length-delimited field; fields of a group. */
  value: bigint | Buffer | Field[];
  /** Number of bytes 0x80 without meaning before the last byte of the tag. */
  padding?: number;
  /** Difference between the announced length and the length. */
  lengthError?: number;
}

export const VARINT = 0;
export const FIXED64 = 1;
export const BYTES = 2;
export const GROUP = 3;
export const GROUP_END = 4;
export const FIXED32 = 5;

const MASK_64 = 2n ** 64n - 1n;

/** Makes the entries of a repeated number: packed into one field, or as a field each. */
export function packedField(number: number, entries: readonly Field[], packed: boolean): Field[] {
  if (!packed) return [...entries];
  // The tag of one byte is removed, because entries of a packed list have none.
  const content = Buffer.concat(entries.map((entry) => encode([entry]).subarray(1)));
  return entries.length === 0 ? [] : [{ number, wireType: BYTES, value: content }];
}

export function encode(fields: readonly Field[]): Buffer {
  return Buffer.concat(fields.flatMap(encodeField));
}

function encodeField(field: Field): readonly Buffer[] {
  const { value, wireType, padding = 0 } = field;
  const tag = varint((BigInt(field.number) << 3n) | BigInt(wireType), padding);
  if (typeof value === 'bigint') {
    if (wireType === FIXED64) return [tag, fixed(value, 8)];
    if (wireType === FIXED32) return [tag, fixed(value, 4)];
    // A number where bytes are announced is a length without its content.
    return [tag, varint(value & MASK_64, padding)];
  }
  const content = Array.isArray(value) ? encode(value) : value;
  if (wireType === GROUP) return [tag, content, varint((BigInt(field.number) << 3n) | BigInt(GROUP_END))];
  if (wireType !== BYTES) return [tag, content];
  return [tag, varint(BigInt(Math.max(0, content.length + (field.lengthError ?? 0))), padding), content];
}

function fixed(value: bigint, bytes: 4 | 8): Buffer {
  const content = Buffer.alloc(8);
  content.writeBigUInt64LE(value & MASK_64);
  return content.subarray(0, bytes);
}

/** @param padding number of bytes without meaning */
export function varint(value: bigint, padding = 0): Buffer {
  const bytes: number[] = [];
  let rest = value;
  while (rest >= 0x80n) {
    bytes.push(Number(rest & 0x7fn) | 0x80);
    rest >>= 7n;
  }
  if (padding === 0) bytes.push(Number(rest));
  else bytes.push(Number(rest) | 0x80, ...Array.from({ length: padding - 1 }, () => 0x80), 0);
  return Buffer.from(bytes);
}
