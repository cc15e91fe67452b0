import type { JsonText } from './json-object';

/** Limit of nested objects and arrays for `isJson`: far more than a request may have, including its wrappers. */
const DEEPEST = 1000;

/**
 * Returns whether a text is one JSON value (RFC 8259), nested at most 1,000 deep. Linear, and without the garbage of `JSON.parse`, which
 * builds the value.
 */
export function isJson(text: string): text is JsonText {
  return faultInJson(text, { deepest: DEEPEST }) === undefined;
}

/** Index of a value in JSON text, up to which the text is valid. */
export interface JsonPlace {
  readonly at: number;
  /** Characters that close the open objects and arrays. */
  readonly closers: readonly number[];
}

/** Least distance of two noted places. */
const PLACE_DISTANCE = 4096;

/**
 * Returns the index of the first character of a text that violates JSON, or the length of the text if it ends too early; undefined if the
 * text is one JSON value. The errors of the engine contain an index only sometimes.
 * @param deepest limit of nested objects and arrays
 * @param places places of the text that are known: it is checked from the last one on, and further places are added
 */
export function faultInJson(
  text: string,
  { deepest = Infinity, places }: { readonly deepest?: number; readonly places?: JsonPlace[] } = {},
): number | undefined {
  const last = places?.at(-1);
  /** Characters that close the open objects and arrays. */
  const closers: number[] = [...(last?.closers ?? [])];
  let noted = places === undefined ? Infinity : (last?.at ?? 0);
  for (let at = skipWhite(text, last?.at ?? 0); ;) {
    if (at - noted >= PLACE_DISTANCE) {
      places?.push({ at, closers: [...closers] });
      noted = at;
    }
    const code = text.charCodeAt(at);
    const closer = code === OPEN_BRACE ? CLOSE_BRACE : code === OPEN_BRACKET ? CLOSE_BRACKET : undefined;
    if (closer === undefined) {
      at = afterScalar(text, at, code);
      if (at < 0) return ~at;
    } else {
      if (closers.length === deepest) return at;
      at = skipWhite(text, at + 1);
      if (text.charCodeAt(at) === closer) at += 1;
      else {
        closers.push(closer);
        if (closer === CLOSE_BRACE) at = afterName(text, at);
        if (at < 0) return ~at;
        continue;
      }
    }
    at = skipWhite(text, at);
    while (closers.length > 0 && text.charCodeAt(at) === closers.at(-1)) {
      closers.pop();
      at = skipWhite(text, at + 1);
    }
    if (closers.length === 0) return at === text.length ? undefined : at;
    if (text.charCodeAt(at) !== COMMA) return at;
    at = skipWhite(text, at + 1);
    if (closers.at(-1) === CLOSE_BRACE) at = afterName(text, at);
    if (at < 0) return ~at;
  }
}

/* The functions below return the index after what they have read, or the complement (`~`) of the index of a fault. */

/** Returns the index of the value of the member whose name begins at `start`. */
function afterName(text: string, start: number): number {
  const end = afterString(text, start);
  if (end < 0) return end;
  const colon = skipWhite(text, end);
  return text.charCodeAt(colon) === COLON ? skipWhite(text, colon + 1) : ~colon;
}

const LITERALS = new Map([
  [0x74, 'true'],
  [0x66, 'false'],
  [0x6e, 'null'],
]);
const NUMBER = /-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?/y;

function afterScalar(text: string, at: number, code: number): number {
  if (code === QUOTE) return afterString(text, at);
  const literal = LITERALS.get(code);
  if (literal !== undefined) return text.startsWith(literal, at) ? at + literal.length : ~at;
  NUMBER.lastIndex = at;
  return NUMBER.test(text) ? NUMBER.lastIndex : ~at;
}

/** Characters that may follow a backslash, without `u`: `"`, `\`, `/`, b, f, n, r, t. */
const ESCAPED = new Set([0x22, 0x5c, 0x2f, 0x62, 0x66, 0x6e, 0x72, 0x74]);
const HEX_4 = /[0-9a-fA-F]{4}/y;

/** Characters that a string may contain as they are. */
const PLAIN = /[^"\\\x00-\x1f]*/y;

/** Returns the index after the closing quote of the string that begins at `start`. */
function afterString(text: string, start: number): number {
  if (text.charCodeAt(start) !== QUOTE) return ~start;
  for (let at = start + 1; ; at += 1) {
    PLAIN.lastIndex = at;
    PLAIN.test(text);
    at = PLAIN.lastIndex;
    const code = text.charCodeAt(at);
    if (code === QUOTE) return at + 1;
    if (code !== BACKSLASH) return ~at;
    at += 1;
    if (text.charCodeAt(at) === LETTER_U) {
      HEX_4.lastIndex = at + 1;
      if (!HEX_4.test(text)) return ~at;
      at += 4;
    } else if (!ESCAPED.has(text.charCodeAt(at))) return ~at;
  }
}

function skipWhite(text: string, from: number): number {
  let at = from;
  for (; ; at += 1) {
    const code = text.charCodeAt(at);
    if (code !== SPACE && code !== 0x0a && code !== 0x0d && code !== 0x09) return at;
  }
}

const SPACE = 0x20;
const QUOTE = 0x22;
const COMMA = 0x2c;
const COLON = 0x3a;
const OPEN_BRACKET = 0x5b;
const BACKSLASH = 0x5c;
const CLOSE_BRACKET = 0x5d;
const LETTER_U = 0x75;
const OPEN_BRACE = 0x7b;
const CLOSE_BRACE = 0x7d;
