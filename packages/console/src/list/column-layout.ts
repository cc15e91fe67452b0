import { COLUMN_IDS, type ColumnId, columnOf } from './columns';

/** Which columns are shown, in their order, and how wide those are that somebody has drawn. */
export interface ColumnLayout {
  /** Absent: as many of the usual ones as the window has room for. */
  readonly shown?: readonly ColumnId[] | undefined;
  /** In pixels. */
  readonly widths: Readonly<Partial<Record<ColumnId, number>>>;
}

export const USUAL_LAYOUT: ColumnLayout = { widths: {} };

const WIDE: readonly ColumnId[] = [
  ...(['name', 'input', 'output', 'userId', 'sessionId', 'tags'] as const),
  ...(['latency', 'totalTokens', 'totalCost', 'timestamp'] as const),
];
const NARROW = WIDE.filter((id) => id !== 'sessionId' && id !== 'tags');

export const LEAST_WIDTH = 48;
export const MOST_WIDTH = 1200;
/** Of a column that shares what the others leave. */
const LEAST_SHARE = 120;
/** Pixels around a number: padding of its cell, also of the last one, and the border of the number. */
const AROUND_NUMBER = 24;

/** What is stored in a browser as a layout; what it has wrong is as if it were not there. */
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

/** @param isWide whether the window has room for all usual columns */
export const shownColumns = ({ shown }: ColumnLayout, isWide: boolean): readonly ColumnId[] =>
  shown ?? (isWide ? WIDE : NARROW);

/** Shows or hides a column: a new one comes to where it stands among all. The last one stays. */
export function toggled(shown: readonly ColumnId[], id: ColumnId): readonly ColumnId[] {
  if (shown.includes(id)) return shown.length === 1 ? shown : shown.filter((each) => each !== id);
  const before = COLUMN_IDS.slice(0, COLUMN_IDS.indexOf(id));
  const at = shown.findLastIndex((each) => before.includes(each)) + 1;
  return shown.toSpliced(at, 0, id);
}

/** A column a place to the left (-1) or to the right (1). */
export function moved(shown: readonly ColumnId[], id: ColumnId, by: -1 | 1): readonly ColumnId[] {
  const from = shown.indexOf(id);
  const to = from + by;
  if (from < 0 || to < 0 || to >= shown.length) return shown;
  return shown.toSpliced(from, 1).toSpliced(to, 0, id);
}

/** A column with another width; undefined: the usual one. */
export function resized(layout: ColumnLayout, id: ColumnId, width: number | undefined): ColumnLayout {
  const { [id]: _, ...others } = layout.widths;
  return { ...layout, widths: width === undefined ? others : { ...others, [id]: bounded(width) } };
}

/** In pixels; undefined for a column that shares what the others leave. */
export const widthOf = ({ widths }: ColumnLayout, id: ColumnId): number | undefined => widths[id] ?? columnOf(id).width;

/**
 * Width in CSS: that of `widthOf`, and never below that of the longest number; undefined for a column that shares what the others leave.
 * @param letters of the longest number of the column, 0 for a column of texts
 */
export function cssWidthOf(layout: ColumnLayout, id: ColumnId, letters: number): string | undefined {
  const width = widthOf(layout, id);
  if (width === undefined) return undefined;
  if (letters === 0) return `${width}px`;
  return `max(${width}px, ${letters}ch + ${AROUND_NUMBER}px)`;
}

/** Width in CSS below which the table is scrolled sideways. @param widths of its columns by `cssWidthOf` */
export const leastTableWidth = (widths: readonly (string | undefined)[]): string =>
  `calc(${widths.map((width) => width ?? `${LEAST_SHARE}px`).join(' + ')})`;

const bounded = (width: number): number => Math.round(Math.min(MOST_WIDTH, Math.max(LEAST_WIDTH, width)));

const isColumn = (id: unknown): id is ColumnId => COLUMN_IDS.some((known) => known === id);
