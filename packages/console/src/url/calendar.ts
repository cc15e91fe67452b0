const DAY_MS = 86_400_000;

/** First and last day of a range, both as `2026-11-20`, in UTC. */
export interface Days {
  readonly from: string;
  readonly to: string;
}

/** Returns the days of such a range. @param now milliseconds */
export function daysOfCalendar(range: string, now: number): Days {
  const today = dateOf(now);
  const first = range.endsWith('month')
    ? `${today.slice(0, 8)}01`
    : dateOf(
        now - (range.endsWith('week') ? (new Date(now).getUTCDay() + 6) % 7 : Number.parseInt(range, 10) - 1) * DAY_MS,
      );
  if (!range.startsWith('last')) return { from: first, to: today };
  const to = shifted(first, -1);
  return { from: range === 'last-month' ? `${to.slice(0, 8)}01` : shifted(first, -7), to };
}

/** Returns the UTC day of a time in milliseconds. */
export const dateOf = (time: number): string => new Date(time).toISOString().slice(0, 10);

export const shifted = (date: string, days: number): string => dateOf(Date.parse(date) + days * DAY_MS);
