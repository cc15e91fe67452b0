/** A part of a trace's time: milliseconds since its start. */
export interface Extent {
  readonly from: number;
  readonly to: number;
}

/** Nothing shorter is zoomed to: times have microseconds, and their starts milliseconds. */
const SHORTEST_MS = 0.01;

/** Where a bar lies, in percent of the extent, cut where it leaves it. @returns undefined where it lies outside */
export function barOf(
  { from, to }: Extent,
  start: number,
  end: number,
): { readonly left: number; readonly width: number } | undefined {
  const span = to - from || 1;
  if (start > to || end < from) return undefined;
  const left = (Math.max(start, from) - from) / span;
  return { left: left * 100, width: ((Math.min(end, to) - from) / span - left) * 100 };
}

/** Makes an extent smaller or larger about a point, within another. @param factor below 1 goes nearer */
export function zoomed(extent: Extent, within: Extent, about: number, factor: number): Extent {
  const length = Math.max(SHORTEST_MS, Math.min(within.to - within.from, (extent.to - extent.from) * factor));
  const share = (about - extent.from) / (extent.to - extent.from || 1);
  return inside(about - share * length, length, within);
}

/** Moves an extent, within another. @param by milliseconds */
export const moved = (extent: Extent, within: Extent, by: number): Extent =>
  inside(extent.from + by, extent.to - extent.from, within);

/** Between two points in any order, within another; what is shorter than can be seen is widened. */
export function between(a: number, b: number, within: Extent): Extent {
  const from = Math.max(within.from, Math.min(a, b));
  return inside(from, Math.max(SHORTEST_MS, Math.min(within.to, Math.max(a, b)) - from), within);
}

function inside(from: number, length: number, within: Extent): Extent {
  const start = Math.max(within.from, Math.min(from, within.to - length));
  return { from: start, to: Math.min(within.to, start + length) };
}

/** Round times for a ruler, at least two where the extent has any length. @param most of them */
export function ticksOf({ from, to }: Extent, most: number): readonly number[] {
  const span = to - from;
  if (!(span > 0)) return [from];
  const step = stepOf(span / Math.max(1, most));
  const first = Math.ceil(from / step);
  const count = Math.floor(to / step) - first + 1;
  return Array.from({ length: count }, (_, n) => (first + n) * step);
}

const MINUTE_MS = 60_000;
const MINUTES = [1, 2, 5, 10, 15, 30, 60, 120, 180, 360, 720, 1440];

/** The next round time: of seconds and less by tens, then of minutes and hours. */
function stepOf(rough: number): number {
  const power = 10 ** Math.floor(Math.log10(rough));
  const round = ([1, 2, 5, 10].find((each) => each * power >= rough) ?? 10) * power;
  // Ten, twenty and fifty seconds are round as well.
  if (round < MINUTE_MS) return round;
  const minutes = rough / MINUTE_MS;
  const known = MINUTES.find((each) => each >= minutes);
  return (known ?? Math.ceil(minutes / 1440) * 1440) * MINUTE_MS;
}
