/** Integer microseconds since the epoch, UTC: the unit of every time between the HTTP edges. */
export type Micros = number;

/** Lengths of an hour, and of a UTC day, in this unit. */
export const HOUR_MICROS: Micros = 3_600_000_000;
export const DAY_MICROS: Micros = 24 * HOUR_MICROS;

/** A parsed time and the precision of its text, in microseconds: 1 to 1,000, larger units as 1,000. */
export interface ParsedTime {
  readonly micros: Micros;
  readonly precision: number;
}

const ISO =
  /^(\d{4})-(\d{2})-(\d{2})(?:[Tt ](\d{2}):(\d{2})(?::(\d{2})(?:[.,](\d{1,9}))?)?\s?([Zz]|[+-]\d{2}(?::?\d{2})?)?)?$/;

/** First accepted time, from any source: 1970. */
export const TIME_BEGIN: Micros = 0;

/** First time that is no longer accepted: 2200. */
export const TIME_END: Micros = Date.UTC(2200, 0, 1) * 1000;

/**
 * Parses an ISO 8601 time: without a zone as UTC, a bare date as its midnight; nanoseconds are cut to microseconds. Times from 1970 up to
 * 2200 only, so that every later sum and partition bound is safe.
 * @returns undefined for any other text, including a day that does not exist
 */
export function parseTime(text: string): ParsedTime | undefined {
  const instant = parseInstant(text);
  return instant !== undefined && instant.micros >= TIME_BEGIN && instant.micros < TIME_END ? instant : undefined;
}

/** Cycle of the Gregorian calendar, in years and in milliseconds. */
const CYCLE_YEARS = 400;
const CYCLE_MS = 146_097 * 86_400_000;

/**
 * Parses a time of any year from 0000 to 9999, for values that are only compared with times; from the year 2255 on, numbers cannot
 * represent single microseconds.
 */
export function parseInstant(text: string): ParsedTime | undefined {
  const match = text.length <= 40 ? ISO.exec(text) : null;
  if (match === null) return undefined;
  const [, year, month, day, hour = '0', minute = '0', second = '0', fraction = '', zone = 'Z'] = match;
  const h = Number(hour);
  const m = Number(minute);
  const s = Number(second);
  if (h > 23 || m > 59 || s > 59) return undefined;
  // A cycle later, because Date interprets years below 100 as years of the twentieth century.
  const later = Date.UTC(Number(year) + CYCLE_YEARS, Number(month) - 1, Number(day));
  const date = new Date(later);
  if (date.getUTCMonth() + 1 !== Number(month) || date.getUTCDate() !== Number(day)) return undefined;
  const offset = zoneOffsetMinutes(zone);
  if (offset === undefined) return undefined;
  const seconds = (later - CYCLE_MS) / 1000 + h * 3600 + m * 60 + s - offset * 60;
  const micros = seconds * 1e6 + Number(fraction.slice(0, 6).padEnd(6, '0'));
  return { micros, precision: fraction.length <= 3 ? 1000 : Math.max(1, 10 ** (6 - fraction.length)) };
}

function zoneOffsetMinutes(zone: string): number | undefined {
  if (zone === 'Z' || zone === 'z') return 0;
  const hours = Number(zone.slice(1, 3));
  const minutes = Number(zone.slice(3).replace(':', '') || '0');
  if (hours > 23 || minutes > 59) return undefined;
  return (zone.startsWith('-') ? -1 : 1) * (hours * 60 + minutes);
}

/** Second of the last call: consecutive times are often equal to the second, and a Date costs more than all the rest of a row. */
let lastSecond = NaN;
let lastText = '';

/** Formats a time as ISO 8601 in UTC with six digits and `Z`: `2026-11-20T22:00:00.000123Z`. */
export function formatMicros(micros: Micros): string {
  const second = Math.floor(micros / 1e6);
  if (second !== lastSecond) {
    lastText = new Date(second * 1000).toISOString().slice(0, 19);
    lastSecond = second;
  }
  return `${lastText}.${String(micros - second * 1e6).padStart(6, '0')}Z`;
}
