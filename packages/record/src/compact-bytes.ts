import { Reader, Writer } from 'protobufjs/minimal';

/*
 * The compact form of an encoded record: bytes that repeat earlier ones of the same record are replaced by their place. A mark, the number
 * of bytes, and parts that make them, one after the other: a literal is a number (twice its bytes) and the bytes; a copy is a number (twice
 * its bytes and one) and the offset of the same bytes before. Numbers are varints, as in protobuf. An agent sends its conversation again
 * with each step: a run of 50 steps takes an eighth, and far repetitions are found that codecs with a window of 32 KiB miss.
 */

/** First byte of the compact form; no message of protobuf begins with it. */
const MARK = 0;

/** Bytes from which on a record may be compact: shorter ones repeat little, and are most. */
const LEAST_BYTES = 64 * 1024;

/** Share of its bytes that a compact record may have; otherwise it stays as it is. */
const WORTHWHILE = 0.75;

/** Limit of the bytes of a record, above that of any message of the bus. */
const MOST_BYTES = 64 * 1024 * 1024;

const LEAST_PIECE = 256;
const LONGEST_PIECE = 4096;
/** Bits of the rolling hash that are zero at the end of a piece: one position in 1024. */
const END_MASK = 0xffc00000 | 0;

/** Returns the compact form of a record; undefined for one that repeats little. Linear in its bytes. */
export function compactBytes(bytes: Buffer): Buffer | undefined {
  if (bytes.length < LEAST_BYTES) return undefined;
  const out = new PartWriter(bytes);
  const starts = new Map<number, number>();
  let start = 0;
  let rolling = 0;
  let hash = 0;
  for (let at = 0; at < bytes.length;) {
    const byte = bytes[at] as number;
    // The multiplication spreads a byte over all bits; after 32 bytes it is shifted out.
    rolling = ((rolling << 1) + Math.imul(byte + 1, 0x9e3779b1)) | 0;
    hash = Math.imul(hash ^ byte, 0x01000193);
    at += 1;
    const length = at - start;
    const isEnd =
      at === bytes.length || length >= LONGEST_PIECE || (length >= LEAST_PIECE && (rolling & END_MASK) === 0);
    if (!isEnd) continue;
    const from = starts.get(hash);
    if (from !== undefined && from + length <= start && bytes.compare(bytes, from, from + length, start, at) === 0) {
      out.copy(from, length);
    } else {
      starts.set(hash, start);
      out.literal(start, length);
    }
    start = at;
    hash = 0;
  }
  const compact = out.end();
  return compact.length > WORTHWHILE * bytes.length ? undefined : compact;
}

/** Writes the parts; parts that continue each other become one. */
class PartWriter {
  readonly #source: Buffer;
  readonly #chunks: Uint8Array[] = [];
  #part: { readonly isCopy: boolean; readonly from: number; bytes: number } | undefined;

  constructor(source: Buffer) {
    this.#source = source;
    this.#chunks.push(Buffer.of(MARK), varint(source.length));
  }

  copy(from: number, bytes: number): void {
    this.#add(true, from, bytes);
  }

  literal(from: number, bytes: number): void {
    this.#add(false, from, bytes);
  }

  end(): Buffer {
    this.#flush();
    return Buffer.concat(this.#chunks);
  }

  #add(isCopy: boolean, from: number, bytes: number): void {
    const part = this.#part;
    if (part?.isCopy === isCopy && part.from + part.bytes === from) {
      part.bytes += bytes;
      return;
    }
    this.#flush();
    this.#part = { isCopy, from, bytes };
  }

  #flush(): void {
    if (this.#part === undefined) return;
    const { isCopy, from, bytes } = this.#part;
    this.#chunks.push(varint(2 * bytes + Number(isCopy)));
    this.#chunks.push(isCopy ? varint(from) : this.#source.subarray(from, from + bytes));
  }
}

export const isCompact = (bytes: Uint8Array): boolean => bytes[0] === MARK;

/** Returns the number of bytes that a record has when it is not compact, as it claims; 0 for one that claims none. */
export function plainLength(bytes: Uint8Array): number {
  if (!isCompact(bytes)) return bytes.length;
  try {
    return readTotal(readerOf(bytes));
  } catch {
    return 0;
  }
}

/** Restores the bytes of a compact record. @throws RangeError for bytes that are no compact record */
export function plainBytes(compact: Uint8Array): Buffer {
  const reader = readerOf(compact);
  const plain = Buffer.allocUnsafe(readTotal(reader));
  let at = 0;
  while (at < plain.length) {
    const head = reader.uint32();
    const bytes = Math.floor(head / 2);
    if (bytes === 0 || at + bytes > plain.length) throw new RangeError('a part has too many bytes, or none');
    if (head % 2 === 0) {
      const from = reader.pos;
      reader.skip(bytes);
      plain.set(compact.subarray(from, from + bytes), at);
    } else {
      const from = reader.uint32();
      if (from + bytes > at) throw new RangeError('a part repeats bytes that are not there');
      plain.copyWithin(at, from, from + bytes);
    }
    at += bytes;
  }
  if (reader.pos < reader.len) throw new RangeError('bytes follow the last part');
  return plain;
}

/** Returns a reader behind the mark. */
function readerOf(compact: Uint8Array): Reader {
  const reader = Reader.create(compact);
  reader.skip(1);
  return reader;
}

function readTotal(reader: Reader): number {
  const total = reader.uint32();
  if (total > MOST_BYTES) throw new RangeError('the record is too long');
  return total;
}

const varint = (value: number): Uint8Array => Writer.create().uint32(value).finish();
