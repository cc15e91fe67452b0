/*
 * Finds where JSON values begin and end in bytes, without looking at what they are: whoever needs a value parses its
 * bytes, which finds what is wrong with it. Nothing recurses, and whatever the bytes are, every scan ends.
 */

const TAB = 0x09;
const NEWLINE = 0x0a;
const RETURN = 0x0d;
const SPACE = 0x20;
export const QUOTE = 0x22;
const BACKSLASH = 0x5c;
export const COMMA = 0x2c;
export const COLON = 0x3a;
export const OPEN_BRACKET = 0x5b;
export const CLOSE_BRACKET = 0x5d;
export const OPEN_BRACE = 0x7b;
const CLOSE_BRACE = 0x7d;

const isWhite = (byte: number | undefined): boolean =>
  byte === SPACE || byte === NEWLINE || byte === RETURN || byte === TAB;

/** The index of the first byte from `at` on that is not white space, at most `end`. */
export function skipWhite(body: Buffer, at: number, end: number): number {
  let next = at;
  while (next < end && isWhite(body[next])) next++;
  return next;
}

/** The index after the last byte before `end` that is not white space, at least `start`. */
export function trimEnd(body: Buffer, start: number, end: number): number {
  let last = end;
  while (last > start && isWhite(body[last - 1])) last--;
  return last;
}

/** The index after the value at `at`; of what is no value, after what stands there up to the next delimiter. */
export function skipValue(body: Buffer, at: number, end: number): number {
  const first = body[at];
  if (first === QUOTE) return skipString(body, at, end);
  return first === OPEN_BRACE || first === OPEN_BRACKET ? skipContainer(body, at, end) : skipScalar(body, at, end);
}

function skipContainer(body: Buffer, at: number, end: number): number {
  let depth = 0;
  for (let next = at; next < end; next++) {
    const byte = body[next];
    if (byte === QUOTE) next = skipString(body, next, end) - 1;
    else if (byte === OPEN_BRACE || byte === OPEN_BRACKET) depth++;
    else if ((byte === CLOSE_BRACE || byte === CLOSE_BRACKET) && --depth === 0) return next + 1;
  }
  return end;
}

/** Strings shorter than this are mostly over before a call of the engine has begun. */
const SHORT = 24;

/** Long text is searched by the engine, which is many times faster than looking at every byte here. */
function skipString(body: Buffer, at: number, end: number): number {
  let next = at + 1;
  for (const short = Math.min(at + SHORT, end); next < short; next++) {
    const byte = body[next];
    if (byte === QUOTE) return next + 1;
    if (byte === BACKSLASH) next++;
  }
  if (next >= end) return end;
  let quote = body.indexOf(QUOTE, next);
  while (quote !== -1 && quote < end && isEscaped(body, quote, next - 1)) quote = body.indexOf(QUOTE, quote + 1);
  return quote === -1 || quote >= end ? end : quote + 1;
}

/** Whether an odd number of backslashes stands between `before` and the quote. */
function isEscaped(body: Buffer, quote: number, before: number): boolean {
  let at = quote - 1;
  while (at > before && body[at] === BACKSLASH) at--;
  return (quote - at) % 2 === 0;
}

function skipScalar(body: Buffer, at: number, end: number): number {
  let next = at;
  while (next < end && !isWhite(body[next]) && !isDelimiter(body[next])) next++;
  return next;
}

const isDelimiter = (byte: number | undefined): boolean =>
  byte === COMMA || byte === COLON || byte === CLOSE_BRACKET || byte === CLOSE_BRACE;

/** How many values there are, keys among them; what stands inside strings does not count. */
export function countValues(body: Buffer, start: number, end: number): number {
  let count = 1;
  for (let at = start; at < end; at++) {
    const byte = body[at];
    if (byte === QUOTE) at = skipString(body, at, end) - 1;
    else if (byte === COMMA || byte === COLON || byte === OPEN_BRACE || byte === OPEN_BRACKET) count++;
  }
  return count;
}
