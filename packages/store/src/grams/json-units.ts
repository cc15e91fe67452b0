import { unitOf } from './letter-units';

const BACKSLASH = 0x5c;

/** Classes of bytes: part of no word; an ASCII letter, or more than that. */
export const [SEPARATOR, LETTER, OTHER] = [0, 1, 2];

/** Classes of the bytes of plain text. */
export const PLAIN: Uint8Array = Uint8Array.from({ length: 256 }, (_, byte) => {
  if (byte >= 0x80) return OTHER;
  const unit = unitOf(byte);
  return unit >= 0x61 && unit <= 0x7a ? LETTER : SEPARATOR;
});
/** Classes of the bytes of JSON text. */
export const JSON_TEXT: Uint8Array = PLAIN.with(BACKSLASH, OTHER);

/** Characters of short escapes by the second byte. */
const SHORT_ESCAPES = Int32Array.from({ length: 256 }, (_, byte) => {
  const found = '"\\/nrtbf'.indexOf(String.fromCharCode(byte));
  return found < 0 ? -1 : '"\\/\n\r\t\b\f'.charCodeAt(found);
});

const HEX = Int8Array.from({ length: 256 }, (_, byte) => {
  const digit = Number.parseInt(String.fromCharCode(byte), 16);
  return Number.isNaN(digit) ? -1 : digit;
});

/** Reads characters beyond ASCII, and escapes of JSON, of bytes of the class `OTHER`. */
export class UnitReader {
  /** Unit of the character that was read. */
  unit = 0;
  /** Whether an escape could not be decoded since this was last set to false. */
  isUncertain = false;

  /** @returns the place behind the character */
  read(bytes: Buffer, at: number, end: number): number {
    const first = bytes[at] as number;
    return first === BACKSLASH ? this.#readEscape(bytes, at, end) : this.#readCharacter(bytes, at, first);
  }

  #readCharacter(bytes: Buffer, at: number, first: number): number {
    const length = first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : 2;
    let code = first & (0xff >> (length + 1));
    for (let n = 1; n < length; n += 1) code = (code << 6) | ((bytes[at + n] as number) & 0x3f);
    this.unit = unitOf(code);
    return at + length;
  }

  #readEscape(bytes: Buffer, at: number, end: number): number {
    const short = at + 1 < end ? (SHORT_ESCAPES[bytes[at + 1] as number] as number) : -1;
    if (short >= 0) {
      this.unit = short;
      return at + 2;
    }
    const code = codeUnit(bytes, at, end);
    if (code >= 0xd800 && code < 0xdc00) {
      const low = codeUnit(bytes, at + 6, end);
      if (low < 0xdc00 || low > 0xdfff) return this.#fail(at);
      this.unit = unitOf(0x10000 + ((code & 0x3ff) << 10) + (low & 0x3ff));
      return at + 12;
    }
    if (code <= 0 || (code >= 0xdc00 && code <= 0xdfff)) return this.#fail(at);
    this.unit = unitOf(code);
    return at + 6;
  }

  #fail(at: number): number {
    this.isUncertain = true;
    this.unit = BACKSLASH;
    return at + 1;
  }
}

/** Returns the code unit of an escape; -1: there is none. */
function codeUnit(bytes: Buffer, at: number, end: number): number {
  if (at + 6 > end || bytes[at] !== BACKSLASH || bytes[at + 1] !== 0x75) return -1;
  let code = 0;
  for (let n = 2; n < 6; n += 1) {
    const digit = HEX[bytes[at + n] as number] as number;
    if (digit < 0) return -1;
    code = code * 16 + digit;
  }
  return code;
}
