import type { Values } from './database';

/** A text that is looked for (contract: Text search). */
export interface Needle {
  /** With one character for all that are the same letter in another case. */
  readonly text: string;
  /** What becomes another character, letters of ASCII aside, before a text is compared with it. */
  readonly caseMappings: readonly (readonly [from: string, to: string])[];
  /** JSON text, in lower case, has one of these wherever it has the needle; undefined: nothing is known. */
  readonly probes: readonly string[] | undefined;
}

/** How JSON text may begin the escape of any character of ASCII, in lower case. */
const ESCAPED_ASCII = '\\u00';
/** Of ASCII, what JSON text may have in another way than as itself or by `ESCAPED_ASCII`. */
const ESCAPED = /["\\/\p{Cc}]+/u;

/** @param text at least one character */
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

/** All letters beyond ASCII that have another case, made when the first of them is asked for. */
let cased: string | undefined;

/** The characters that are the same in another case, itself among them: Unicode's simple case folding. */
function sameLetters(character: string): readonly string[] {
  if (!/\p{Changes_When_Casemapped}/u.test(character)) return [character];
  cased ??= allCased();
  return cased.match(new RegExp(character, 'giu')) ?? [character];
}

/** Beyond the first two planes there are no letters with case. */
function allCased(): string {
  const planes = Array.from({ length: 0x20000 - 0x80 }, (_, n) => String.fromCodePoint(n + 0x80)).join('');
  return (planes.match(/\p{Changes_When_Casemapped}/gu) ?? []).join('');
}

/** SQL: whether a text has the needle. */
export function contains(column: string, needle: Needle, { add }: Pick<Values, 'add'>): string {
  return `strpos(${lowerCasedText(`lower(${column} collate "C")`, needle, add)}, ${add(needle.text)}::text) > 0`;
}

/**
 * SQL: whether JSON text has the needle, once the escapes of its strings are undone. That takes several times as long as
 * looking for a probe.
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

/** No JSON text has this character, so it may stand for a backslash that is none of an escape. */
const BACKSLASH = 'chr(1)';
const SHORT_ESCAPES = { '"': `'"'`, '/': `'/'`, n: 'chr(10)', t: 'chr(9)', r: 'chr(13)', b: 'chr(8)', f: 'chr(12)' };

/** SQL: `s.low` where of its escapes only those by code unit are left. */
const HALF_ESCAPED = Object.entries(SHORT_ESCAPES).reduce(
  (text, [letter, character]) => `replace(${text}, '\\${letter}', ${character})`,
  `replace(s.low, '\\\\', ${BACKSLASH})`,
);

/** What would not be undone but end the statement: no JSON text that was stored has such escapes. */
const NO_ESCAPE = String.raw`\\(?!u[0-9a-f]{4})|\\u0000|\\ud[89ab]..(?!\\ud[c-f])|(?<!\\ud[89ab]..)\\ud[c-f]`;

/** SQL: `s.low` without escapes; letters of ASCII that were escaped may be capitals. */
const UNESCAPED = `
  case when strpos(s.low, '\\') = 0 then s.low
  else (
    select case when strpos(h.half, '\\') = 0 or h.half ~ '${NO_ESCAPE}' then replace(h.half, ${BACKSLASH}, '\\')
           else unistr(replace(h.half, ${BACKSLASH}, '\\\\')) end
    from (select ${HALF_ESCAPED} as half offset 0) h)
  end`;
