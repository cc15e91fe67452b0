import type { AttributeValue } from '@sluice/decode';
import { endOfString, endOfValue, stringAt } from '@sluice/record';
import type { JsonText } from '@sluice/record';
import { parse, parseContainer, valueText } from './json-text';
import { isSecretHeader, kindOf, writtenName } from './secrets';
import type { NameKind } from './secrets';

/** Replacement of a secret. */
const REDACTED: JsonText = '"[redacted]"';

/** Writes an attribute's value as JSON text without values that grant access to another system (contract: Secrets). */
export function attributeText(name: string, value: AttributeValue): JsonText {
  return textAs(writtenName(name).kind, value);
}

/** Writes the same with the name before it: a member of an object. */
export function attributeMember(name: string, value: AttributeValue): string {
  const { kind, member } = writtenName(name);
  return member + textAs(kind, value);
}

function textAs(kind: NameKind, value: AttributeValue): JsonText {
  const text = valueText(value);
  return kind === 'plain' && typeof value !== 'object' ? text : redactedAs(kind, text);
}

/**
 * Redacts the JSON text of a value by its name, that of an attribute or a key of metadata: a secret is replaced, and so are secrets in
 * objects and lists at every depth. Text is not searched, except that of headers.
 */
export function redacted(name: string, text: JsonText): JsonText {
  return redactedAs(writtenName(name).kind, text);
}

function redactedAs(kind: NameKind, text: JsonText): JsonText {
  switch (kind) {
    case 'secret':
      return isFact(text, skipWhite(text, 0)) ? text : REDACTED;
    case 'headers':
      return redactedHeaders(text);
    case 'plain':
      return redactedWithin(text);
  }
}

/** Replaces values with the names of secrets in JSON text; the rest stays byte for byte. Reads the text once. */
export function redactedWithin(text: JsonText, isHeaders = false): JsonText {
  const first = text.charCodeAt(skipWhite(text, 0));
  if (first !== OPEN_BRACE && first !== OPEN_BRACKET) return text;
  let result = '';
  let copied = 0;
  let depth = 0;
  /** Depth of the outermost object of headers around the current value; Infinity outside of headers. */
  let headersAt = isHeaders ? 1 : Infinity;
  const replace = (from: number, to: number, by: JsonText): number => {
    result += text.slice(copied, from) + by;
    copied = to;
    return to;
  };
  for (let at = 0; at < text.length;) {
    const code = text.charCodeAt(at);
    if (code !== QUOTE) {
      if (code === OPEN_BRACE || code === OPEN_BRACKET) depth++;
      else if ((code === CLOSE_BRACE || code === CLOSE_BRACKET) && depth-- === headersAt) headersAt = Infinity;
      at++;
      continue;
    }
    const end = endOfString(text, at);
    const colon = skipWhite(text, end);
    if (text.charCodeAt(colon) !== COLON) {
      at = end;
      continue;
    }
    const key = stringAt(text, at, end);
    at = skipWhite(text, colon + 1);
    const kind = headersAt <= depth && isSecretHeader(key) ? 'secret' : kindOf(key);
    if (kind === 'secret' && !isFact(text, at)) at = replace(at, endOfValue(text, at), REDACTED);
    else if (kind === 'headers' && headersAt > depth) {
      if (text.charCodeAt(at) === OPEN_BRACE) headersAt = depth + 1;
      else {
        const valueEnd = endOfValue(text, at);
        at = replace(at, valueEnd, redactedHeaders(text.slice(at, valueEnd)));
      }
    }
  }
  return copied === 0 ? text : result + text.slice(copied);
}

/**
 * Redacts headers: in an object, or in the text of an object. Any other text is replaced as a whole if it contains the name of a secret
 * header.
 */
function redactedHeaders(text: JsonText): JsonText {
  const first = text.charCodeAt(skipWhite(text, 0));
  if (first === OPEN_BRACE) return redactedWithin(text, true);
  if (first === OPEN_BRACKET) return hasSecretString(text) ? REDACTED : text;
  if (first !== QUOTE) return text;
  const inside = parse(text) as string;
  if (parseContainer(inside) === undefined) return hasSecretWord(inside) ? REDACTED : text;
  const kept = redactedHeaders(inside);
  return kept === inside ? text : kept === REDACTED ? REDACTED : JSON.stringify(kept);
}

/** Whether a string in JSON text, keys included, is the name of a secret header. */
function hasSecretString(text: JsonText): boolean {
  for (let at = text.indexOf('"'); at !== -1;) {
    const end = endOfString(text, at);
    if (isSecretHeader(stringAt(text, at, end))) return true;
    at = text.indexOf('"', end);
  }
  return false;
}

/** Whether text that is not JSON contains such a name: the lines of a request, or a dictionary as languages print it. */
function hasSecretWord(text: string): boolean {
  const words = /[\w-]+/g;
  for (let found = words.exec(text); found !== null; found = words.exec(text)) {
    if (isSecretHeader(found[0])) return true;
  }
  return false;
}

/** Whether the value at an index is true, false or null: such a value may state that a secret exists, and is not a secret itself. */
function isFact(text: JsonText, at: number): boolean {
  const code = text.charCodeAt(at);
  return code === LETTER_T || code === LETTER_F || code === LETTER_N;
}

const QUOTE = 0x22;
const COLON = 0x3a;
const OPEN_BRACE = 0x7b;
const CLOSE_BRACE = 0x7d;
const OPEN_BRACKET = 0x5b;
const CLOSE_BRACKET = 0x5d;
const LETTER_F = 0x66;
const LETTER_N = 0x6e;
const LETTER_T = 0x74;

function skipWhite(text: string, from: number): number {
  let at = from;
  for (let code = text.charCodeAt(at); code === 0x20 || (code >= 0x09 && code <= 0x0d); code = text.charCodeAt(at))
    at++;
  return at;
}
