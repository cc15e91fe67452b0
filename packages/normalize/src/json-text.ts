import type { AttributeValue } from '@sluice/decode';
import { parseJson } from '@sluice/record';
import type { JsonText } from '@sluice/record';

/** Limit of the nesting of JSON in a text; deeper JSON is stored as text (contract: Limits). */
export const MAX_DEPTH = 64;

/** Returns whether a text begins and ends as an object or an array does: most text that only begins like JSON does not. */
export function mayBeContainer(text: string): boolean {
  const first = text.charCodeAt(skipWhite(text, 0));
  if (first !== OPEN_BRACE && first !== OPEN_BRACKET) return false;
  return text.charCodeAt(lastNonWhite(text)) === (first === OPEN_BRACE ? CLOSE_BRACE : CLOSE_BRACKET);
}

/** Parses a text that is an object or array within `MAX_DEPTH`; otherwise undefined. */
export function parseContainer(text: string): object | undefined {
  // Checking both ends first avoids the cost of an exception.
  if (!mayBeContainer(text) || beginsTooDeep(text)) return undefined;
  const value = parse(text);
  if (typeof value !== 'object' || value === null) return undefined;
  return text.length <= 2 * MAX_DEPTH || isWithinDepth(value, MAX_DEPTH) ? value : undefined;
}

/** Parses a text that is an object; otherwise undefined. */
export function parseObject(text: string): Readonly<Record<string, unknown>> | undefined {
  const value = parseContainer(text);
  return value === undefined || Array.isArray(value) ? undefined : (value as Readonly<Record<string, unknown>>);
}

/** Parses a text that is JSON of any kind; undefined for other text. */
export function parse(text: string): unknown {
  try {
    return parseJson(text);
  } catch {
    return undefined;
  }
}

/** Whether a text is JSON that is neither object nor array. */
export function isScalar(text: string): boolean {
  const first = text.charCodeAt(skipWhite(text, 0));
  if (first === OPEN_BRACE || first === OPEN_BRACKET) return false;
  const value = parse(text);
  return value !== undefined && typeof value !== 'object';
}

/** Whether a text is a truth value, or a number as `JSON.stringify` writes it, so that parsing it loses no digit. */
export function isWrittenScalar(text: string): boolean {
  if (text === 'true' || text === 'false') return true;
  return text.length <= LONGEST_NUMBER && Number.isFinite(Number(text)) && String(Number(text)) === text;
}

/** Length of the longest number that JavaScript writes: `-1.7976931348623157e+308` has 24 characters. */
const LONGEST_NUMBER = 24;

const PLAIN = /^[\x20\x21\x23-\x5b\x5d-\x7e]*$/;

/** Quotes a text as JSON string. Names and short values are mostly plain ASCII, which needs no escaping: twice as fast. */
export function quote(text: string): JsonText {
  return text.length <= 64 && PLAIN.test(text) ? `"${text}"` : JSON.stringify(text);
}

/** Writes any value of an attribute as JSON text. */
export function valueText(value: AttributeValue): JsonText {
  return typeof value === 'string' ? quote(value) : JSON.stringify(value);
}

/** Returns the text that a limit of bytes measures: a text itself in UTF-8, any other value as its JSON (contract: Limits). */
export function sentText(value: AttributeValue): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** Writes an object of values that are JSON text already. */
export function objectText(members: Iterable<readonly [key: string, value: JsonText]>): JsonText {
  let text = '';
  for (const [key, value] of members) text += `${text === '' ? '' : ','}${quote(key)}:${value}`;
  return `{${text}}`;
}

const QUOTE = 0x22;
const OPEN_BRACE = 0x7b;
const CLOSE_BRACE = 0x7d;
const OPEN_BRACKET = 0x5b;
const CLOSE_BRACKET = 0x5d;

const isWhite = (code: number): boolean => code === 0x20 || code === 0x0a || code === 0x0d || code === 0x09;

function skipWhite(text: string, from: number): number {
  let at = from;
  while (isWhite(text.charCodeAt(at))) at++;
  return at;
}

function lastNonWhite(text: string): number {
  let at = text.length - 1;
  while (at > 0 && isWhite(text.charCodeAt(at))) at--;
  return at;
}

/** Characters that are scanned before a text is parsed. */
const LOOKED_AT = 4096;

/**
 * Whether brackets at the beginning of a text, before its first string, already nest too deep. Parsing 500,000 brackets costs a quarter of
 * a second, most of it for garbage collection.
 */
function beginsTooDeep(text: string): boolean {
  const end = Math.min(text.length, LOOKED_AT);
  let depth = 0;
  for (let at = 0; at < end && depth <= MAX_DEPTH; at++) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) return false;
    if (code === OPEN_BRACE || code === OPEN_BRACKET) depth++;
    else if (code === CLOSE_BRACE || code === CLOSE_BRACKET) depth--;
  }
  return depth > MAX_DEPTH;
}

function isWithinDepth(value: object, depth: number): boolean {
  if (depth === 0) return false;
  if (Array.isArray(value)) {
    for (const item of value as readonly unknown[]) if (!isLeaf(item) && !isWithinDepth(item, depth - 1)) return false;
    return true;
  }
  const members = value as Readonly<Record<string, unknown>>;
  // Not Object.values: this runs for every input and output, and an array for each object would cost most.
  for (const key in members) {
    const item = members[key];
    if (!isLeaf(item) && !isWithinDepth(item, depth - 1)) return false;
  }
  return true;
}

function isLeaf(value: unknown): value is string | number | boolean | null | undefined {
  return typeof value !== 'object' || value === null;
}
