/*
 * Scans JSON in place: finds the range of a value without parsing it. All texts must be valid JSON; for others the results are meaningless,
 * but computed in linear time.
 */

const BACKSLASH = 0x5c;
const QUOTE = 0x22;

/** Returns the offset after the string whose opening quote is at `start`. */
export function endOfString(text: string, start: number): number {
  for (let quote = text.indexOf('"', start + 1); quote >= 0; quote = text.indexOf('"', quote + 1)) {
    let before = quote - 1;
    while (text.charCodeAt(before) === BACKSLASH) before -= 1;
    if ((quote - before) % 2 === 1) return quote + 1;
  }
  return text.length;
}

/** Returns the offset after a number, `true`, `false` or `null` at `start`. */
export function endOfWord(text: string, start: number): number {
  let at = start;
  while (at < text.length && !isBetween(text.charCodeAt(at)) && !isClosing(text.charCodeAt(at))) at += 1;
  return at;
}

/** Returns the offset of the next character other than white space, comma and colon. */
export function skipBetween(text: string, start: number): number {
  let at = start;
  while (at < text.length && isBetween(text.charCodeAt(at))) at += 1;
  return at;
}

/** Returns whether a character starts an array or an object. */
export const isOpening = (code: number): boolean => code === 0x5b || code === 0x7b;

/** Returns whether a character ends an array or an object. */
export const isClosing = (code: number): boolean => code === 0x5d || code === 0x7d;

export const isQuote = (code: number): boolean => code === QUOTE;

const isBetween = (code: number): boolean => code <= 0x20 || code === 0x2c || code === 0x3a;

/** State of the search for the end of a value. */
export interface Skip {
  /** Next offset to read. */
  at: number;
  /** Number of open arrays and objects. */
  depth: number;
}

/**
 * Continues to the end of a value, up to `limit` or slightly beyond, because a string is read as a whole.
 * @param skip initially the start of the value and depth 0; updated
 * @returns whether the end is reached; it is `skip.at` then
 */
export function skipValue(text: string, skip: Skip, limit: number): boolean {
  let { at, depth } = skip;
  while (at < limit && at < text.length) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) at = endOfString(text, at);
    else if (isOpening(code)) {
      depth += 1;
      at += 1;
    } else if (isClosing(code)) {
      depth -= 1;
      at += 1;
    } else if (depth === 0) at = endOfWord(text, at);
    else {
      at += 1;
      continue;
    }
    if (depth === 0) {
      skip.at = at;
      skip.depth = 0;
      return true;
    }
  }
  skip.at = at;
  skip.depth = depth;
  return at >= text.length;
}
