const DAY_MS = 86_400_000;

/** Ranges of whole days in UTC that end today, or are a month, by what they are called in the address. */
const LABELS = {
  '1d': 'Today',
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

/** The first and the last day of a range, both `2026-11-20`, days of UTC. */
export interface Days {
  readonly from: string;
  readonly to: string;
}

/** A range that is none is that of the last 30 days. */
export function daysOf(range: string, now: number): Days {
  const today = dateOf(now);
  if (range === 'month') return { from: `${today.slice(0, 8)}01`, to: today };
  if (range === 'last-month') {
    const to = dateOf(Date.parse(`${today.slice(0, 8)}01`) - DAY_MS);
    return { from: `${to.slice(0, 8)}01`, to };
  }
  const [from = '', to = ''] = range.split('/');
  if (isDate(from) && isDate(to)) return from <= to ? { from, to } : { from: to, to: from };
  const count = /^[1-9]\d{0,3}d$/.test(range) ? Number.parseInt(range, 10) : 30;
  return { from: dateOf(now - (count - 1) * DAY_MS), to: today };
}

/** A day, or one to another, as a range of the address. */
export const rangeOfDays = (from: string, to: string): string => `${from}/${to}`;

/** All of them as the API takes times: to the last millisecond. */
export const boundsOfDays = ({ from, to }: Days): { readonly fromTimestamp: string; readonly toTimestamp: string } => ({
  fromTimestamp: `${from}T00:00:00.000Z`,
  toTimestamp: `${to}T23:59:59.999Z`,
});

/** Every day from one to the other; of very many the last. */
export function eachDay({ from, to }: Days, most: number): string[] {
  const last = Date.parse(to);
  const count = Math.min(most, Math.max(1, Math.round((last - Date.parse(from)) / DAY_MS) + 1));
  return Array.from({ length: count }, (_, n) => dateOf(last - (count - 1 - n) * DAY_MS));
}

const dateOf = (time: number): string => new Date(time).toISOString().slice(0, 10);

function isDate(text: string): boolean {
  const time = /^\d{4}-\d\d-\d\d$/.test(text) ? Date.parse(text) : NaN;
  return !Number.isNaN(time) && dateOf(time) === text;
}
