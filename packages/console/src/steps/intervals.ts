import type { ChartStep } from '../url/steps-address';
import type { Interval } from './step-group';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** Longest range that has a bar for each hour by default, and at all. */
const USUAL_HOURS = 48;
const MOST_HOURS = 14 * 24;
/** Most bars; of a longer range the last ones are shown. */
const MOST_BARS = 400;

/** Width of a bar, as in the API. */
export type BarWidth = Exclude<ChartStep, 'auto'>;

export const msOf = (width: BarWidth): number => (width === 'hour' ? HOUR_MS : DAY_MS);

/** Returns the width of a bar for a range. Hours of a long range would be too many bars. */
export function widthOf(step: ChartStep, spanMs: number): BarWidth {
  if (step === 'day' || spanMs > MOST_HOURS * HOUR_MS) return 'day';
  return step === 'hour' || spanMs <= USUAL_HOURS * HOUR_MS ? 'hour' : 'day';
}

/** Bar of the chart; without figures if the group has no steps in it. */
export interface Slot {
  readonly startMs: number;
  readonly figures: Interval | undefined;
}

/** Returns the hours or days of a range in UTC, with the figures of those that have any. @param fromMs start of the range */
export function slotsOf(
  intervals: readonly Interval[],
  width: BarWidth,
  fromMs: number,
  toMs: number,
): readonly Slot[] {
  const ms = msOf(width);
  const byStart = new Map(intervals.map((each) => [Date.parse(each.timestamp), each]));
  const last = Math.max(Math.ceil(toMs / ms) - 1, ...[...byStart.keys()].map((start) => start / ms));
  const first = Math.max(Math.min(Math.floor(fromMs / ms), last), last - MOST_BARS + 1);
  return Array.from({ length: last - first + 1 }, (_, n) => {
    const startMs = (first + n) * ms;
    return { startMs, figures: byStart.get(startMs) };
  });
}
