/** Axis that begins at 0. */
export interface Axis {
  /** Round values, ascending from 0; the last is the top. */
  readonly ticks: readonly number[];
  /** Highest value of the axis, at least the highest shown value. */
  readonly top: number;
}

/** Steps of a decade that are easy to read. */
const STEPS = [1, 2, 2.5, 5, 10];
/** Most intervals of an axis. */
const PARTS = 4;

/**
 * @param most the highest shown value, above 0
 * @param isWhole whether values are integers, such as counts of traces
 */
export function axisOf(most: number, isWhole: boolean): Axis {
  const decade = 10 ** Math.floor(Math.log10(most / PARTS));
  // No step fits only if digits were lost: otherwise ten times a decade below a quarter is enough.
  const round = STEPS.map((step) => step * decade).find((step) => step * PARTS >= most) ?? most;
  const step = isWhole ? Math.max(1, Math.ceil(round)) : round;
  const parts = Math.max(1, Math.ceil(most / step));
  return { ticks: Array.from({ length: parts + 1 }, (_, n) => n * step), top: parts * step };
}

/** Bar that is named below. */
export interface NamedBar {
  readonly bar: number;
  /** Whether the name is shown in a narrow window too. */
  readonly isMajor: boolean;
}

const NAMES = 8;

/** Chooses the bars that are named: the first, the last, and some between, spaced as evenly as whole bars allow. */
export function namedBars(count: number): readonly NamedBar[] {
  const names = Math.min(count, NAMES);
  const last = names - 1;
  return Array.from({ length: names }, (_, n) => ({
    bar: last === 0 ? 0 : Math.round((n * (count - 1)) / last),
    isMajor: n === 0 || n === last || n === Math.round(last / 2),
  }));
}
