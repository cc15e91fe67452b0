import { replaceEvery } from '@sluice/record';
import type { SentTime } from './otlp';
import { isAcceptedTime } from './otlp-rules';

/** The bytes are not protobuf, or a field reaches past the end of its message. */
class WireError extends Error {
  override readonly name = 'WireError';
}

/** Wire types of protobuf: a tag is `field number << 3 | wire type`. */
const VARINT = 0;
const FIXED64 = 1;
const BYTES = 2;
const GROUP = 3;
const GROUP_END = 4;
const FIXED32 = 5;

/** Deepest nesting of groups, as in protobuf's own readers. */
const DEEPEST_GROUP = 100;

const TWO_32 = 2 ** 32;

/**
 * Buffer with the method that `Buffer.toString` calls after checks, which cost more than the work on short fields. Stable: protobufjs
 * uses it.
 */
interface SliceableBuffer extends Buffer {
  utf8Slice(start: number, end: number): string;
  hexSlice(start: number, end: number): string;
}

const KEY_SLOTS = 1024;
/** Bytes; a longer one is decoded each time. */
const LONGEST_KEY = 200;

/**
 * Keys met before, by a hash of their bytes: a batch repeats a few dozen of them thousands of times, and the next request has the same.
 * Senders choose them: one takes the place of another.
 */
const knownKeys = new Array<string>(KEY_SLOTS).fill('');

/**
 * Reads the protobuf wire format forwards. It differs from protobufjs' reader where a hot path needs it: 64-bit values
 * come without Long objects, and invalid UTF-8 and U+0000 become U+FFFD instead of failing the message.
 *
 * A message is read as `const outer = enter(); while (more()) switch (varint()) …; leave(outer)`, the outermost without
 * `enter` and `leave`. No read leaves the message: each throws WireError instead.
 */
export class WireReader {
  readonly #buffer: SliceableBuffer;
  #at = 0;
  #end: number;

  constructor(buffer: Buffer) {
    this.#buffer = buffer as SliceableBuffer;
    this.#end = buffer.length;
  }

  get position(): number {
    return this.#at;
  }

  /** Whether the message being read has another field. */
  more(): boolean {
    return this.#at < this.#end;
  }

  /** Begins the message whose length comes next; returns what `leave` needs. */
  enter(): number {
    const outer = this.#end;
    const length = this.varint();
    if (length > outer - this.#at) throw new WireError('a message is cut');
    this.#end = this.#at + length;
    return outer;
  }

  /** Bytes of the message being read that were not read yet. */
  get left(): number {
    return this.#end - this.#at;
  }

  /** Goes to a position of the message being read, where a field was met before. */
  goTo(position: number): void {
    this.#at = position;
  }

  leave(outer: number): void {
    this.#end = outer;
  }

  /** A tag, length, enum, bool or uint32: the low 32 bits of a varint. */
  varint(): number {
    const buffer = this.#buffer;
    let value = 0;
    for (let shift = 0; shift < 70; shift += 7) {
      if (this.#at >= this.#end) throw new WireError('a number is cut');
      const byte = buffer[this.#at++] as number;
      if (shift < 35) value |= (byte & 0x7f) << shift; // shifts of 32 and more would wrap around
      if (byte < 0x80) return value >>> 0;
    }
    throw new WireError('a number is too long');
  }

  /** An int64: a number, or its digits where a number would lose some. */
  int64(): number | string {
    const buffer = this.#buffer;
    let low = 0;
    let high = 0;
    for (let shift = 0; shift < 70; shift += 7) {
      if (this.#at >= this.#end) throw new WireError('a number is cut');
      const byte = buffer[this.#at++] as number;
      const bits = byte & 0x7f;
      if (shift < 28) low |= bits << shift;
      else if (shift === 28) {
        low |= bits << 28;
        high = bits >> 4;
      } else high |= bits << (shift - 32);
      if (byte < 0x80) return fromHalves(high, low >>> 0);
    }
    throw new WireError('a number is too long');
  }

  /** A fixed64 of nanoseconds as whole microseconds, cut; exact up to the year 2255. */
  microsOfFixed64(): number {
    const at = this.#take(8);
    const low = this.#buffer.readUInt32LE(at);
    const high = this.#buffer.readUInt32LE(at + 4);
    // 2^32 ns = 4,294,967 µs and 296 ns: no product leaves the exact range.
    return high * 4_294_967 + Math.floor((high * 296 + low) / 1000);
  }

  /** A fixed64 of nanoseconds as microseconds of the accepted years; any other by its digits, as JSON has it. */
  time(): SentTime {
    const micros = this.microsOfFixed64();
    return isAcceptedTime(micros) ? micros : this.#buffer.readBigUInt64LE(this.#at - 8).toString();
  }

  /** A fixed64 as a count: beyond 2^53 the nearest number that a double can hold. */
  fixed64(): number {
    const at = this.#take(8);
    return this.#buffer.readUInt32LE(at + 4) * TWO_32 + this.#buffer.readUInt32LE(at);
  }

  /** A sfixed64: beyond +-2^53 the nearest number that a double can hold. */
  sfixed64(): number {
    const at = this.#take(8);
    return this.#buffer.readInt32LE(at + 4) * TWO_32 + this.#buffer.readUInt32LE(at);
  }

  /** Skips a packed list of fixed64 or double. @returns how many they were */
  packed64(): number {
    const bytes = this.varint();
    if (bytes % 8 !== 0) throw new WireError('a packed list is cut');
    this.#take(bytes);
    return bytes / 8;
  }

  double(): number {
    return this.#buffer.readDoubleLE(this.#take(8));
  }

  /** A double; undefined for NaN, as which a value without observations is sent. */
  observed(): number | undefined {
    const value = this.double();
    return Number.isNaN(value) ? undefined : value;
  }

  text(): string {
    const start = this.#take(this.varint());
    return storable(this.#buffer.utf8Slice(start, this.#at));
  }

  /** Reads a text as `text` does; faster for repeated ASCII. */
  key(): string {
    const buffer = this.#buffer;
    const length = this.varint();
    const start = this.#take(length);
    const end = this.#at;
    let hash = length;
    for (let at = start; at < end; at++) hash = (Math.imul(hash, 31) + (buffer[at] as number)) | 0;
    const slot = (hash ^ (hash >>> 15)) & (KEY_SLOTS - 1);
    const known = knownKeys[slot] as string;
    if (known.length === length) {
      let same = 0;
      while (same < length && known.charCodeAt(same) === buffer[start + same]) same++;
      if (same === length) return known;
    }
    const key = storable(buffer.utf8Slice(start, end));
    // A unit for each byte: it is ASCII, but for bytes that are no UTF-8, whose U+FFFD equals none.
    if (key.length === length && length <= LONGEST_KEY) knownKeys[slot] = key;
    return key;
  }

  hex(): string {
    const start = this.#take(this.varint());
    return this.#buffer.hexSlice(start, this.#at);
  }

  base64(): string {
    const start = this.#take(this.varint());
    return this.#buffer.toString('base64', start, this.#at);
  }

  /** Skips the value of a field that is not known or not of the type expected. */
  skip(tag: number): void {
    if (tag >>> 3 === 0) throw new WireError('a field has the number 0');
    switch (tag & 7) {
      case VARINT:
        this.varint();
        return;
      case FIXED64:
        this.#take(8);
        return;
      case BYTES:
        this.#take(this.varint());
        return;
      case FIXED32:
        this.#take(4);
        return;
      case GROUP:
        this.#skipGroup(tag);
        return;
      default:
        throw new WireError('a field has an unknown wire type');
    }
  }

  /** Groups went out of use before OTLP was made: some deep nesting is damage, or there to fill the memory. */
  #skipGroup(tag: number): void {
    const open = [tag >>> 3];
    while (open.length > 0) {
      const next = this.varint();
      const wireType = next & 7;
      if (wireType === GROUP && next >>> 3 !== 0) {
        if (open.length === DEEPEST_GROUP) throw new WireError('groups are nested too deep');
        open.push(next >>> 3);
      } else if (wireType !== GROUP_END) this.skip(next);
      else if (open.pop() !== next >>> 3) throw new WireError('a group ends that did not begin');
    }
  }

  /** Moves over the next bytes and returns where they began. */
  #take(length: number): number {
    const start = this.#at;
    if (length > this.#end - start) throw new WireError('a field is cut');
    this.#at = start + length;
    return start;
  }
}

/** U+0000 cannot be stored (contract: Limits). */
const storable = (text: string): string => replaceEvery(text, '\0', '\uFFFD');

function fromHalves(high: number, low: number): number | string {
  const number = high * TWO_32 + low;
  return Number.isSafeInteger(number) ? number : ((BigInt(high) << 32n) | BigInt(low)).toString();
}
