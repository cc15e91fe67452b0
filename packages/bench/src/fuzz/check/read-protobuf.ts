/** Field of a message on the wire. */
export interface WireField {
  readonly number: number;
  readonly wireType: number;
  /** Content of a length-delimited field; bits of any other field. */
  readonly value: bigint | Buffer;
}

/**
 * Reads the fields of a message without groups. Independent of the product's reader, so that the test does not compare that reader with
 * itself.
 * @throws RangeError for bytes that are no message
 */
export function readFields(bytes: Buffer): readonly WireField[] {
  const fields: WireField[] = [];
  const groups: number[] = [];
  let at = 0;
  const varint = (): bigint => {
    let value = 0n;
    for (let shift = 0n; shift < 70n; shift += 7n) {
      const byte = bytes[at++];
      if (byte === undefined) throw new RangeError('cut');
      value |= BigInt(byte & 0x7f) << shift;
      if (byte < 0x80) return BigInt.asUintN(64, value);
    }
    throw new RangeError('too long');
  };
  const take = (length: number): Buffer => {
    if (length > bytes.length - at) throw new RangeError('cut');
    at += length;
    return bytes.subarray(at - length, at);
  };
  while (at < bytes.length) {
    // A tag is a uint32.
    const tag = Number(BigInt.asUintN(32, varint()));
    const [number, wireType] = [tag >>> 3, tag & 7];
    if (number === 0) throw new RangeError('a field of the number 0');
    if (wireType === 3) groups.push(number);
    else if (wireType === 4) {
      if (groups.pop() !== number) throw new RangeError('a group ends that did not begin');
    } else {
      const value = valueOf(wireType, varint, take);
      if (groups.length === 0) fields.push({ number, wireType, value });
    }
  }
  if (groups.length > 0) throw new RangeError('a group does not end');
  return fields;
}

function valueOf(wireType: number, varint: () => bigint, take: (length: number) => Buffer): bigint | Buffer {
  switch (wireType) {
    case 0:
      return varint();
    case 1:
      return take(8).readBigUInt64LE();
    case 2:
      return take(Number(BigInt.asUintN(32, varint())));
    case 5:
      return BigInt(take(4).readUInt32LE());
    default:
      throw new RangeError('no such wire type');
  }
}
