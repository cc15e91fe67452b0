import type { TraceHistogram } from '../api/types';
import type { Pick } from '../url/differences-address';
import { endsOf, rangeOf } from '../url/time-range';

/** Traces by time and latency: a column a bucket, a row between two bounds, the slowest at the top. */
export interface Cells {
  /** Counts, row by row from the top. */
  readonly counts: readonly (readonly number[])[];
  /** Of each row the latency in seconds at its bottom; the first above it has no top. */
  readonly bounds: readonly number[];
  readonly columns: number;
  /** When each column begins, in milliseconds, and the last ends. */
  readonly times: readonly number[];
  readonly most: number;
}

/** The rows between the fastest and the slowest traces; undefined where there are none. */
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

/** A cell: its column from the left and its row from the top. */
export interface Cell {
  readonly column: number;
  readonly row: number;
}

/** What lies between two corners. */
export function pickBetween({ bounds, times, columns }: Cells, one: Cell, other: Cell): Partial<Pick> {
  const [left, right] = [Math.min(one.column, other.column), Math.max(one.column, other.column)];
  const [top, bottom] = [Math.min(one.row, other.row), Math.max(one.row, other.row)];
  const isWholeTime = left === 0 && right === columns - 1;
  const from = bounds[bottom] ?? 0;
  return {
    slowFrom: bottom === bounds.length - 1 && from === 0 ? undefined : from,
    // The upmost row has no top: nothing is slower.
    slowTo: top === 0 ? undefined : bounds[top - 1],
    during: isWholeTime ? undefined : rangeOf(times[left] ?? 0, (times[right + 1] ?? 1) - 1),
  };
}

/** Where a pick lies in the map, in cells; undefined where it says nothing of time or latency. */
export function boxOf({ bounds, times, columns }: Cells, { slowFrom, slowTo, during }: Pick) {
  if (slowFrom === undefined && slowTo === undefined && during === undefined) return undefined;
  const ends = during === undefined ? undefined : endsOf(during);
  const column = (ms: number): number => {
    const at = times.findLastIndex((time) => time <= ms);
    const width = (times[at + 1] ?? 0) - (times[at] ?? 0);
    return at === -1 ? 0 : Math.min(columns, at + (width > 0 ? (ms - (times[at] ?? 0)) / width : 0));
  };
  /** Down from the top: the first row that lies wholly below. */
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
