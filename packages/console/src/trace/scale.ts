/** Time range of a trace: milliseconds since its start. */
export interface Extent {
  readonly from: number;
  readonly to: number;
}

/** Shortest zoom range in milliseconds: durations have microseconds, starts have milliseconds. */
const SHORTEST_MS = 0.01;

/** Returns the left edge and the width of a bar in percent of the extent, clipped to it. @returns undefined if the bar is outside */
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

/** Scales an extent around a point, within another extent. @param factor below 1 zooms in */
export function zoomed(extent: Extent, within: Extent, about: number, factor: number): Extent {
  const length = Math.max(SHORTEST_MS, Math.min(within.to - within.from, (extent.to - extent.from) * factor));
  const share = (about - extent.from) / (extent.to - extent.from || 1);
  return inside(about - share * length, length, within);
}

/** Moves an extent, within another extent. @param by milliseconds */
export const moved = (extent: Extent, within: Extent, by: number): Extent =>
  inside(extent.from + by, extent.to - extent.from, within);

/** Returns the extent between two points in any order, within another; a range below SHORTEST_MS is widened. */
export function between(a: number, b: number, within: Extent): Extent {
  const from = Math.max(within.from, Math.min(a, b));
  return inside(from, Math.max(SHORTEST_MS, Math.min(within.to, Math.max(a, b)) - from), within);
}

function inside(from: number, length: number, within: Extent): Extent {
  const start = Math.max(within.from, Math.min(from, within.to - length));
  return { from: start, to: Math.min(within.to, start + length) };
}

/** Time on a ruler. */
export interface Tick {
  /** Milliseconds since the start of the trace. */
  readonly at: number;
  /** Text; empty if the end of the ruler would cut it. */
  readonly text: string;
}

/** Width of a character of the ruler in pixels, and padding of a text. */
const LETTER_PX = 6.2;
const AROUND_PX = 10;
/** Characters of the shortest texts, such as `50 s`. */
const LEAST_LETTERS = 4;

/** Computes round times, as many as have room for their texts. @param width of the ruler in pixels */
export function ticksOf(extent: Extent, width: number): readonly Tick[] {
  const span = extent.to - extent.from;
  if (!(span > 0)) return [{ at: extent.from, text: tickText(extent.from, 1) }];
  const widthOf = (text: string): number => text.length * LETTER_PX + AROUND_PX;
  for (let letters = LEAST_LETTERS; ; letters += 1) {
    const most = Math.max(1, Math.floor(width / (letters * LETTER_PX + AROUND_PX)));
    const step = stepOf(span / most);
    const ticks = roundTimes(extent, step).map((at) => {
      const text = tickText(at, step);
      return { at, text: widthOf(text) <= ((extent.to - at) / span) * width ? text : '' };
    });
    if (most === 1 || ticks.every(({ text }) => widthOf(text) <= (step / span) * width)) return ticks;
  }
}

function roundTimes({ from, to }: Extent, step: number): readonly number[] {
  const first = Math.ceil(from / step);
  const count = Math.max(0, Math.floor(to / step) - first + 1);
  return Array.from({ length: count }, (_, n) => (first + n) * step);
}

const MINUTE_MS = 60_000;
/** Duration up to which seconds alone are easy to read: `80 s` and not `1 m 20 s`. */
const MAX_SECONDS_MS = 300_000;
const MINUTES = [1, 2, 5, 10, 15, 30, 60, 120, 180, 360, 720, 1440];

/** Rounds up to the next round duration: decimal for seconds and below, then minutes and hours. */
function stepOf(rough: number): number {
  const power = 10 ** Math.floor(Math.log10(rough));
  const round = ([1, 2, 5, 10].find((each) => each * power >= rough) ?? 10) * power;
  // 10, 20 and 50 seconds are round as well.
  if (round < MINUTE_MS) return round;
  const minutes = rough / MINUTE_MS;
  const known = MINUTES.find((each) => each >= minutes);
  return (known ?? Math.ceil(minutes / 1440) * 1440) * MINUTE_MS;
}

/**
 * Formats a time with just enough digits to differ from the next: `0`, `500 ms`, `1.5 s`, `80 s`, `30 m`, `1 h 30 m`.
 * @param step milliseconds between two ticks
 */
function tickText(ms: number, step: number): string {
  if (ms === 0) return '0';
  const digits = (unit: number): number => Math.max(0, Math.min(6, -Math.floor(Math.log10(step / unit) + 1e-9)));
  if (ms < 1000) return `${Number(ms.toFixed(digits(1)))} ms`;
  const seconds = Number((ms / 1000).toFixed(digits(1000)));
  if (step < MINUTE_MS && ms < MAX_SECONDS_MS) return `${seconds} s`;
  const minutes = Math.floor(seconds / 60);
  const parts = [
    [Math.floor(minutes / 60), 'h'],
    [minutes % 60, 'm'],
    [Number((seconds - minutes * 60).toFixed(digits(1000))), 's'],
  ] as const;
  return parts
    .filter(([value]) => value > 0)
    .map(([value, unit]) => `${value} ${unit}`)
    .join(' ');
}
