import { daysOfCalendar } from './calendar';
import { ALL_TIME, RANGES, endsNow, isNamed, isOfDays } from './time-range';

/** Writes two ends as a range of the address. */
export const rangeOf = (fromMs: number, toMs: number): string =>
  `${new Date(fromMs).toISOString()}/${new Date(toMs).toISOString()}`;

/** Returns the two ends of a range in milliseconds; undefined for any other range and for invalid text. */
export function endsOf(range: string): { readonly fromMs: number; readonly toMs: number } | undefined {
  const [from = '', to = '', ...rest] = range.split('/');
  const [fromMs, toMs] = [Date.parse(from), Date.parse(endOf(to))];
  return rest.length > 0 || Number.isNaN(fromMs) || Number.isNaN(toMs) ? undefined : { fromMs, toMs };
}

/** Returns the ends of a range for the API, without open ends. */
export function boundsOf(range: string, now: number): { readonly from?: string; readonly to?: string } {
  if (isNamed(range)) return { from: new Date(now - RANGES[range] * 1000).toISOString() };
  if (range === ALL_TIME) return {};
  if (isOfDays(range)) {
    const { from, to } = daysOfCalendar(range, now);
    return { from: `${from}T00:00:00.000Z`, ...(!endsNow(range) && { to: endOf(to) }) };
  }
  const [from = '', to] = range.split('/');
  return { from, ...(to !== undefined && { to: endOf(to) }) };
}

/** Returns the last millisecond of a day; any other time as it is. */
const endOf = (to: string): string => (/^\d{4}-\d\d-\d\d$/.test(to) ? `${to}T23:59:59.999Z` : to);

/** Number of steps of a range that ends now: its start moves by one step at a time. */
const STEPS = 60;

/**
 * Rounds the present down to a step of the range, so that repeated requests are equal and an unchanged answer has no body.
 * @returns milliseconds, at most `now`
 */
export function steadyNow(range: string, now: number): number {
  const step = stepOf(range);
  return Math.floor(now / step) * step;
}

/** Returns the length of these steps in milliseconds. */
export const stepOf = (range: string): number => (isNamed(range) ? (RANGES[range] * 1000) / STEPS : 60_000);
