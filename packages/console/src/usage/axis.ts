/** What an axis that begins at 0 is marked with. */
export interface Axis {
  /** Round values, from 0 up; the last one is the top. */
  readonly ticks: readonly number[];
  /** At least what is to be shown. */
  readonly top: number;
}

/** Steps of a decade that read well. */
const STEPS = [1, 2, 2.5, 5, 10];
/** Parts that an axis has at most. */
const PARTS = 4;

/**
 * @param most the greatest value that is to be shown, above 0
 * @param isWhole of what there are no parts, such as traces
 */
export function axisOf(most: number, isWhole: boolean): Axis {
  const decade = 10 ** Math.floor(Math.log10(most / PARTS));
  // Without any that fits, digits were lost: ten times a decade below a quarter is always enough otherwise.
  const round = STEPS.map((step) => step * decade).find((step) => step * PARTS >= most) ?? most;
  const step = isWhole ? Math.max(1, Math.ceil(round)) : round;
  const parts = Math.max(1, Math.ceil(most / step));
  return { ticks: Array.from({ length: parts + 1 }, (_, n) => n * step), top: parts * step };
}

/** A day that is named below its bar. */
export interface NamedDay {
  readonly day: number;
  /** Also where there is little room. */
  readonly isMajor: boolean;
}

const NAMES = 7;

/** Which of so many days are named: the first, the last, and some between, all as far from each other as whole days allow. */
export function namedDays(count: number): readonly NamedDay[] {
  const names = Math.min(count, NAMES);
  const last = names - 1;
  return Array.from({ length: names }, (_, n) => ({
    day: last === 0 ? 0 : Math.round((n * (count - 1)) / last),
    isMajor: n === 0 || n === last || n * 2 === last,
  }));
}
