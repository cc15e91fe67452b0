import { DecodeError } from './decode-error';
import type { Limits } from './limits';

/** A JSON object before anything is known of its members. */
export type Unchecked = { readonly [name: string]: unknown };

export const isObject = (value: unknown): value is Unchecked =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const BYTE_ORDER_MARK = Buffer.from('\uFEFF');
const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const LETTER_U = 0x75;
const OPEN_BRACKET = 0x5b;
const OPEN_BRACE = 0x7b;

/** The escape of U+0000, or of a surrogate, alone or not. */
const UNSTORABLE = /\\u(?:0000|[dD][89a-fA-F])/;
const REPLACEMENT = Buffer.from('\\ufffd');
/** Bytes of an escaped code unit: a backslash, `u` and four hex digits. */
const ESCAPE = 6;

/** `{},`: three bytes that can become fifty in memory. */
const SMALLEST_CONTAINER = 3;

/** Objects and arrays that are harmless in any body. */
const HARMLESS = 1_000_000;

/** What OTLP takes at least for each object or array inside a part of it: `{"scope":{},"spans":[]},` is 24 for two. */
const BYTES_PER_INNER = 12;

/**
 * Parses a JSON body. U+0000 and lone surrogates become U+FFFD in keys and values, invalid UTF-8 likewise
 * (contract: Limits); a byte order mark is ignored. Nesting is not limited here: `JSON.parse` does not recurse.
 * @throws DecodeError `invalid` for what is not JSON, `too-large` for more objects and arrays than `mostContainers`
 */
export function parseJsonBody(body: Buffer, limits: Pick<Limits, 'attributes' | 'items'>): unknown {
  const most = mostContainers(body.length, limits);
  if (body.length > most * SMALLEST_CONTAINER && countContainers(body) > most) {
    throw new DecodeError('too-large', `a body of this size must not hold more than ${most} objects and arrays`);
  }
  const text = textOf(body);
  try {
    return JSON.parse(UNSTORABLE.test(text) ? textOf(storable(body)) : text);
  } catch (cause) {
    throw new DecodeError('invalid', `the body must be JSON${positionOf(cause)}`, { cause });
  }
}

/**
 * How many objects and arrays a body may hold: never fewer than an OTLP request within its limits. There every
 * attribute, every part and every span is one, and what lies inside them has names; so only a body that is little else
 * than brackets, and would grow manifold in memory, has more.
 */
function mostContainers(bytes: number, { attributes, items }: Pick<Limits, 'attributes' | 'items'>): number {
  return Math.max(HARMLESS, 2 * attributes + items + Math.floor(bytes / BYTES_PER_INNER));
}

const textOf = (body: Buffer): string =>
  body.toString('utf8', body.subarray(0, 3).equals(BYTE_ORDER_MARK) ? BYTE_ORDER_MARK.length : 0);

/**
 * In JSON text the unstorable characters can only stand as escapes: a raw U+0000 is not JSON, and a raw surrogate is
 * not UTF-8. An escape is replaced by one of the same length, so keys and values are cleaned without recursion, and a
 * body full of them costs one copy of its bytes.
 */
function storable(body: Buffer): Buffer {
  const bytes = Buffer.from(body);
  for (let at = 0; at < bytes.length; at++) {
    if (bytes[at] !== BACKSLASH) continue;
    const unit = escapedUnit(bytes, at);
    const paired = isHigh(unit) && isLow(escapedUnit(bytes, at + ESCAPE));
    if (!paired && (unit === 0 || isHigh(unit) || isLow(unit))) REPLACEMENT.copy(bytes, at);
    at += unit === undefined ? 1 : paired ? 2 * ESCAPE - 1 : ESCAPE - 1;
  }
  return bytes;
}

const isHigh = (unit: number | undefined): boolean => unit !== undefined && unit >= 0xd800 && unit < 0xdc00;
const isLow = (unit: number | undefined): boolean => unit !== undefined && unit >= 0xdc00 && unit < 0xe000;

/** The code unit that is escaped here; undefined for other escapes, and for what is not JSON. */
function escapedUnit(bytes: Buffer, at: number): number | undefined {
  if (bytes[at] !== BACKSLASH || bytes[at + 1] !== LETTER_U) return undefined;
  let unit = 0;
  for (let digit = at + 2; digit < at + ESCAPE; digit++) {
    const value = hexDigit(bytes[digit] ?? 0);
    if (value === undefined) return undefined;
    unit = unit * 16 + value;
  }
  return unit;
}

function hexDigit(byte: number): number | undefined {
  if (byte >= 0x30 && byte <= 0x39) return byte - 0x30;
  const letter = byte | 0x20; // lower case
  return letter >= 0x61 && letter <= 0x66 ? letter - 0x57 : undefined;
}

/** Objects and arrays; what is inside strings does not count. */
function countContainers(body: Buffer): number {
  let count = 0;
  let quoted = false;
  for (let at = 0; at < body.length; at++) {
    const byte = body[at];
    if (byte === QUOTE) quoted = !quoted;
    else if (quoted) at += byte === BACKSLASH ? 1 : 0;
    else if (byte === OPEN_BRACE || byte === OPEN_BRACKET) count++;
  }
  return count;
}

/** The position only: the engine's message may quote the body. */
function positionOf(cause: unknown): string {
  const position = cause instanceof Error ? /at position (\d+)/.exec(cause.message)?.[1] : undefined;
  return position === undefined ? '' : `: unexpected token at position ${position}`;
}
