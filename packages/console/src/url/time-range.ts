/** Ranges that end now, in seconds, by what they are called in the address. */
export const RANGES = {
  '15m': 15 * 60,
  '1h': 3600,
  '6h': 6 * 3600,
  '24h': 86_400,
  '7d': 7 * 86_400,
  '30d': 30 * 86_400,
  '90d': 90 * 86_400,
} as const;

/** The range that leaves nothing out. */
export const ALL_TIME = 'all';

export const isNamed = (range: string): range is keyof typeof RANGES => Object.hasOwn(RANGES, range);

/** The range of an address: a named one, any time, or one or two ends; another text is as if it was not there. */
export function readRange(parameters: URLSearchParams, usual: string): string {
  const range = parameters.get('range') ?? usual;
  const ends = range.split('/');
  const isTime = ends.length <= 2 && !ends.some((end) => Number.isNaN(Date.parse(end)));
  return isTime || endsNow(range) ? range : usual;
}

/** Whether new traces fall into it: it ends now. */
export const endsNow = (range: string): boolean => isNamed(range) || range === ALL_TIME;

/** Two ends as a range of the address. */
export const rangeOf = (fromMs: number, toMs: number): string =>
  `${new Date(fromMs).toISOString()}/${new Date(toMs).toISOString()}`;

/** The ends of a range with two ends in milliseconds; undefined for another one, and for text that is no range. */
export function endsOf(range: string): { readonly fromMs: number; readonly toMs: number } | undefined {
  const [from = '', to = '', ...rest] = range.split('/');
  const [fromMs, toMs] = [Date.parse(from), Date.parse(to)];
  return rest.length > 0 || Number.isNaN(fromMs) || Number.isNaN(toMs) ? undefined : { fromMs, toMs };
}

/** The ends of a range as the API takes them; one that is open is left out. */
export function boundsOf(range: string, now: number): { readonly from?: string; readonly to?: string } {
  if (isNamed(range)) return { from: new Date(now - RANGES[range] * 1000).toISOString() };
  if (range === ALL_TIME) return {};
  const [from = '', to] = range.split('/');
  return { from, ...(to !== undefined && { to }) };
}

/** Parts of a range that ends now by which its start moves on. */
const STEPS = 60;

/**
 * The present as a range that ends now takes it: it moves on in steps, so that what is asked again is the same question, and an answer
 * that has not changed need not be sent.
 * @returns milliseconds, at most `now`
 */
export function steadyNow(range: string, now: number): number {
  const step = stepOf(range);
  return Math.floor(now / step) * step;
}

/** The length of these steps, in milliseconds. */
export const stepOf = (range: string): number => (isNamed(range) ? (RANGES[range] * 1000) / STEPS : 60_000);
