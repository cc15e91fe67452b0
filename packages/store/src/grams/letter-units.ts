import { sameLetters } from './same-letters';

/** Character in place of half of a surrogate pair, as UTF-8 is written. */
const NOT_A_CHARACTER = 0xfffd;

/** Units of characters beyond ASCII that were computed, by code point, plus 1. */
const known = new Int32Array(0x20000);

/** Returns a number that all characters have which search takes for the same. @param code point */
export function unitOf(code: number): number {
  if (code < 0x80) return code >= 0x41 && code <= 0x5a ? code + 0x20 : code;
  if (code >= 0x20000) return code;
  const unit = known[code] as number;
  return unit > 0 ? unit - 1 : computed(code);
}

function computed(code: number): number {
  const character = String.fromCodePoint(code).toWellFormed();
  const unit = sameLetters(character)[0]?.codePointAt(0) ?? NOT_A_CHARACTER;
  known[code] = unit + 1;
  return unit;
}
