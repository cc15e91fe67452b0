import { DecodeError } from './decode-error';
import type { Limits } from './limits';

/** A JSON object before anything is known of its members. */
export type Unchecked = { readonly [name: string]: unknown };

export const isObject = (value: unknown): value is Unchecked =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** `[]` or `{}`: two bytes that can become fifty in memory. */
const SMALLEST_CONTAINER = 2;

/** An attribute is two objects, and a span brings some of its own. */
const CONTAINERS_PER_ATTRIBUTE = 3;

/**
 * Parses a JSON body. U+0000 and lone surrogates become U+FFFD in keys and values, invalid UTF-8 likewise
 * (contract: Limits); a byte order mark is ignored. Nesting is not limited here: `JSON.parse` does not recurse.
 * @throws DecodeError `invalid` for what is not JSON, `too-large` for more objects and arrays than a valid body can hold
 */
export function parseJsonBody(body: Buffer, limits: Pick<Limits, 'attributes'>): unknown {
  const most = limits.attributes * CONTAINERS_PER_ATTRIBUTE;
  if (body.length > most * SMALLEST_CONTAINER && countContainers(body) > most) {
    throw new DecodeError('too-large', `the body must not hold more than ${most} objects and arrays`);
  }
  const text = body.toString('utf8', body.subarray(0, 3).equals(BYTE_ORDER_MARK) ? 3 : 0);
  try {
    return JSON.parse(withoutUnstorable(text));
  } catch (cause) {
    throw new DecodeError('invalid', `the body must be JSON${positionOf(cause)}`, { cause });
  }
}

const BYTE_ORDER_MARK = Buffer.from('\uFEFF');

const UNSTORABLE = /\\u(?:0000|[dD][89a-fA-F])/;
/** Alternatives that keep their text come first: an escaped backslash, a surrogate pair. */
const ESCAPES = /(\\\\|\\ud[89ab][0-9a-f]{2}\\ud[c-f][0-9a-f]{2})|\\u(?:0000|d[89a-f][0-9a-f]{2})/gi;

/**
 * In JSON text the unstorable characters can only stand as escapes: a raw U+0000 is not JSON, and a raw surrogate is
 * not UTF-8. Replacing there and not in the parsed value costs a clean body one search, and no recursion.
 */
function withoutUnstorable(text: string): string {
  return UNSTORABLE.test(text) ? text.replace(ESCAPES, (_match, kept?: string) => kept ?? '\\ufffd') : text;
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const OPEN_BRACKET = 0x5b;
const OPEN_BRACE = 0x7b;

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
