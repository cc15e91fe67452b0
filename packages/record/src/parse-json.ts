import { endOfString, endOfValue } from './json-object';

/**
 * Returns the result that `JSON.parse` is specified to have, with the names that were sent. The engine of Node 24 and 26 reads an escaped
 * name wrongly after an object with a name that contains a backslash (nodejs/node#63785): after `{"\\":0}` it reads the name `"` of another
 * sender as a backslash. So every text with names chosen by users is parsed here. A text without escaped names costs one more search for
 * backslashes; otherwise the value is built here, in linear time and without recursion.
 * @throws SyntaxError as `JSON.parse` does
 */
export function parseJson(text: string): unknown {
  const value: unknown = JSON.parse(text);
  return hasEscapedName(text) ? valueOf(text) : value;
}

/** Returns whether a name is escaped. @param text valid JSON: a backslash is in a string, which is a name if a colon follows */
function hasEscapedName(text: string): boolean {
  for (let at = text.indexOf('\\'); at !== -1; at = text.indexOf('\\', at)) {
    at = endOfString(text, at - 1);
    while (isWhite(text.charCodeAt(at))) at += 1;
    if (text.charCodeAt(at) === COLON) return true;
  }
  return false;
}

/** Returns the value of valid JSON. Names and scalars are parsed one by one, which the engine does right. */
function valueOf(text: string): unknown {
  /** Content of the open containers: elements, or names and values alternately. */
  const known: unknown[] = [];
  /** Length of `known` at the start of each container. */
  const opened: number[] = [];
  for (let at = 0; at < text.length;) {
    const code = text.charCodeAt(at);
    if (code === OPEN_BRACE || code === OPEN_BRACKET) opened.push(known.length);
    else if (code === CLOSE_BRACE) known.push(objectOf(known.splice(opened.pop() ?? 0)));
    else if (code === CLOSE_BRACKET) known.push(known.splice(opened.pop() ?? 0));
    else if (code !== COMMA && code !== COLON && !isWhite(code)) {
      const end = code === QUOTE ? endOfString(text, at) : endOfValue(text, at);
      known.push(JSON.parse(text.slice(at, end)));
      at = end;
      continue;
    }
    at += 1;
  }
  return known[0];
}

/** Returns the object of alternating names and values. */
function objectOf(members: readonly unknown[]): object {
  const indices = members.filter((name, n) => n % 2 === 0 && INDEX.test(name as string));
  // Set one by one, `{"1023":1}` would use 12 KiB, room for all the indices below: the engine allocates objects that it parses as needed.
  const object = (indices.length === 0 ? {} : JSON.parse(`{"${indices.join('":0,"')}":0}`)) as Record<string, unknown>;
  for (let n = 0; n < members.length; n += 2) {
    const name = members[n] as string;
    const value = members[n + 1];
    if (name === '__proto__') {
      Object.defineProperty(object, name, { value, configurable: true, enumerable: true, writable: true });
    } else object[name] = value;
  }
  return object;
}

/** A name that the engine treats as the index of an element. Larger ones never use more room than they need. */
const INDEX = /^(?:0|[1-9][0-9]{0,8})$/;

const QUOTE = 0x22;
const COMMA = 0x2c;
const COLON = 0x3a;
const OPEN_BRACKET = 0x5b;
const CLOSE_BRACKET = 0x5d;
const OPEN_BRACE = 0x7b;
const CLOSE_BRACE = 0x7d;

const isWhite = (code: number): boolean => code === 0x20 || code === 0x0a || code === 0x0d || code === 0x09;
