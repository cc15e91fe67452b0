import { LEAST_PIECE } from './pack-format';

/** Bytes of a generation: the pieces of dozens of conversations. */
const GENERATION = 4 * 1024 * 1024;

/** Bytes behind a cut that may decide whether it is one: the second escape of a surrogate pair begins with two of them. */
const LOOK_AHEAD = 2;

/** Piece that has been cut before, in the bytes of its generation. */
interface KnownPiece {
  readonly at: number;
  readonly bytes: number;
  /** Bytes behind it that are known, too: fewer than `LOOK_AHEAD` if its text ended. */
  readonly behind: number;
  readonly hash: string;
}

interface Generation {
  readonly data: Buffer;
  used: number;
  readonly pieces: Map<number, KnownPiece>;
}

/**
 * Pieces that have been cut, with their hashes: agents send the same passages again and again. Pieces are compared byte by byte, so that one
 * costs less than cutting and hashing it, and a sender can forge none. Two generations bound the memory: when the young one is full, the old
 * one is forgotten.
 */
export class KnownPieces {
  #young = NONE;
  #old = NONE;

  /** Returns the known piece that begins at `start` of a text; undefined if there is none, or the text may be cut otherwise. */
  find(data: Buffer, start: number): Pick<KnownPiece, 'bytes' | 'hash'> | undefined {
    const sample = sampleOf(data, start);
    const young = this.#young.pieces.get(sample);
    if (young !== undefined && isSameAt(data, start, this.#young, young)) return young;
    const old = this.#old.pieces.get(sample);
    if (old === undefined || !isSameAt(data, start, this.#old, old)) return undefined;
    this.add(data, start, old);
    return old;
  }

  /** Adds a piece of a text. */
  add(data: Buffer, start: number, { bytes, hash }: Pick<KnownPiece, 'bytes' | 'hash'>): void {
    const behind = Math.min(LOOK_AHEAD, data.length - start - bytes);
    const young = this.#youngWith(bytes + behind);
    const at = young.used;
    young.used += data.copy(young.data, at, start, start + bytes + behind);
    young.pieces.set(sampleOf(data, start), { at, bytes, behind, hash });
  }

  /** Returns the young generation with room for these bytes. */
  #youngWith(bytes: number): Generation {
    if (this.#young.used + bytes > this.#young.data.length) {
      const { data } = this.#old;
      this.#old = this.#young;
      this.#young = {
        data: data.length > 0 ? data : Buffer.allocUnsafeSlow(GENERATION),
        used: 0,
        pieces: new Map(),
      };
    }
    return this.#young;
  }
}

/** Generation without room. */
const NONE: Generation = { data: Buffer.alloc(0), used: 0, pieces: new Map() };

/** Bytes of a piece that are sampled; all of them are in the least piece. */
const SAMPLED = { bytes: LEAST_PIECE, distance: 84 } as const;

/** Returns a number that equal pieces have in common, and most others have not. The end of a text has one by its length. */
function sampleOf(data: Buffer, start: number): number {
  if (data.length - start < LEAST_PIECE) return start - data.length;
  return sampleBytes(data, start, SAMPLED);
}

/** Returns a number of some bytes of a passage: words of four bytes at a distance. Equal passages have equal numbers, and most others have not. */
export function sampleBytes(
  data: Buffer,
  start: number,
  { bytes, distance }: { readonly bytes: number; readonly distance: number },
): number {
  let sample = 0;
  for (let at = start; at < start + bytes; at += distance) {
    sample = Math.imul(sample ^ data.readInt32LE(at), 0x9e3779b1);
    sample ^= sample >>> 15;
  }
  return sample;
}

/** Whether a text has the same bytes at `start`, followed by the same ones, or by the end of the text as there. */
function isSameAt(data: Buffer, start: number, known: Generation, { at, bytes, behind }: KnownPiece): boolean {
  const end = start + bytes + behind;
  if (behind === LOOK_AHEAD ? end > data.length : end !== data.length) return false;
  return known.data.compare(data, start, end, at, at + bytes + behind) === 0;
}
