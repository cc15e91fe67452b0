import type { CutText, TextCutter } from '../../packs/cut-text';
import {
  LEAST_PACKED,
  PACK_BYTES,
  PIECE_ENTRY_BYTES,
  PIECE_HASH_BYTES,
  type Range,
  formatReference,
  headOf,
  isReference,
} from '../../packs/pack-format';

/** A pack as it is stored, without its text. */
export interface StoredPack {
  readonly no: number;
  /** Hash and length of each piece, `PIECE_ENTRY_BYTES` each. */
  readonly pieces: Buffer;
}

/** A pack of new pieces. */
export interface NewPack extends StoredPack {
  readonly body: Buffer;
}

/** Packs of one trace within a transaction that has locked the trace. Texts that contain pieces of earlier ones refer to these. */
export class TracePacks {
  /** Addresses by hash. */
  readonly #known = new Map<string, number>();
  readonly #made: NewPack[] = [];
  readonly #cutter: TextCutter;
  /** Bytes of the texts to which references were made, by whether their pieces were new. */
  readonly bytes = { new: 0, repeated: 0 };
  #no: number;
  #open: { pieces: Buffer[]; texts: Buffer[]; bytes: number } = { pieces: [], texts: [], bytes: 0 };

  /** @param stored the newest packs of the trace, in any order */
  constructor(stored: readonly StoredPack[], cutter: TextCutter) {
    this.#cutter = cutter;
    this.#no = stored.reduce((last, { no }) => Math.max(last, no), -1) + 1;
    for (const pack of stored) this.#learn(pack);
  }

  #learn({ no, pieces }: StoredPack): void {
    let at = no * PACK_BYTES;
    for (let entry = 0; entry < pieces.length; entry += PIECE_ENTRY_BYTES) {
      this.#known.set(pieces.toString('latin1', entry, entry + PIECE_HASH_BYTES), at);
      at += pieces.readUInt16BE(entry + PIECE_HASH_BYTES);
    }
  }

  /**
   * Returns the value to store for a text: the text if it is short or a reference already, else a reference to its pieces.
   * @param stored value of the column; the same text, or a reference to it, stays
   */
  pack(text: string | null, stored: string | null = null): string | null {
    if (text === null || text === stored || !isLong(text)) return text;
    const cut = this.#cutter.cut(text);
    return isReference(stored) && isSame(cut, stored)
      ? stored
      : formatReference(cut.data.length, cut.identity, this.#rangesOf(cut));
  }

  /** Returns the stored value instead of a text that is equal to it; adds nothing. */
  storedIfSame(text: string, stored: string | null): string {
    return isReference(stored) && isLong(text) && isSame(this.#cutter.cut(text), stored) ? stored : text;
  }

  /** Whether the trace has packs, or gets its first one. */
  get hasSome(): boolean {
    return this.#known.size > 0;
  }

  /** Returns the packs with the pieces that are new; to be called once. */
  take(): readonly NewPack[] {
    this.#close();
    return this.#made;
  }

  #rangesOf({ data, ends, hashes }: CutText): Range[] {
    const ranges: { at: number; bytes: number }[] = [];
    let start = 0;
    ends.forEach((end, index) => {
      const at = this.#addressOf(data, start, end, hashes[index] as string);
      const bytes = end - start;
      const last = ranges.at(-1);
      // A range lies in one pack, so that one look-up finds it.
      if (last !== undefined && last.at + last.bytes === at && at % PACK_BYTES > 0) last.bytes += bytes;
      else ranges.push({ at, bytes });
      start = end;
    });
    return ranges;
  }

  /** Returns the address of a piece, which is added if it is new. */
  #addressOf(data: Buffer, start: number, end: number, hash: string): number {
    const known = this.#known.get(hash);
    const bytes = end - start;
    this.bytes[known === undefined ? 'new' : 'repeated'] += bytes;
    if (known !== undefined) return known;
    if (this.#open.bytes + bytes > PACK_BYTES) this.#close();
    const at = this.#no * PACK_BYTES + this.#open.bytes;
    const entry = Buffer.allocUnsafe(PIECE_ENTRY_BYTES);
    entry.write(hash, 'latin1');
    entry.writeUInt16BE(bytes, PIECE_HASH_BYTES);
    this.#open.pieces.push(entry);
    this.#open.texts.push(data.subarray(start, end));
    this.#open.bytes += bytes;
    this.#known.set(hash, at);
    return at;
  }

  #close(): void {
    const { pieces, texts, bytes } = this.#open;
    if (bytes === 0) return;
    this.#made.push({ no: this.#no, pieces: Buffer.concat(pieces), body: Buffer.concat(texts, bytes) });
    this.#no += 1;
    this.#open = { pieces: [], texts: [], bytes: 0 };
  }
}

/** Whether a text is stored in packs. */
const isLong = (text: string): boolean => text.length >= LEAST_PACKED && !isReference(text);

const isSame = ({ data, identity }: CutText, reference: string): boolean =>
  reference.startsWith(headOf(data.length, identity));
