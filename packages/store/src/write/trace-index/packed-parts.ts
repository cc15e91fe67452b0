import type { GramFilter } from '../../grams/gram-filter';
import { type PieceEnds, endsOf } from '../../grams/piece-ends';
import { PACK_BYTES, PIECE_ENTRY_BYTES, PIECE_HASH_BYTES, rangesOf } from '../../packs/pack-format';
import type { CopiedRow } from '../sql/copy-out';

/** Fields of a row of packs. */
const [KEY, NO, PIECES, BODY] = [0, 1, 2, 3] as const;

/** Pieces whose ends are in memory, at most. */
const MAX_PIECES = 400_000;

/** Letters at the ends of the pieces of packs, for words across pieces that follow each other in a text. */
export class PackedParts {
  readonly #filter: GramFilter;
  /** Pieces of a trace by the address of their begin and of their end. */
  readonly #traces = new Map<string, { readonly from: Map<number, PieceEnds>; readonly to: Map<number, PieceEnds> }>();
  #left = MAX_PIECES;

  constructor(filter: GramFilter) {
    this.#filter = filter;
  }

  /** Adds a pack to the filter. @returns whether its pieces are known now */
  addPack({ bytes, at, end }: CopiedRow): boolean {
    const [entry, body] = [at[PIECES] as number, at[BODY] as number];
    const entries = ((end[PIECES] as number) - entry) / PIECE_ENTRY_BYTES;
    this.#filter.addJson(bytes, body, end[BODY] as number);
    this.#left -= entries;
    if (this.#left < 0) return false;
    const { from, to } = this.#of(keyOf(bytes, at, end));
    let address = bytes.readInt32BE(at[NO]) * PACK_BYTES;
    let place = body;
    for (let n = 0; n < entries; n += 1) {
      const length = bytes.readUInt16BE(entry + n * PIECE_ENTRY_BYTES + PIECE_HASH_BYTES);
      const ends = endsOf(bytes, place, place + length);
      from.set(address, ends);
      address += length;
      place += length;
      to.set(address, ends);
    }
    return place === end[BODY];
  }

  /** Adds the words across the ranges of a text. @returns whether all of its pieces are known */
  addJoints({ bytes, at, end }: CopiedRow, field: number): boolean {
    const pieces = this.#traces.get(keyOf(bytes, at, end));
    let before: PieceEnds | undefined;
    for (const range of rangesOf(bytes.toString('latin1', at[field], end[field]))) {
      const [first, last] = [pieces?.from.get(range.at), pieces?.to.get(range.at + range.bytes)];
      if (first === undefined || last === undefined) return false;
      if (before !== undefined) this.#filter.addWord([...before.last, ...first.first]);
      before = last;
    }
    return true;
  }

  #of(key: string) {
    const known = this.#traces.get(key) ?? { from: new Map<number, PieceEnds>(), to: new Map<number, PieceEnds>() };
    this.#traces.set(key, known);
    return known;
  }
}

/** Returns the key of the trace of a row, which is its first field, as short text. */
const keyOf = (bytes: Buffer, at: readonly number[], end: readonly number[]): string =>
  bytes.toString('latin1', at[KEY], end[KEY]);
