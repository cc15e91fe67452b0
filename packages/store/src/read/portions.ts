/** Target size of one portion of an answer, in bytes of text. */
export const PORTION_BYTES = 2 ** 20;

/** Bytes of a text from which on it is not read with its row but separately, slice by slice (`long-text.ts`). */
export const INLINE_BYTES = 128 * 2 ** 10;

/** Bytes of a slice of a long text. */
export const SLICE_BYTES = 512 * 2 ** 10;

/**
 * Bytes of memory a byte of text while an answer holds it: the driver's buffer, the string (two bytes a character beyond Latin-1), and
 * uncollected garbage of the previous portion.
 */
const COPIES = 6;

/** Bytes of memory a byte of a portion that is read while the previous one is sent: the driver's buffer, and the string. */
const COPIES_AHEAD = 3;

/**
 * Target size of a portion if the next one is read while it is sent (`read-ahead.ts`): both together use as much memory as one ordinary
 * portion.
 */
export const PORTION_AHEAD_BYTES = Math.floor((PORTION_BYTES * COPIES) / (COPIES + COPIES_AHEAD));

/** Bytes of an item of an answer while it is read. */
export interface Sized {
  /** Bytes of its row, with the text that is read with it. */
  readonly bytes: number;
  /** Bytes of the longest text that is read separately; 0 without any. */
  readonly longest: number;
}

/** Returns the size of an item by the lengths of its texts: short ones are read with its row, long ones are not. */
export function sizeOf(rowBytes: number, textBytes: readonly number[]): Sized {
  const short = textBytes.filter((bytes) => bytes <= INLINE_BYTES);
  const long = textBytes.filter((bytes) => bytes > INLINE_BYTES);
  return { bytes: short.reduce((sum, bytes) => sum + bytes, rowBytes), longest: Math.max(0, ...long) };
}

/** Range of items, from one index to before another, and the bytes of all of them. */
interface PortionRange {
  readonly from: number;
  readonly to: number;
  readonly bytes: number;
}

/** Cuts items of these sizes into ranges of at most `limit` bytes, in order; a larger item is a range of its own. */
export function portionRanges(sizes: readonly number[], limit: number = PORTION_BYTES): PortionRange[] {
  const runs: PortionRange[] = [];
  let from = 0;
  let bytes = 0;
  sizes.forEach((size, at) => {
    if (at > from && bytes + size > limit) {
      runs.push({ from, to: at, bytes });
      from = at;
      bytes = 0;
    }
    bytes += size;
  });
  if (from < sizes.length) runs.push({ from, to: sizes.length, bytes });
  return runs;
}

/**
 * Bytes of rows that are read for several portions: rows with references are small, and each statement that reads rows is planned anew.
 */
export const ROWS_BYTES = PORTION_BYTES / 2;

/** Range of items of one portion, or of several whose rows are read together. */
interface RowsRange {
  readonly from: number;
  readonly to: number;
  /** There are several portions, of which `ROWS_BYTES` of rows are read at a time. */
  readonly areTogether: boolean;
}

/**
 * Joins portions whose rows are read together. The first portion is read alone, because nothing is sent before.
 * @param rowBytes bytes of the rows of all portions, with references instead of texts
 */
export function rowsRanges(portions: readonly PortionRange[], rowBytes: number): RowsRange[] {
  const together = Math.max(1, Math.floor((ROWS_BYTES * portions.length) / rowBytes));
  const ranges: RowsRange[] = [];
  for (let at = 0; at < portions.length;) {
    const own = portions.slice(at, at === 0 ? 1 : at + together);
    ranges.push({ from: own[0]?.from ?? 0, to: own.at(-1)?.to ?? 0, areTogether: own.length > 1 });
    at += own.length;
  }
  return ranges;
}

/** Returns the bytes of memory of rows that are read for several portions, and of those that are read ahead, in addition to the portions. */
export function heldByRows(portions: readonly PortionRange[], rowBytes: number): number {
  return rowsRanges(portions, rowBytes).length < portions.length
    ? COPIES_AHEAD * Math.min(rowBytes, 2 * ROWS_BYTES)
    : 0;
}

const sizesOf = (items: readonly Sized[]): readonly number[] => items.map(({ bytes }) => bytes);

/** Cuts items as `portionRanges` cuts their sizes. */
export function splitBySize<T extends Sized>(items: readonly T[], limit?: number): T[][] {
  return portionRanges(sizesOf(items), limit).map(({ from, to }) => items.slice(from, to));
}

/** Returns the bytes of memory that an answer of these items holds at a time: its largest portion and a slice of its longest text. */
export function heldBytes(items: readonly Sized[]): number {
  return heldByRuns(
    portionRanges(sizesOf(items)),
    items.reduce((most, item) => Math.max(most, item.longest), 0),
  );
}

/** Returns the bytes of memory that the next portion holds in addition to the one that is sent (`read-ahead.ts`). */
export function heldAhead(runs: readonly PortionRange[]): number {
  return runs.length > 1 ? COPIES_AHEAD * largestOf(runs) : 0;
}

const largestOf = (runs: readonly PortionRange[]): number => runs.reduce((most, { bytes }) => Math.max(most, bytes), 0);

/** Returns `heldBytes` of items that are cut already. @param longest bytes of their longest text that is read separately */
export function heldByRuns(runs: readonly PortionRange[], longest: number): number {
  return COPIES * (largestOf(runs) + Math.min(longest, SLICE_BYTES));
}

/** Bytes of a short text in addition to its characters. */
export const TEXT_BYTES = 100;

/** Returns the bytes that an answer of short texts holds, which are all read at once. */
export function heldByTexts(texts: readonly string[]): number {
  return heldBytes([{ bytes: texts.reduce((sum, text) => sum + TEXT_BYTES + 2 * text.length, 0), longest: 0 }]);
}

/** Bytes that the largest answer holds at a time, for items that were not counted. */
export const MAX_HELD_BYTES = COPIES * (PORTION_BYTES + SLICE_BYTES);
