/*
 * The form of text that is stored once for each trace. The long texts of a trace are cut into pieces; new pieces are appended to the packs
 * of the trace, and a column contains a reference, the list of their ranges, instead of the text. An address is a byte of the trace's packs:
 * the number of a pack times `PACK_BYTES`, and the offset in the pack.
 */

/** Most bytes of a pack. Larger packs need less disk, smaller ones less time to read one value (RATIONALE.md, "Packs"). */
export const PACK_BYTES = 4096;

/** Least bytes of a piece, apart from the last one of a text. */
export const LEAST_PIECE = 256;

/** Bytes of a piece's hash: SHA-256, cut. */
export const PIECE_HASH_BYTES = 16;

/** Bytes of a piece in the column `pieces`: its hash, and its length as two bytes. */
export const PIECE_ENTRY_BYTES = PIECE_HASH_BYTES + 2;

/** Columns of `observations` and `trace_io` whose long values are in packs. */
export const PACKED_COLUMNS = ['input', 'output', 'metadata'] as const;
export type PackedColumn = (typeof PACKED_COLUMNS)[number];

/** Characters from which on a text is stored in packs. */
export const LEAST_PACKED = 1024;

/** First character of a reference; no JSON text begins with it. */
export const REFERENCE_MARK = '=';

/** A range of addresses, all of one pack. */
export interface Range {
  readonly at: number;
  readonly bytes: number;
}

export const isReference = (value: string | null): value is string => value?.startsWith(REFERENCE_MARK) === true;

/** Formats a reference: `=BYTES IDENTITY{AT,BYTES,AT,BYTES…}`. @param identity hash of the text, see `CutText.identity` */
export function formatReference(bytes: number, identity: string, ranges: readonly Range[]): string {
  return `${headOf(bytes, identity)}${ranges.map((range) => `${range.at},${range.bytes}`).join()}}`;
}

/** Returns the beginning of each reference to a text. */
export const headOf = (bytes: number, identity: string): string => `${REFERENCE_MARK}${bytes} ${identity}{`;

/** Returns the bytes of the text to which a value refers; 0 if it is no reference. */
export const referredBytes = (value: string | null): number =>
  isReference(value) ? Number(value.slice(REFERENCE_MARK.length, value.indexOf(' '))) : 0;

/** Parses the ranges of a reference. */
export function rangesOf(reference: string): Range[] {
  const numbers = reference
    .slice(reference.indexOf('{') + 1, -1)
    .split(',')
    .map(Number);
  return Array.from({ length: numbers.length / 2 }, (_, n) => ({
    at: numbers[2 * n] as number,
    bytes: numbers[2 * n + 1] as number,
  }));
}

/** Returns the bytes of packs to which a value refers and its successor does not. */
export function releasedBytes(before: string | null, after: string | null): number {
  if (!isReference(before) || before === after) return 0;
  const kept = isReference(after) ? joined(rangesOf(after)) : [];
  let released = 0;
  let first = 0;
  for (const { at, bytes } of joined(rangesOf(before))) {
    released += bytes;
    while (first < kept.length && endOf(kept[first]) <= at) first += 1;
    for (let n = first; n < kept.length && (kept[n] as Range).at < at + bytes; n += 1) {
      released -= Math.min(endOf(kept[n]), at + bytes) - Math.max((kept[n] as Range).at, at);
    }
  }
  return released;
}

const endOf = (range: Range | undefined): number => (range === undefined ? 0 : range.at + range.bytes);

/**
 * Joins ranges that overlap or touch.
 * @param mayJoin whether a range may be joined with those before it, of which the last one ends there or beyond
 * @returns ascending
 */
function joined(ranges: readonly Range[], mayJoin: (range: Range, end: number) => boolean = () => true): Range[] {
  const result: Range[] = [];
  for (const range of [...ranges].sort((a, b) => a.at - b.at)) {
    const last = result.at(-1);
    if (last === undefined || endOf(last) < range.at || !mayJoin(range, endOf(last))) result.push(range);
    else result[result.length - 1] = { at: last.at, bytes: Math.max(endOf(last), endOf(range)) - last.at };
  }
  return result;
}

/** Joins ranges of one pack that overlap or touch. @returns ascending */
export const joinedInPacks = (ranges: readonly Range[]): Range[] =>
  joined(ranges, ({ at }, end) => end > at || at % PACK_BYTES > 0);
