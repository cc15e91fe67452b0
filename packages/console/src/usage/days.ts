const DAY_MS = 86_400_000;

/** Ranges of whole days in UTC that end today, or are one month, by their names in the address. */
const LABELS = {
  '1d': 'Today',
  week: 'This week',
  'last-week': 'Last week',
  '7d': 'Last 7 days',
  '30d': 'Last 30 days',
  '90d': 'Last 90 days',
  '365d': 'Last 365 days',
  month: 'This month',
  'last-month': 'Last month',
} as const;

export const DAY_RANGES: readonly string[] = Object.keys(LABELS);

export const dayRangeLabel = (range: string): string =>
  Object.hasOwn(LABELS, range) ? LABELS[range as keyof typeof LABELS] : range.split('/').join(' to ');

/** First and last day of a range, both as `2026-11-20`, in UTC. */
export interface Days {
  readonly from: string;
  readonly to: string;
}

/** Returns the days of a range; of an invalid range, the last 30 days. */
export function daysOf(range: string, now: number): Days {
  const today = dateOf(now);
  if (range === 'month') return { from: `${today.slice(0, 8)}01`, to: today };
  if (range === 'last-month') {
    const to = shifted(`${today.slice(0, 8)}01`, -1);
    return { from: `${to.slice(0, 8)}01`, to };
  }
  const monday = dateOf(now - ((new Date(now).getUTCDay() + 6) % 7) * DAY_MS);
  if (range === 'week') return { from: monday, to: today };
  if (range === 'last-week') return { from: shifted(monday, -7), to: shifted(monday, -1) };
  const [from = '', to = ''] = range.split('/');
  if (isDate(from) && isDate(to)) return from <= to ? { from, to } : { from: to, to: from };
  const count = /^[1-9]\d{0,3}d$/.test(range) ? Number.parseInt(range, 10) : 30;
  return { from: dateOf(now - (count - 1) * DAY_MS), to: today };
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

/** Returns the UTC day of a time in milliseconds. */
export const dateOf = (time: number): string => new Date(time).toISOString().slice(0, 10);

const shifted = (date: string, days: number): string => dateOf(Date.parse(date) + days * DAY_MS);

function isDate(text: string): boolean {
  const time = /^\d{4}-\d\d-\d\d$/.test(text) ? Date.parse(text) : NaN;
  return !Number.isNaN(time) && dateOf(time) === text;
}
