import type { Values } from './database';

/** Text to search for (contract: Text search). */
export interface Needle {
  /** The text with one character for all that are the same letter in another case. */
  readonly text: string;
  /** Replacements of characters beyond ASCII before a text is compared with it. */
  readonly caseMappings: readonly (readonly [from: string, to: string])[];
  /** Texts one of which JSON text, in lower case, contains wherever it contains the needle; undefined: no such texts are known. */
  readonly probes: readonly string[] | undefined;
}

/** Beginning of the JSON escape of any ASCII character, in lower case. */
const ESCAPED_ASCII = '\\u00';
/** ASCII characters that JSON text may contain in another form than as themselves or by `ESCAPED_ASCII`. */
const ESCAPED = /["\\/\p{Cc}]+/u;

/** Builds a needle. @param text at least one character */
export function needleOf(text: string): Needle {
  const characters = [...new Set(text)].filter((character) => character > '\x7f');
  const caseMappings = characters.flatMap((character) => {
    const [to = character, ...others] = sameLetters(character);
    return others.map((from) => [from, to] as const);
  });
  const become = new Map(caseMappings);
  const lowerCased = Array.from(lowerAscii(text), (character) => become.get(character) ?? character).join('');
  const [first] = characters;
  return {
    text: lowerCased,
    caseMappings: [...become],
    probes: first === undefined ? asciiProbes(lowerCased) : probesOf(first),
  };
}

const lowerAscii = (text: string): string => text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());

function asciiProbes(text: string): readonly string[] | undefined {
  const plain = text.split(ESCAPED).reduce((longest, part) => (part.length > longest.length ? part : longest), '');
  return plain === '' ? undefined : [plain, ESCAPED_ASCII];
}

const probesOf = (character: string): readonly string[] =>
  sameLetters(character).flatMap((same) => [
    same,
    Array.from({ length: same.length }, (_, n) => escaped(same, n)).join(''),
  ]);

const escaped = (text: string, unit: number): string => `\\u${text.charCodeAt(unit).toString(16).padStart(4, '0')}`;

/** All letters beyond ASCII that have another case, computed on first use. */
let cased: string | undefined;

/** Returns the characters that are the same letter in another case, including itself: Unicode's simple case folding. */
function sameLetters(character: string): readonly string[] {
  if (!/\p{Changes_When_Casemapped}/u.test(character)) return [character];
  cased ??= allCased();
  return cased.match(new RegExp(character, 'giu')) ?? [character];
}

/** Lists the letters with case. There are none beyond the first two planes. */
function allCased(): string {
  const planes = Array.from({ length: 0x20000 - 0x80 }, (_, n) => String.fromCodePoint(n + 0x80)).join('');
  return (planes.match(/\p{Changes_When_Casemapped}/gu) ?? []).join('');
}

/** SQL: whether a text contains the needle. */
export function contains(column: string, needle: Needle, { add }: Pick<Values, 'add'>): string {
  return `strpos(${lowerCasedText(`lower(${column} collate "C")`, needle, add)}, ${add(needle.text)}::text) > 0`;
}

/**
 * SQL: whether JSON text contains the needle, after the escapes of its strings are decoded. Decoding takes several times as long as looking
 * for a probe.
 */
export function containsInJson(column: string, needle: Needle, { add }: Pick<Values, 'add'>): string {
  const probes = needle.probes?.map((probe) => `strpos(s.low, ${add(probe)}::text) > 0`) ?? [];
  const whole = `strpos(${lowerCasedText(`lower(${UNESCAPED})`, needle, add)}, ${add(needle.text)}::text) > 0`;
  return `(
    select ${probes.length === 0 ? whole : `case when ${probes.join(' or ')} then ${whole} else false end`}
    from (select lower(${column} collate "C") as low offset 0) s)`;
}

const lowerCasedText = (text: string, { caseMappings }: Needle, add: Values['add']): string =>
  caseMappings.reduce((lowerCased, [from, to]) => `replace(${lowerCased}, ${add(from)}::text, ${add(to)}::text)`, text);

/** SQL character that no JSON text contains, in place of a backslash that belongs to no escape. */
const BACKSLASH = 'chr(1)';
const SHORT_ESCAPES = { '"': `'"'`, '/': `'/'`, n: 'chr(10)', t: 'chr(9)', r: 'chr(13)', b: 'chr(8)', f: 'chr(12)' };

/** SQL: `s.low` after decoding of all escapes but those by code unit. */
const HALF_ESCAPED = Object.entries(SHORT_ESCAPES).reduce(
  (text, [letter, character]) => `replace(${text}, '\\${letter}', ${character})`,
  `replace(s.low, '\\\\', ${BACKSLASH})`,
);

/** Escapes that would end the statement instead of being decoded: no stored JSON text has such escapes. */
const NO_ESCAPE = String.raw`\\(?!u[0-9a-f]{4})|\\u0000|\\ud[89ab]..(?!\\ud[c-f])|(?<!\\ud[89ab]..)\\ud[c-f]`;

/** SQL: `s.low` without escapes; ASCII letters that were escaped may be capitals. */
const UNESCAPED = `
  case when strpos(s.low, '\\') = 0 then s.low
  else (
    select case when strpos(h.half, '\\') = 0 or h.half ~ '${NO_ESCAPE}' then replace(h.half, ${BACKSLASH}, '\\')
           else unistr(replace(h.half, ${BACKSLASH}, '\\\\')) end
    from (select ${HALF_ESCAPED} as half offset 0) h)
  end`;
