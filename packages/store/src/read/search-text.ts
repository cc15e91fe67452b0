import type { Values } from './database';
import type { Needle } from './search-needle';

/** Characters of a snippet before the found text, and behind it, at most. */
const AROUND = 50;

/** A needle in one statement, which contains each of its texts once. */
export interface Sought extends Needle {
  /** Returns the placeholder of a text. */
  readonly mark: (text: string) => string;
  /** Returns the placeholder of the bytes of a text. */
  readonly markBytes: (text: string) => string;
}

export function soughtIn(needle: Needle, { add }: Pick<Values, 'add'>): Sought {
  const once = (placeholder: (text: string) => string): ((text: string) => string) => {
    const marks = new Map<string, string>();
    return (text) => {
      const known = marks.get(text) ?? placeholder(text);
      marks.set(text, known);
      return known;
    };
  };
  return {
    ...needle,
    mark: once((text) => `${add(text)}::text`),
    markBytes: once((text) => `${add(Buffer.from(text))}::bytea`),
  };
}

/** SQL: a text in lower case, as texts are tested; letters beyond ASCII stay. */
export const lowOf = (text: string): string => `lower(${text} collate "C")`;

/** SQL: whether a text contains the needle. */
export const contains = (text: string, sought: Sought): string => `${placeIn(text, sought)} > 0`;

/** SQL: whether text in lower case contains one of some texts. */
export const containsAny = (low: string, texts: readonly string[], { mark, markBytes }: Sought): string =>
  `(${texts
    .map((text) =>
      RARE.test(text)
        ? `position(${markBytes(text)} in convert_to(${low}, 'UTF8')) > 0`
        : `strpos(${low}, ${mark(text)}) > 0`,
    )
    .join(' or ')})`;

/**
 * Text whose first character is rare in texts. `position` of bytes tests most places for the first byte alone, in a fifth of the time of
 * `strpos` of two or three characters; where the first byte is frequent, it takes longer.
 */
const RARE = /^[!-`jkqvxz{-~]/;

/**
 * SQL: whether JSON text in lower case may contain the needle.
 * @param isPossible SQL: whether it may contain a probe without escapes; tested first
 */
export function mayContain(low: string, sought: Sought, isPossible = 'true'): string {
  if (sought.probes === undefined) return 'true';
  const { plain, escaped, escapes } = sought.probes;
  return `((${isPossible} and ${containsAny(low, plain, sought)}) or (${containsAny(low, escapes, sought)} and ${containsAny(low, escaped, sought)}))`;
}

/** SQL: the place of the needle in a text, in characters from 1; 0 if the text does not contain it. */
const placeIn = (text: string, { text: needle, caseMappings, mark }: Sought): string => {
  const low = lowOf(text);
  if (caseMappings.length === 0) return `strpos(${low}, ${mark(needle)})`;
  const [from, to] = [0, 1].map((side) => mark(caseMappings.map((mapping) => mapping[side]).join('')));
  return `strpos(translate(${low}, ${from}, ${to}), ${mark(needle)})`;
};

/** SQL: `[field, snippet]` as JSON, for a text that contains the needle. */
export const matchIn = (field: string, text: string, sought: Sought): string =>
  `json_build_array(${field}, substring(${text} from greatest(1, ${placeIn(text, sought)} - ${AROUND}) for ${2 * AROUND} + length(${sought.mark(sought.text)})))`;

/** SQL character that no JSON text contains, in place of a backslash that belongs to no escape. */
const BACKSLASH = 'chr(1)';
const SHORT_ESCAPES = { '"': `'"'`, '/': `'/'`, n: 'chr(10)', t: 'chr(9)', r: 'chr(13)', b: 'chr(8)', f: 'chr(12)' };

/** SQL: `s.json` after decoding of all escapes but those by code unit. */
const HALF_ESCAPED = Object.entries(SHORT_ESCAPES).reduce(
  (text, [letter, character]) => `replace(${text}, '\\${letter}', ${character})`,
  `replace(s.json, '\\\\', ${BACKSLASH})`,
);

/** Escapes that would end the statement instead of being decoded: no stored JSON text has such escapes. */
const NO_ESCAPE = String.raw`\\(?!u[0-9a-fA-F]{4})|\\u0000|\\u[dD][89abAB]..(?!\\u[dD][c-fC-F])|(?<!\\u[dD][89abAB]..)\\u[dD][c-fC-F]`;

/** SQL: JSON text after its escapes are decoded. Decoding takes several times as long as looking for a probe. */
export const decoded = (json: string): string => `(
  select case when strpos(s.json, '\\') = 0 then s.json
  else (
    select case when strpos(h.half, '\\') = 0 or h.half ~ '${NO_ESCAPE}' then replace(h.half, ${BACKSLASH}, '\\')
           else unistr(replace(h.half, ${BACKSLASH}, '\\\\')) end
    from (select ${HALF_ESCAPED} as half offset 0) h)
  end
  from (select ${json} as json offset 0) s)`;
