const GROUPED = new Intl.NumberFormat('en');
const COMPACT = new Intl.NumberFormat('en', { notation: 'compact', maximumSignificantDigits: 3 });

/** Formats an integer: `1,280`. */
export const count = (value: number): string => GROUPED.format(value);

/** Formats a number of things: `1 retry`, `2 retries`. */
export const counted = (value: number, one: string, many = `${one}s`): string =>
  `${count(value)} ${value === 1 ? one : many}`;

/** Formats an integer, abbreviated from 10,000 on: `88.4K`. */
export const compact = (value: number): string => (value < 10_000 ? count(value) : COMPACT.format(value));

/** Formats a duration: `640 ms`, `2.41 s`, `1 m 12 s`, `3 h 05 m`. @param ms at least 0 */
export function duration(ms: number): string {
  if (ms < 1) return ms === 0 ? '0 ms' : '<1 ms';
  if (ms < 999.5) return `${Math.round(ms)} ms`;
  const seconds = ms / 1000;
  if (seconds < 59.95) return `${seconds < 10 ? seconds.toFixed(2) : seconds.toFixed(1)} s`;
  const whole = Math.round(seconds);
  if (whole < 3600) return `${Math.floor(whole / 60)} m ${pad(whole % 60)} s`;
  const minutes = Math.round(seconds / 60);
  return `${Math.floor(minutes / 60)} h ${pad(minutes % 60)} m`;
}

/** Formats USD: `$12.40`; below a cent with two significant digits: `$0.0038`. @param digits decimals, for costs that are compared */
export const usd = (value: number, digits = usdDigits(value)): string =>
  `$${value.toLocaleString('en', { minimumFractionDigits: digits, maximumFractionDigits: digits })}`;

/** Returns the decimals of a single cost. */
export function usdDigits(value: number): number {
  if (value === 0) return 0;
  return Math.abs(value) >= 0.01 ? 2 : Math.min(12, 1 - Math.floor(Math.log10(Math.abs(value))));
}

const pad = (value: number): string => String(value).padStart(2, '0');
