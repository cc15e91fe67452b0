import { type Days, dateOf, daysOfCalendar, shifted } from '../url/calendar';
import { boundsOf } from '../url/time-bounds';
import { ALL_TIME, isOfDays } from '../url/time-range';

const DAY_MS = 86_400_000;

/** Days of any time: as many as an answer has. */
const LONGEST = '1000d';

/** Ranges of whole days in UTC that are offered. */
export const DAY_RANGES = ['1d', 'week', 'last-week', '7d', '30d', '90d', '365d', 'month', 'last-month'];

/** Returns the UTC days of a range, also of a part of a day. */
export function daysOf(range: string, now: number): Days {
  if (range === ALL_TIME) return daysOfCalendar(LONGEST, now);
  if (isOfDays(range)) return daysOfCalendar(range, now);
  const { from = '', to } = boundsOf(range, now);
  const [first = NaN, last = NaN] = [Date.parse(from), to === undefined ? now : Date.parse(to)].sort((a, b) => a - b);
  return { from: dateOf(first), to: dateOf(last) };
}

/** Returns the days to compare a range with: the same number of days before it; for a month or a week, the same days of the one before. */
export function daysBefore(range: string, { from, to }: Days): Days {
  const last = shifted(from, -1);
  const first = `${last.slice(0, 8)}01`;
  if (range === 'last-month') return { from: first, to: last };
  if (range === 'month') {
    const same = `${last.slice(0, 8)}${to.slice(8)}`;
    return { from: first, to: same < last ? same : last };
  }
  const count = range === 'week' ? 7 : (Date.parse(to) - Date.parse(from)) / DAY_MS + 1;
  return { from: shifted(from, -count), to: shifted(to, -count) };
}

/**
 * Converts days of comparison to times for the API. If the later range ends today, the earlier one ends at the same time of day.
 * @param others days of the later range
 */
export function boundsBefore(before: Days, others: Days, now: number): ReturnType<typeof boundsOfDays> {
  const bounds = boundsOfDays(before);
  return endsToday(others, now)
    ? { ...bounds, toTimestamp: before.to + new Date(now).toISOString().slice(10) }
    : bounds;
}

/** Returns whether the last day is not over yet. */
export const endsToday = ({ to }: Days, now: number): boolean => to === dateOf(now);

/** Formats a date: `Tue 2026-11-24`. */
export const dayTitle = (date: string): string => `${WEEKDAY.format(Date.parse(date))} ${date}`;

const WEEKDAY = new Intl.DateTimeFormat('en', { weekday: 'short', timeZone: 'UTC' });

/** Writes one or several days as a range of the address. */
export const rangeOfDays = (from: string, to: string): string => `${from}/${to}`;

/** Converts days to times for the API, up to the last millisecond. */
export const boundsOfDays = ({ from, to }: Days): { readonly fromTimestamp: string; readonly toTimestamp: string } => ({
  fromTimestamp: `${from}T00:00:00.000Z`,
  toTimestamp: `${to}T23:59:59.999Z`,
});

/** Lists all days of a range. @param most number of days; of a longer range only the last days are listed */
export function eachDay({ from, to }: Days, most: number): string[] {
  const last = Date.parse(to);
  const count = Math.min(most, Math.max(1, Math.round((last - Date.parse(from)) / DAY_MS) + 1));
  return Array.from({ length: count }, (_, n) => dateOf(last - (count - 1 - n) * DAY_MS));
}
