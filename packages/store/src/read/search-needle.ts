import { gramsOf } from '../grams/gram-hash';
import { sameLetters } from '../grams/same-letters';

/** Text to search for (contract: Text search). */
export interface Needle {
  /** The text with one character for all that are the same letter in another case. */
  readonly text: string;
  /** Replacements of characters beyond ASCII before a text is compared with it. */
  readonly caseMappings: readonly (readonly [from: string, to: string])[];
  /** Texts that JSON text has wherever it contains the needle; undefined: no such texts are known. */
  readonly probes: Probes | undefined;
  /**
   * Texts one of which a piece contains, in lower case, that the probe crosses to another piece; empty: no probe crosses pieces, which never
   * end inside a character or an escape.
   */
  readonly halves: readonly string[];
  /** Bytes of which a filter has a bit if one of its texts contains the needle (`gramsOf`); empty: no filter knows. */
  readonly grams: readonly number[];
}

/** Texts one of which JSON text, in lower case, contains wherever it contains the needle. */
export interface Probes {
  readonly plain: readonly string[];
  /** Texts with an escape. */
  readonly escaped: readonly string[];
  /** Beginnings of escapes, one of which each text in `escaped` contains. */
  readonly escapes: readonly string[];
}

/** Characters of a probe, at most: fewer bytes than a piece has, so that a probe lies in at most two. */
const LONGEST_PROBE = 64;

/** Beginning of a JSON escape by code unit, and of that of any ASCII character, in lower case. */
const ESCAPE = '\\u';
const ESCAPED_ASCII = '\\u00';
/** Characters that JSON text may contain in another form than as themselves or by `ESCAPED_ASCII`. */
const NOT_PLAIN = /["\\/\p{Cc}]+|[^\x00-\x7f]+/u;

/** Characters from which on a part in ASCII is rare enough to be looked for instead of a letter beyond ASCII. */
const RARE_PART = 4;

/** Builds a needle. @param text at least one character */
export function needleOf(text: string): Needle {
  const characters = [...new Set(text)].filter((character) => character > '\x7f');
  const caseMappings = characters.flatMap((character) => {
    const [to = character, ...others] = sameLetters(character);
    return others.map((from) => [from, to] as const);
  });
  const become = new Map(caseMappings);
  const lowerCased = Array.from(lowerAscii(text), (character) => become.get(character) ?? character).join('');
  const caseless = { text: lowerCased, caseMappings: [...become], grams: gramsOf(text) };
  const plain = plainPart(lowerCased);
  if (characters.length > 0 && plain.length < RARE_PART) return { ...caseless, ...probesBeyondAscii(text) };
  const probes = plain === '' ? undefined : { plain: [plain], escaped: escapesOf(plain), escapes: [ESCAPED_ASCII] };
  return { ...caseless, probes, halves: halvesOf(plain) };
}

const lowerAscii = (text: string): string => text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());

/** Returns the longest part in ASCII without characters that JSON escapes. */
export function plainPart(text: string): string {
  const plain = text.split(NOT_PLAIN).reduce((longest, part) => (part.length > longest.length ? part : longest), '');
  return plain.slice(0, LONGEST_PROBE);
}

/** Returns two texts: wherever a text is cut in two, the part before the cut ends with the one, or the other part begins with the other. */
function halvesOf(text: string): readonly string[] {
  if (text.length < 2) return [];
  const middle = Math.ceil(text.length / 2);
  return [text.slice(0, middle), text.slice(middle - 1)];
}

/** Returns beginnings of escapes: text that contains a part in ASCII by an escape contains one of these. */
const escapesOf = (part: string): readonly string[] => [
  ...new Set(
    Array.from(part).flatMap((character) =>
      [character, character.toUpperCase()].map((same) => escaped(same).slice(0, ESCAPED_ASCII.length + 1)),
    ),
  ),
];

/** Returns the probes of two characters beyond ASCII that follow each other, if there are such, else of one. */
function probesBeyondAscii(text: string): Pick<Needle, 'probes' | 'halves'> {
  const [found = ''] = /[^\x00-\x7f]{2}/u.exec(text) ?? /[^\x00-\x7f]/u.exec(text) ?? [];
  const forms = Array.from(found, formsOf);
  const all = forms.reduce((starts, ends) => starts.flatMap((start) => ends.map((end) => start + end)));
  const probes = {
    plain: all.filter((probe) => !probe.includes(ESCAPE)),
    escaped: all.filter((probe) => probe.includes(ESCAPE)),
    escapes: [...new Set(Array.from(found, (character) => commonStart(sameLetters(character).map(escaped))))],
  };
  return { probes, halves: forms.length === 1 ? [] : forms.flat() };
}

/** Returns all forms in which JSON text may contain a character beyond ASCII. */
const formsOf = (character: string): readonly string[] =>
  sameLetters(character).flatMap((same) => [same, escaped(same)]);

function commonStart([first = '', ...others]: readonly string[]): string {
  let length = first.length;
  while (!others.every((other) => other.startsWith(first.slice(0, length)))) length -= 1;
  return first.slice(0, length);
}

const escaped = (text: string): string =>
  text.replace(/[^]/g, (unit) => `${ESCAPE}${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
