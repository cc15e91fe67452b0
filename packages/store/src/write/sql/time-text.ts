import { type Micros, TIME_BEGIN, TIME_END, parseTime } from '@sluice/record';

/** Parses a time that Postgres sent as text; undefined for null. */
export function timeOf(text: string | null): Micros | undefined {
  return text === null ? undefined : (utcTime(text) ?? parseTime(text)?.micros);
}

/**
 * Parses `YYYY-MM-DD hh:mm:ss[.ffffff]+00`, the form of nearly all times of a session in UTC; undefined for any other text. A trace has six
 * times.
 */
function utcTime(text: string): Micros | undefined {
  const end = text.length - 3;
  if (!text.endsWith('+00') || end < 19 || end > 26 || text[4] !== '-' || text[7] !== '-') return undefined;
  const day = Date.UTC(digits(text, 0, 4), digits(text, 5, 7) - 1, digits(text, 8, 10));
  const seconds = digits(text, 11, 13) * 3600 + digits(text, 14, 16) * 60 + digits(text, 17, 19);
  const micros = day * 1000 + seconds * 1e6 + (end > 20 ? digits(text, 20, end) * 10 ** (26 - end) : 0);
  return micros >= TIME_BEGIN && micros < TIME_END ? micros : undefined;
}

function digits(text: string, from: number, to: number): number {
  let value = 0;
  for (let at = from; at < to; at += 1) value = value * 10 + text.charCodeAt(at) - 48;
  return value;
}
