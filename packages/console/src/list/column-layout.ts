import { COLUMN_IDS, type ColumnId, columnOf } from './columns';

/** Layout: shown columns in order, and the widths that the user has set. */
export interface ColumnLayout {
  /** Shown columns; absent for as many of the default columns as the window has room for. */
  readonly shown?: readonly ColumnId[] | undefined;
  /** Widths in pixels. */
  readonly widths: Readonly<Partial<Record<ColumnId, number>>>;
}

export const USUAL_LAYOUT: ColumnLayout = { widths: {} };

const WIDE: readonly ColumnId[] = [
  ...(['name', 'outcome', 'input', 'output', 'userId', 'tags'] as const),
  ...(['latency', 'totalTokens', 'totalCost', 'timestamp'] as const),
];
const NARROW = WIDE.filter((id) => id !== 'outcome' && id !== 'tags');

export const LEAST_WIDTH = 48;
export const MAX_WIDTH = 1200;
/** Least width in pixels of a column that shares the remaining width. */
const LEAST_SHARE = 120;
/** Pixels around a number: padding of its cell, also of the last cell, and the border of the number. */
const AROUND_NUMBER = 24;

/** Reads a layout that a browser has stored; invalid members are ignored. */
export function readLayout(stored: unknown): ColumnLayout {
  if (typeof stored !== 'object' || stored === null) return USUAL_LAYOUT;
  const { shown, widths } = stored as { readonly shown?: unknown; readonly widths?: unknown };
  const ids = Array.isArray(shown) ? [...new Set(shown.filter(isColumn))] : [];
  const drawn = typeof widths === 'object' && widths !== null ? Object.entries(widths) : [];
  return {
    ...(ids.length > 0 && { shown: ids }),
    widths: Object.fromEntries(
      drawn.flatMap(([id, width]) => (isColumn(id) && typeof width === 'number' ? [[id, bounded(width)]] : [])),
    ),
  };
}

/** @param isWide whether the window has room for all default columns */
export const shownColumns = ({ shown }: ColumnLayout, isWide: boolean): readonly ColumnId[] =>
  shown ?? (isWide ? WIDE : NARROW);

/** Shows or hides a column. A new column is inserted in default order; the last shown column cannot be hidden. */
export function toggled(shown: readonly ColumnId[], id: ColumnId): readonly ColumnId[] {
  if (shown.includes(id)) return shown.length === 1 ? shown : shown.filter((each) => each !== id);
  const before = COLUMN_IDS.slice(0, COLUMN_IDS.indexOf(id));
  const at = shown.findLastIndex((each) => before.includes(each)) + 1;
  return shown.toSpliced(at, 0, id);
}

/** Moves a column by one to the left (-1) or to the right (1). */
export function moved(shown: readonly ColumnId[], id: ColumnId, by: -1 | 1): readonly ColumnId[] {
  const from = shown.indexOf(id);
  const to = from + by;
  if (from < 0 || to < 0 || to >= shown.length) return shown;
  return shown.toSpliced(from, 1).toSpliced(to, 0, id);
}

/** Sets the width of a column; undefined resets it. */
export function resized(layout: ColumnLayout, id: ColumnId, width: number | undefined): ColumnLayout {
  const { [id]: _, ...others } = layout.widths;
  return { ...layout, widths: width === undefined ? others : { ...others, [id]: bounded(width) } };
}

/** Returns a width in pixels; undefined for a column that shares the remaining width. */
export const widthOf = ({ widths }: ColumnLayout, id: ColumnId): number | undefined => widths[id] ?? columnOf(id).width;

/**
 * Returns the CSS width: that of `widthOf`, at least the width of the longest number; undefined for a column that shares the remaining
 * width.
 * @param letters of the longest number of the column, 0 for a column of texts
 */
export function cssWidthOf(layout: ColumnLayout, id: ColumnId, letters: number): string | undefined {
  const width = widthOf(layout, id);
  if (width === undefined) return undefined;
  if (letters === 0) return `${width}px`;
  return `max(${width}px, ${letters}ch + ${AROUND_NUMBER}px)`;
}

/** Returns the CSS width below which the table scrolls sideways. @param widths of its columns by `cssWidthOf` */
export const leastTableWidth = (widths: readonly (string | undefined)[]): string =>
  `calc(${widths.map((width) => width ?? `${LEAST_SHARE}px`).join(' + ')})`;

const bounded = (width: number): number => Math.round(Math.min(MAX_WIDTH, Math.max(LEAST_WIDTH, width)));

const isColumn = (id: unknown): id is ColumnId => COLUMN_IDS.some((known) => known === id);
