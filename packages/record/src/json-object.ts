/**
 * Text of one valid JSON value. Free-form values are sent, stored and answered as such text, unchanged; a plain string is its JSON string.
 * Never parsed and rebuilt on the way (packages/record/RATIONALE.md).
 */
export type JsonText = string;

/** Returns the text of a JSON object from the texts of its members; null without members. */
export function joinMembers(members: ReadonlyMap<string, JsonText> | undefined): JsonText | null {
  if (members === undefined || members.size === 0) return null;
  let text = '{';
  // Not for…of: it makes an array of each entry.
  members.forEach((value, key) => {
    if (text.length > 1) text += ',';
    text += `${JSON.stringify(key)}:${value}`;
  });
  return `${text}}`;
}

/**
 * Splits the text of any valid JSON object, as the reverse of `joinMembers`: the top-level members, each value byte for byte as written; of
 * a repeated key the last value. Parsing and rebuilding would change numbers (1.0, large integers) and repeated keys inside the values.
 * @throws SyntaxError for a string without an end or a key without a value: damaged text must not be read for ever
 */
export function splitMembers(text: JsonText | null): Map<string, JsonText> {
  const members = new Map<string, JsonText>();
  if (text === null) return members;
  eachMember(text, text.indexOf('{'), (key, start) => {
    const end = endOfValue(text, start);
    members.set(key, text.slice(start, end));
    return end;
  });
  return members;
}

/**
 * Returns the elements of the text of any valid JSON array, each byte for byte as written.
 * @throws SyntaxError for a string or an array without an end: damaged text must not be read for ever
 */
export function splitElements(text: JsonText): readonly JsonText[] {
  const elements: JsonText[] = [];
  eachElement(text, text.indexOf('['), (start) => {
    const end = endOfValue(text, start);
    elements.push(text.slice(start, end));
    return end;
  });
  return elements;
}

/**
 * Reads the members of the object that begins at `open` in valid JSON text.
 * @param read callback with the key and the index of its value; returns the index after the value
 * @returns the index after the object
 * @throws SyntaxError as `splitMembers`
 */
export function eachMember(text: JsonText, open: number, read: (key: string, start: number) => number): number {
  let at = skipWhite(text, open + 1);
  while (at < text.length && text.charCodeAt(at) !== CLOSE_BRACE) {
    const keyEnd = endOfString(text, at);
    const colon = text.indexOf(':', keyEnd);
    if (colon === -1) throw new SyntaxError('a key in JSON text has no value');
    at = skipWhite(text, read(stringAt(text, at, keyEnd), skipWhite(text, colon + 1)));
    if (text.charCodeAt(at) === COMMA) at = skipWhite(text, at + 1);
  }
  return at + 1;
}

/** Reads the elements of an array, as `eachMember` reads members. @throws SyntaxError as `splitElements` */
export function eachElement(text: JsonText, open: number, read: (start: number) => number): number {
  let at = skipWhite(text, open + 1);
  while (at < text.length && text.charCodeAt(at) !== CLOSE_BRACKET) {
    const end = read(at);
    if (end === at) throw new SyntaxError('an element of JSON text has no value');
    at = skipWhite(text, end);
    if (text.charCodeAt(at) === COMMA) at = skipWhite(text, at + 1);
  }
  return at + 1;
}

/** Returns the string that JSON text represents from `start` to `end`, quotes included. */
export function stringAt(text: JsonText, start: number, end: number): string {
  const inside = text.slice(start + 1, end - 1);
  return inside.includes('\\') ? (JSON.parse(text.slice(start, end)) as string) : inside;
}

const OPEN_BRACE = 0x7b;
const CLOSE_BRACE = 0x7d;
const OPEN_BRACKET = 0x5b;
const CLOSE_BRACKET = 0x5d;
const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;

const isWhite = (code: number): boolean => code === 0x20 || code === 0x0a || code === 0x0d || code === 0x09;

function skipWhite(text: string, from: number): number {
  let at = from;
  while (isWhite(text.charCodeAt(at))) at++;
  return at;
}

/** Length in characters up to which a string is scanned here: most strings end before a call of the engine has begun. */
const SHORT = 24;

/** Returns the index after the closing quote of the string that starts at `start`. The engine searches long text. */
export function endOfString(text: string, start: number): number {
  for (let at = start + 1; ;) {
    for (const short = Math.min(at + SHORT, text.length); at < short; at++) {
      const code = text.charCodeAt(at);
      if (code === QUOTE) return at + 1;
      if (code === BACKSLASH) at++;
    }
    const quote = text.indexOf('"', at);
    if (quote === -1) throw new SyntaxError('a string in JSON text has no end');
    if (!isEscaped(text, quote, at)) return quote + 1;
    at = quote + 1;
  }
}

/** Returns whether an odd number of backslashes, from `from` on, precedes the quote. */
function isEscaped(text: string, quote: number, from: number): boolean {
  let at = quote;
  while (at > from && text.charCodeAt(at - 1) === BACKSLASH) at--;
  return (quote - at) % 2 === 1;
}

/** Returns the index after the value that starts at `start`, in valid JSON text. */
export function endOfValue(text: string, start: number): number {
  let depth = 0;
  for (let at = start; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) {
      at = endOfString(text, at) - 1;
    } else if (code === OPEN_BRACE || code === OPEN_BRACKET) {
      depth++;
    } else if (code === CLOSE_BRACE || code === CLOSE_BRACKET) {
      if (depth === 0) return at;
      depth--;
    } else if (depth === 0 && (code === COMMA || isWhite(code))) {
      return at;
    }
  }
  return text.length;
}
