import { hash } from 'node:crypto';
import { PIECE_HASH_BYTES } from './pack-format';

/** Least bytes of a piece, apart from the last one of a text. */
const LEAST_PIECE = 256;

/** Bytes from which on a piece ends at the next boundary; an escape or a character that is longer exceeds them by at most 11 bytes. */
const LONGEST_PIECE = 4096;

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

/** Cuts JSON text and hashes its pieces. */
export function cutText(text: string): CutText {
  const data = Buffer.from(text, 'utf8');
  const ends = pieceEnds(data);
  const hashes = Buffer.allocUnsafe(ends.length * PIECE_HASH_BYTES);
  let start = 0;
  ends.forEach((end, index) => {
    hash('sha256', data.subarray(start, end), 'buffer').copy(hashes, index * PIECE_HASH_BYTES, 0, PIECE_HASH_BYTES);
    start = end;
  });
  return { data, ends, hashes, identity: hash('sha256', hashes, 'base64').slice(0, 22) };
}

/**
 * Cuts JSON text where its content says, so that equal passages of two texts are cut into equal pieces. Never cuts inside a character, an
 * escape, or the two escapes of a surrogate pair. Linear in the bytes.
 * @param data UTF-8
 * @returns the end of each piece
 */
export function pieceEnds(data: Buffer): number[] {
  const ends: number[] = [];
  const { length } = data;
  let start = 0;
  let rolling = 0;
  for (let at = 0; at < length;) {
    const next = data[at] === BACKSLASH ? Math.min(at + escapeLength(data, at), length) : at + 1;
    for (; at < next; at += 1) rolling = ((rolling << 1) + (GEAR[data[at] as number] as number)) | 0;
    const bytes = at - start;
    if (bytes < LEAST_PIECE || ((rolling & CUT_MASK) !== 0 && bytes < LONGEST_PIECE)) continue;
    if (at < length && isContinuation(data[at] as number)) continue;
    ends.push(at);
    start = at;
  }
  if (start < length) ends.push(length);
  return ends;
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
