import { member } from './address-form';

/** Ranges that end now, in seconds, by their names in the address. */
export const RANGES = {
  '15m': 15 * 60,
  '1h': 3600,
  '6h': 6 * 3600,
  '24h': 86_400,
  '7d': 7 * 86_400,
  '30d': 30 * 86_400,
  '90d': 90 * 86_400,
} as const;

/** Range without bounds. */
export const ALL_TIME = 'all';

export const isNamed = (range: string): range is keyof typeof RANGES => Object.hasOwn(RANGES, range);

/** Range of an address: a name, days, any time, or one or two ends. All pages begin with the last day; an invalid text is ignored. */
export const RANGE = member('range', (given) =>
  given !== null && (endsNow(given) || isOfDays(given) || isTimes(given.split('/'))) ? given : '24h',
);

function isTimes(ends: readonly string[]): boolean {
  return ends.length <= 2 && !ends.some((end) => Number.isNaN(Date.parse(end)));
}

/** Returns whether a range is one of whole days in UTC: `7d` ends today; `week` and `month` are present, `last-week` and `last-month` over. */
export const isOfDays = (range: string): boolean => /^(?:[1-9]\d{0,3}d|(?:last-)?(?:week|month))$/.test(range);

/** Returns whether the range ends now, so that new traces are in it. */
export function endsNow(range: string): boolean {
  return isNamed(range) || range === ALL_TIME || (isOfDays(range) && !range.startsWith('last'));
}
