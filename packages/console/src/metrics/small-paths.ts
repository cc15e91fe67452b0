interface Frame {
  /** Start in seconds. */
  readonly from: number;
  readonly to: number;
  readonly min: number;
  readonly max: number;
  /** Width in pixels. */
  readonly width: number;
  readonly height: number;
}

/** Padding for the width of the line, in pixels. */
const EDGE = 1;

/**
 * Returns SVG paths of a series, one for each run of values without a gap; a single value is a dash.
 * @param times in seconds, ascending
 * @param values at the times: null is a gap, undefined continues the line
 */
export function pathsOf(
  times: readonly number[],
  values: readonly (number | null | undefined)[],
  { from, to, min, max, width, height }: Frame,
): string[] {
  const coordinate = (part: number, size: number): string => (EDGE + part * (size - 2 * EDGE)).toFixed(1);
  // Halved, because the difference of two large doubles may overflow.
  const range = max / 2 - min / 2;
  const x = (time: number): string => coordinate(Math.min(1, Math.max(0, (time - from) / (to - from || 1))), width);
  const y = (value: number): string => coordinate(range === 0 ? 0.5 : (max / 2 - value / 2) / range, height);
  const runs: string[][] = [[]];
  for (const [n, value] of values.entries()) {
    if (value === null) runs.push([]);
    else if (value !== undefined) runs.at(-1)?.push(`${x(times[n] ?? from)} ${y(value)}`);
  }
  return runs.flatMap((run) => (run.length === 0 ? [] : [`M${run.join('L')}${run.length === 1 ? 'h2' : ''}`]));
}
