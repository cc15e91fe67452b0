import { hash } from 'node:crypto';
import { PIECE_HASH_BYTES } from './pack-format';

/** Least bytes of a piece, apart from the last one of a text. */
const LEAST_PIECE = 256;

/**
 * Bytes from which on a piece ends at the next boundary; an escape or a character that is longer exceeds them by at most 11 bytes. So no
 * piece exceeds a pack.
 */
const LONGEST_PIECE = 4080;

/** Bits of the rolling hash that are zero at a cut: one position in 1024. */
const CUT_MASK = 0xffc00000 | 0;

/** Random numbers of the rolling hash by byte (Gear; Xia et al., FastCDC, 2016). Stored pieces depend on these numbers: they never change. */
const GEAR = gearOf(0x9e3779b9);

function gearOf(seed: number): Int32Array {
  let state = seed;
  return Int32Array.from({ length: 256 }, () => {
    state = (Math.imul(state, 1664525) + 1013904223) | 0;
    return state ^ (state >>> 15);
  });
}

const BACKSLASH = 0x5c;
const LETTER_U = 0x75;

/** A text in pieces. */
export interface CutText {
  readonly data: Buffer;
  /** End of each piece in `data`, ascending. */
  readonly ends: readonly number[];
  /** Hashes of the pieces, `PIECE_HASH_BYTES` each. */
  readonly hashes: Buffer;
  /** Hash of `hashes`: equal texts, and no others, have the same one. 22 characters. */
  readonly identity: string;
}

/** Cuts the texts of a batch. Texts follow each other that begin alike: what a text has in common with the last one is not cut again. */
export class TextCutter {
  #last: CutText | undefined;

  /** Cuts JSON text and hashes its pieces. The result depends on the text only. */
  cut(text: string): CutText {
    const data = Buffer.from(text, 'utf8');
    const ends = this.#last === undefined ? [] : equalEnds(data, this.#last);
    const known = ends.length;
    addPieceEnds(data, ends);
    const hashes = Buffer.allocUnsafe(ends.length * PIECE_HASH_BYTES);
    this.#last?.hashes.copy(hashes, 0, 0, known * PIECE_HASH_BYTES);
    for (let n = known; n < ends.length; n += 1) {
      const piece = data.subarray(ends[n - 1] ?? 0, ends[n]);
      hash('sha256', piece, 'buffer').copy(hashes, n * PIECE_HASH_BYTES, 0, PIECE_HASH_BYTES);
    }
    this.#last = { data, ends, hashes, identity: hash('sha256', hashes, 'base64').slice(0, 22) };
    return this.#last;
  }
}

/** Bytes behind a cut that may decide whether it is one: the second escape of a surrogate pair begins with two of them. */
const LOOK_AHEAD = 2;

/** Returns the ends of the pieces that both texts begin with; the last piece of the other text ends with that text. */
function equalEnds(data: Buffer, other: CutText): number[] {
  const common = commonLength(data, other.data) - LOOK_AHEAD;
  const ends: number[] = [];
  for (const end of other.ends) {
    if (end > common) break;
    ends.push(end);
  }
  return ends;
}

/** Bytes that are compared at a time. */
const COMPARED = 4096;

/** Returns the number of bytes with which both begin. */
function commonLength(a: Buffer, b: Buffer): number {
  const length = Math.min(a.length, b.length);
  let at = 0;
  while (at + COMPARED <= length && a.compare(b, at, at + COMPARED, at, at + COMPARED) === 0) at += COMPARED;
  while (at < length && a[at] === b[at]) at += 1;
  return at;
}

/** Bytes on which the rolling hash depends. */
const WINDOW = 32;

/**
 * Cuts JSON text where its content says, so that equal passages of two texts are cut into equal pieces. Never cuts inside a character, an
 * escape, or the two escapes of a surrogate pair. Linear in the bytes.
 * @param data UTF-8
 * @param ends ends of the first pieces; those of the others are added
 */
function addPieceEnds(data: Buffer, ends: number[]): void {
  const { length } = data;
  let start = ends.at(-1) ?? 0;
  let rolling = 0;
  for (let at = Math.max(0, start - WINDOW); at < start; at += 1) {
    rolling = ((rolling << 1) + (GEAR[data[at] as number] as number)) | 0;
  }
  for (let at = start; at < length;) {
    const byte = data[at] as number;
    rolling = ((rolling << 1) + (GEAR[byte] as number)) | 0;
    at += 1;
    if (byte === BACKSLASH) {
      const end = Math.min(at - 1 + escapeLength(data, at - 1), length);
      for (; at < end; at += 1) rolling = ((rolling << 1) + (GEAR[data[at] as number] as number)) | 0;
    }
    if ((rolling & CUT_MASK) !== 0 && at - start < LONGEST_PIECE) continue;
    if (at - start < LEAST_PIECE || (at < length && isContinuation(data[at] as number))) continue;
    ends.push(at);
    start = at;
  }
  if (start < length) ends.push(length);
}

/** Whether a byte continues a character of UTF-8. */
const isContinuation = (byte: number): boolean => (byte & 0xc0) === 0x80;

/** Returns the bytes of an escape of JSON, and of both escapes of a surrogate pair. */
function escapeLength(data: Buffer, at: number): number {
  if (data[at + 1] !== LETTER_U) return 2;
  const isHigh = ((data[at + 2] ?? 0) | 0x20) === 0x64 && isHighSurrogateDigit(data[at + 3] ?? 0);
  return isHigh && data[at + 6] === BACKSLASH && data[at + 7] === LETTER_U ? 12 : 6;
}

/** Whether the second digit of an escape `\ud…` is 8, 9, a or b. */
const isHighSurrogateDigit = (byte: number): boolean =>
  byte === 0x38 || byte === 0x39 || (byte | 0x20) === 0x61 || (byte | 0x20) === 0x62;
