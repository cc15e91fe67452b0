import { DAY_MICROS, type Micros } from '@sluice/record';

/** Formats a UTC day as `2026-11-20`. */
export function dateOf(day: number): string {
  return new Date((day * DAY_MICROS) / 1000).toISOString().slice(0, 10);
}

/** Parses a date of `dateOf` to its UTC day; NaN for none. */
export function dayNumberOfDate(date: string | null | undefined): number {
  return (Date.parse(date ?? '') * 1000) / DAY_MICROS;
}

/** Returns the UTC day of a time. */
export function dayNumber(time: Micros): number {
  return Math.floor(time / DAY_MICROS);
}

/** SQL: the UTC day of the timestamp of `sluice.traces t`. */
export const TRACE_DAY = `(t."timestamp" at time zone 'UTC')::date`;
