/*
 * Reads JSON where it stands: which text is a value, without making one of it. All texts here are valid JSON; of others the answers
 * mean nothing, but they come, and in linear time.
 */

const BACKSLASH = 0x5c;
const QUOTE = 0x22;

/** After the string whose opening quote is at `start`. */
export function endOfString(text: string, start: number): number {
  for (let quote = text.indexOf('"', start + 1); quote >= 0; quote = text.indexOf('"', quote + 1)) {
    let before = quote - 1;
    while (text.charCodeAt(before) === BACKSLASH) before -= 1;
    if ((quote - before) % 2 === 1) return quote + 1;
  }
  return text.length;
}

/** After a number, `true`, `false` or `null` at `start`. */
export function endOfWord(text: string, start: number): number {
  let at = start;
  while (at < text.length && !isBetween(text.charCodeAt(at)) && !isClosing(text.charCodeAt(at))) at += 1;
  return at;
}

/** The next character that is no white space, comma or colon. */
export function skipBetween(text: string, start: number): number {
  let at = start;
  while (at < text.length && isBetween(text.charCodeAt(at))) at += 1;
  return at;
}

/** Whether an array or an object begins with this. */
export const isOpening = (code: number): boolean => code === 0x5b || code === 0x7b;

/** Whether an array or an object ends with this. */
export const isClosing = (code: number): boolean => code === 0x5d || code === 0x7d;

export const isQuote = (code: number): boolean => code === QUOTE;

const isBetween = (code: number): boolean => code <= 0x20 || code === 0x2c || code === 0x3a;

/** How far the end of a value has been looked for. */
export interface Skip {
  /** Where to go on. */
  at: number;
  /** Of how many arrays and objects the end is still to come. */
  depth: number;
}

/**
 * Goes on to the end of a value, at most to `limit` or a little further, since a string is not left in its middle.
 *
 * @param skip at first the start of the value and depth 0; it is moved
 * @returns whether the end is reached; then it is `skip.at`
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
