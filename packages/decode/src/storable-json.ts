const BACKSLASH = 0x5c;
const LETTER_U = 0x75;

/** The escape of U+0000, or of a surrogate, alone or not. */
const UNSTORABLE = /\\u(?:0000|[dD][89a-fA-F])/;
const REPLACEMENT = Buffer.from('\\ufffd');
/** Bytes of an escaped code unit: a backslash, `u` and four hex digits. */
const ESCAPE = 6;

/** JSON text from bytes of UTF-8, in which the escapes of U+0000 and of lone surrogates are those of U+FFFD (contract: Limits). */
export function storableText(body: Buffer, start: number, end: number): string {
  const text = body.toString('utf8', start, end);
  return UNSTORABLE.test(text) ? storable(body.subarray(start, end)).toString('utf8') : text;
}

/**
 * In JSON text the unstorable characters can only stand as escapes: a raw U+0000 is not JSON, and a raw surrogate is
 * not UTF-8. An escape is replaced by one of the same length, so keys and values are cleaned without recursion, and a
 * text full of them costs one copy of its bytes.
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
