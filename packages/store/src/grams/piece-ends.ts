import { LONG_GRAM, isLetter } from './gram-hash';
import { JSON_TEXT, OTHER, SEPARATOR, UnitReader } from './json-units';
import { unitOf } from './letter-units';

/** Letters at the ends of a piece of JSON text that may be a part of a longer word. */
export interface PieceEnds {
  readonly first: readonly number[];
  readonly last: readonly number[];
}

const MOST = LONG_GRAM - 1;
const NOTHING: readonly number[] = [];
const reader = new UnitReader();

/** Bytes that no escape contains; a piece may be read from behind any of them. */
const OUTSIDE_ESCAPES = new Set(Buffer.from(" ,.:;-_()[]{}=?!'"));

/** Returns the ends of a piece. */
export const endsOf = (bytes: Buffer, start: number, end: number): PieceEnds => ({
  first: lettersFrom(bytes, start, end, MOST).letters,
  last: lastLetters(bytes, start, end),
});

function lastLetters(bytes: Buffer, start: number, end: number): readonly number[] {
  let from = end;
  while (from > start && !OUTSIDE_ESCAPES.has(bytes[from - 1] as number)) from -= 1;
  let last: readonly number[] = NOTHING;
  for (let at = from; at < end;) {
    const { letters, behind, isEnded } = lettersFrom(bytes, at, end, Infinity);
    last = isEnded ? NOTHING : letters;
    at = behind;
  }
  return last.slice(-MOST);
}

/** Reads the letters of a word, at most so many. @returns also the place behind these, and behind the character that ended the word */
function lettersFrom(bytes: Buffer, at: number, end: number, most: number) {
  const letters: number[] = [];
  while (at < end && letters.length < most) {
    const byte = bytes[at] as number;
    const of = JSON_TEXT[byte];
    at = of === OTHER ? reader.read(bytes, at, end) : at + 1;
    const unit = of === OTHER ? reader.unit : unitOf(byte);
    if (of === SEPARATOR || !isLetter(unit)) return { letters, behind: at, isEnded: true };
    letters.push(unit);
  }
  return { letters, behind: at, isEnded: false };
}
