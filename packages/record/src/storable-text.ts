import type { JsonText } from './json-object';
import { replaceEvery } from './replace-every';

/** Replaces U+0000 and lone surrogates, which Postgres does not store, by U+FFFD (contract: Limits). */
export function storable(text: string): string {
  return replaceEvery(text, '\0', '\ufffd').toWellFormed();
}

const BACKSLASH = 0x5c;
const LETTER_U = 0x75;
/** Characters of an escaped code unit: a backslash, `u` and four hex digits. */
const ESCAPE = 6;
const REPLACEMENT = '\\ufffd';
/** Finds what may be an escape of U+0000 or of a surrogate; also finds the same characters behind an escaped backslash. */
const SUSPECT = /\\u(?:0000|[dD][89a-fA-F])/;

/**
 * Replaces the same in JSON text, which can contain these only as escapes: a raw U+0000 is not JSON, and a raw lone surrogate is not UTF-8.
 * The replacement has the length of the escape; text that is not JSON stays so.
 */
export function storableJson(text: JsonText): JsonText {
  // The first search is the fastest, and most texts have no such escape.
  if (!text.includes('\\u') || !SUSPECT.test(text)) return text;
  let result = '';
  let copied = 0;
  for (let at = text.indexOf('\\'); at !== -1;) {
    const unit = escapedUnit(text, at);
    let end = at + (Number.isNaN(unit) ? 2 : ESCAPE);
    if (isHigh(unit) && isLow(escapedUnit(text, end))) end += ESCAPE;
    else if (unit === 0 || isHigh(unit) || isLow(unit)) {
      result += text.slice(copied, at) + REPLACEMENT;
      copied = end;
    }
    at = text.charCodeAt(end) === BACKSLASH ? end : text.indexOf('\\', end);
  }
  return copied === 0 ? text : result + text.slice(copied);
}

const isHigh = (unit: number): boolean => unit >= 0xd800 && unit < 0xdc00;
const isLow = (unit: number): boolean => unit >= 0xdc00 && unit < 0xe000;

/** Returns the escaped code unit at an index; NaN for other escapes, and for text that is not JSON. */
function escapedUnit(text: string, at: number): number {
  if (text.charCodeAt(at) !== BACKSLASH || text.charCodeAt(at + 1) !== LETTER_U) return NaN;
  let unit = 0;
  for (let digit = at + 2; digit < at + ESCAPE; digit++) unit = unit * 16 + hexDigit(text.charCodeAt(digit));
  return unit;
}

/** Returns the value of a hex digit; NaN for another character. */
function hexDigit(code: number): number {
  if (code >= 0x30 && code <= 0x39) return code - 0x30;
  const letter = code | 0x20; // lower case
  return letter >= 0x61 && letter <= 0x66 ? letter - 0x57 : NaN;
}
