import { hash } from 'node:crypto';
import { KnownPieces } from './piece-memory';
import { LEAST_PIECE, PIECE_HASH_BYTES } from './pack-format';

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

/** Returns the rolling hash of 32 bytes after the next one. */
export const rolled = (rolling: number, byte: number): number => ((rolling << 1) + (GEAR[byte] as number)) | 0;

const BACKSLASH = 0x5c;
const LETTER_U = 0x75;

/** A text in pieces. */
export interface CutText {
  readonly data: Buffer;
  /** End of each piece in `data`, ascending. */
  readonly ends: readonly number[];
  /** Hash of each piece, `PIECE_HASH_BYTES` as characters of Latin-1. */
  readonly hashes: readonly string[];
  /** Hash of `hashes`: equal texts, and no others, have the same one. 22 characters. */
  readonly identity: string;
}

/** Cuts texts. A piece that repeats an earlier one is compared with it, neither cut nor hashed again. */
export class TextCutter {
  readonly #known = new KnownPieces();

  /** Cuts JSON text and hashes its pieces. The result depends on the text only. */
  cut(text: string): CutText {
    const data = Buffer.from(text, 'utf8');
    const ends: number[] = [];
    const hashes: string[] = [];
    for (let start = 0; start < data.length;) {
      const known = this.#known.find(data, start);
      const end = known === undefined ? endOfPiece(data, start) : start + known.bytes;
      const ofPiece = known?.hash ?? hashOf(data.subarray(start, end));
      if (known === undefined) this.#known.add(data, start, { bytes: end - start, hash: ofPiece });
      ends.push(end);
      hashes.push(ofPiece);
      start = end;
    }
    const identity = hash('sha256', Buffer.from(hashes.join(''), 'latin1'), 'base64').slice(0, 22);
    return { data, ends, hashes, identity };
  }
}

const hashOf = (piece: Buffer): string => hash('sha256', piece, 'buffer').toString('latin1', 0, PIECE_HASH_BYTES);

/**
 * Returns the end of the piece that begins at `start`: the place where the content says, so that equal passages of two texts are cut into
 * equal pieces. It depends on the bytes from `start` on, because the rolling hash depends on 32 bytes, fewer than the least piece. Never
 * ends inside a character, an escape, or the two escapes of a surrogate pair. Linear in the bytes of the piece.
 * @param data UTF-8
 */
function endOfPiece(data: Buffer, start: number): number {
  const { length } = data;
  let rolling = 0;
  for (let at = start; at < length;) {
    const byte = data[at] as number;
    rolling = rolled(rolling, byte);
    at += 1;
    if (byte === BACKSLASH) {
      const end = Math.min(at - 1 + escapeLength(data, at - 1), length);
      for (; at < end; at += 1) rolling = rolled(rolling, data[at] as number);
    }
    if ((rolling & CUT_MASK) !== 0 && at - start < LONGEST_PIECE) continue;
    if (at - start < LEAST_PIECE || (at < length && isContinuation(data[at] as number))) continue;
    return at;
  }
  return length;
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
