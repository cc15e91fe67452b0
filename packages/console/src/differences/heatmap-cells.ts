import type { TraceHistogram } from '../api/types';
import type { Pick } from '../url/differences-address';
import { endsOf, rangeOf } from '../url/time-bounds';

/** Counts of traces by time and latency: a column for each bucket, a row for each latency interval, the slowest at the top. */
export interface Cells {
  /** Counts, row by row from the top. */
  readonly counts: readonly (readonly number[])[];
  /** Lower latency bound of each row in seconds; the topmost row has no upper bound. */
  readonly bounds: readonly number[];
  readonly columns: number;
  /** Start of each column, and the end of the last, in milliseconds. */
  readonly times: readonly number[];
  readonly most: number;
}

/** Returns the rows from the fastest to the slowest traces; undefined without traces. */
export function cellsOf({ data, meta }: TraceHistogram): Cells | undefined {
  const bounds = [0, ...(meta.latencyBounds ?? [])];
  const isUsed = bounds.map((_, row) => data.some(({ byLatency = [] }) => (byLatency[row] ?? 0) > 0));
  const [lowest, highest] = [isUsed.indexOf(true), isUsed.lastIndexOf(true)];
  if (lowest === -1) return undefined;
  const shown = bounds.map((_, row) => row).slice(lowest, highest + 1);
  const counts = shown.map((row) => data.map(({ byLatency = [] }) => byLatency[row] ?? 0)).toReversed();
  return {
    counts,
    bounds: shown.map((row) => bounds[row] ?? 0).toReversed(),
    columns: data.length,
    times: [...data.map(({ timestamp }) => Date.parse(timestamp)), Date.parse(meta.toTimestamp)],
    most: Math.max(...counts.flat()),
  };
}

/** Cell: its column from the left and its row from the top. */
export interface Cell {
  readonly column: number;
  readonly row: number;
}

/** Returns the selection of the cells between two corners. */
export function pickBetween({ bounds, times, columns }: Cells, one: Cell, other: Cell): Partial<Pick> {
  const [left, right] = [Math.min(one.column, other.column), Math.max(one.column, other.column)];
  const [top, bottom] = [Math.min(one.row, other.row), Math.max(one.row, other.row)];
  const isWholeTime = left === 0 && right === columns - 1;
  const from = bounds[bottom] ?? 0;
  return {
    slowFrom: bottom === bounds.length - 1 && from === 0 ? undefined : from,
    // The topmost row has no upper bound.
    slowTo: top === 0 ? undefined : bounds[top - 1],
    during: isWholeTime ? undefined : rangeOf(times[left] ?? 0, (times[right + 1] ?? 1) - 1),
  };
}

/** Returns the box of a selection in cells; undefined if it has no time and no latency. */
export function boxOf({ bounds, times, columns }: Cells, { slowFrom, slowTo, during }: Pick) {
  if (slowFrom === undefined && slowTo === undefined && during === undefined) return undefined;
  const ends = during === undefined ? undefined : endsOf(during);
  const column = (ms: number): number => {
    const at = times.findLastIndex((time) => time <= ms);
    const width = (times[at + 1] ?? 0) - (times[at] ?? 0);
    return at === -1 ? 0 : Math.min(columns, at + (width > 0 ? (ms - (times[at] ?? 0)) / width : 0));
  };
  /** Returns the first row from the top that is entirely below a latency. */
  const edge = (seconds: number): number => {
    const row = bounds.findIndex((bound) => bound <= seconds);
    return row === -1 ? bounds.length : bounds[row] === seconds ? row + 1 : row + 0.5;
  };
  return {
    left: ends === undefined ? 0 : column(ends.fromMs),
    right: ends === undefined ? columns : column(ends.toMs + 1),
    top: slowTo === undefined ? 0 : edge(slowTo),
    bottom: slowFrom === undefined ? bounds.length : edge(slowFrom),
  };
}
