import type { AttributeValue } from '@sluice/decode';
import { endOfString, endOfValue, stringAt } from '@sluice/record';
import type { JsonText } from '@sluice/record';
import { parse, parseContainer, valueText } from './json-text';
import { isSecretHeader, kindOf, writtenName } from './secrets';
import type { NameKind } from './secrets';

/** What stands in the place of a secret. */
const REDACTED: JsonText = '"[redacted]"';

/** The JSON text of an attribute's value without what gives access to another system (contract: Secrets). */
export function attributeText(name: string, value: AttributeValue): JsonText {
  return textAs(writtenName(name).kind, value);
}

/** As `attributeText`, with the name before it: a member of an object. */
export function attributeMember(name: string, value: AttributeValue): string {
  const { kind, member } = writtenName(name);
  return member + textAs(kind, value);
}

function textAs(kind: NameKind, value: AttributeValue): JsonText {
  const text = valueText(value);
  return kind === 'plain' && typeof value !== 'object' ? text : redactedAs(kind, text);
}

/**
 * The JSON text of what stands under a name, an attribute's or a key of metadata: of a secret only that it was sent, in
 * objects and lists the same at every depth. Text is not searched, except that of headers.
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

/** JSON text in which what stands under the name of a secret is replaced; the rest byte for byte. Reads it once. */
export function redactedWithin(text: JsonText, isHeaders = false): JsonText {
  const first = text.charCodeAt(skipWhite(text, 0));
  if (first !== OPEN_BRACE && first !== OPEN_BRACKET) return text;
  let result = '';
  let copied = 0;
  let depth = 0;
  /** The depth of the object that holds headers, itself and what is inside. */
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

/** Headers as an object; as the text of one; else, where the name of a secret one stands in them, not at all. */
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

/** Whether a string in JSON text, keys among them, is the name of a secret header. */
function hasSecretString(text: JsonText): boolean {
  for (let at = text.indexOf('"'); at !== -1;) {
    const end = endOfString(text, at);
    if (isSecretHeader(stringAt(text, at, end))) return true;
    at = text.indexOf('"', end);
  }
  return false;
}

/** The same of text that is no JSON: the lines of a request, or as languages print their dictionaries. */
function hasSecretWord(text: string): boolean {
  const words = /[\w-]+/g;
  for (let found = words.exec(text); found !== null; found = words.exec(text)) {
    if (isSecretHeader(found[0])) return true;
  }
  return false;
}

/** Whether true, false or null stands here: whether there is a secret, and none itself. */
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
