import { type Micros, TIME_BEGIN, TIME_END, parseTime } from '@sluice/record';

/** The time that Postgres sent as text; undefined where there is none. */
export function timeOf(text: string | null): Micros | undefined {
  return text === null ? undefined : (utcTime(text) ?? parseTime(text)?.micros);
}

/** `YYYY-MM-DD hh:mm:ss[.ffffff]+00`, as a session in UTC has nearly all times; undefined for anything else. Six of them a trace are read. */
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
