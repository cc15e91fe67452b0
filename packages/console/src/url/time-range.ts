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

/** Reads the range of an address: a name, any time, or one or two ends; an invalid text is ignored. */
export function readRange(parameters: URLSearchParams, usual: string): string {
  const range = parameters.get('range') ?? usual;
  const ends = range.split('/');
  const isTime = ends.length <= 2 && !ends.some((end) => Number.isNaN(Date.parse(end)));
  return isTime || endsNow(range) ? range : usual;
}

/** Returns whether the range ends now, so that new traces are in it. */
export const endsNow = (range: string): boolean => isNamed(range) || range === ALL_TIME;

/** Writes two ends as a range of the address. */
export const rangeOf = (fromMs: number, toMs: number): string =>
  `${new Date(fromMs).toISOString()}/${new Date(toMs).toISOString()}`;

/** Returns the two ends of a range in milliseconds; undefined for any other range and for invalid text. */
export function endsOf(range: string): { readonly fromMs: number; readonly toMs: number } | undefined {
  const [from = '', to = '', ...rest] = range.split('/');
  const [fromMs, toMs] = [Date.parse(from), Date.parse(to)];
  return rest.length > 0 || Number.isNaN(fromMs) || Number.isNaN(toMs) ? undefined : { fromMs, toMs };
}

/** Returns the ends of a range for the API, without open ends. */
export function boundsOf(range: string, now: number): { readonly from?: string; readonly to?: string } {
  if (isNamed(range)) return { from: new Date(now - RANGES[range] * 1000).toISOString() };
  if (range === ALL_TIME) return {};
  const [from = '', to] = range.split('/');
  return { from, ...(to !== undefined && { to }) };
}

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
