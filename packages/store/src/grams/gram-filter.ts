import {
  FILTER_BYTES,
  LONG_GRAM,
  SHORT_GRAM,
  firstByte,
  isLetter,
  longHash,
  longWindow,
  secondByte,
  shortHash,
  shortWindow,
} from './gram-hash';
import { JSON_TEXT, LETTER, OTHER, PLAIN, UnitReader } from './json-units';

/** More letters than a word has. */
const NEVER = 2 ** 30;
/** By class of a byte: letters that a word has at least which the byte ends so that its grams are added; -1: the byte is no character alone. */
const endsOf = (classes: Uint8Array): Int32Array =>
  Int32Array.from(classes, (of) => (of === OTHER ? -1 : of === LETTER ? NEVER : SHORT_GRAM));
const [PLAIN_ENDS, JSON_ENDS] = [endsOf(PLAIN), endsOf(JSON_TEXT)];

/** Letters of the longest word that is remembered: six letters of five bits in each of two numbers. */
const LONGEST_KNOWN = 12;
const HALF_KNOWN = 6;
/** Logarithm of the number of remembered words. */
const LOG_KNOWN = 15;

/** Bits of the grams of texts. Words that were added are remembered, exactly, so that most words of a text cost one look-up. */
export class GramFilter {
  readonly #bytes = Buffer.alloc(FILTER_BYTES);
  readonly #firstHalves = new Int32Array(2 ** LOG_KNOWN);
  readonly #secondHalves = new Int32Array(2 ** LOG_KNOWN);
  /** Bits of the eighths that have a remembered word. */
  readonly #eighths = new Uint8Array(2 ** LOG_KNOWN);
  readonly #reader = new UnitReader();
  /** Bit of the eighth to which texts are added. */
  #eighth = 1;
  /** Windows and number of the letters of a word. */
  #short = 0;
  #long = 0;
  #letters = 0;

  /** The bits: those of a byte are one of each eighth, the lowest of the first. */
  get bytes(): Buffer {
    return this.#bytes;
  }

  /** Chooses the eighth of the filter, from 0, to which texts are added. */
  set eighth(eighth: number) {
    this.#eighth = 1 << eighth;
  }

  clear(): void {
    this.#bytes.fill(0);
    this.#eighths.fill(0);
  }

  /** Returns whether an escape could not be decoded since the last call. */
  takeUncertain(): boolean {
    const { isUncertain } = this.#reader;
    this.#reader.isUncertain = false;
    return isUncertain;
  }

  /** Adds a text in UTF-8. */
  addText(bytes: Buffer, at: number, end: number): void {
    this.#add(bytes, at, end, PLAIN_ENDS);
  }

  /** Adds JSON text, or a part of it that ends in no escape. */
  addJson(bytes: Buffer, at: number, end: number): void {
    this.#add(bytes, at, end, JSON_ENDS);
  }

  /** Adds the word of these letters. */
  addWord(units: readonly number[]): void {
    this.#begin();
    for (const unit of units) this.#letter(unit);
  }

  /** One comparison a byte, true only at the end of a word that has grams and at bytes that are no character alone. */
  #add(bytes: Buffer, at: number, end: number, ends: Int32Array): void {
    const never = NEVER;
    let last = at - 1; // the separator before the word
    for (; at < end; at += 1) {
      const least = ends[bytes[at] as number] as number;
      if (at - last > least) {
        if (least < 0) {
          at = this.#addOther(bytes, last + 1, at, end, ends) - 1;
          last = at;
        } else this.#addAscii(bytes, last + 1, at);
      }
      const isSeparator = (least - never) >> 31;
      last = (at & isSeparator) | (last & ~isSeparator);
    }
    if (end - last > SHORT_GRAM) this.#addAscii(bytes, last + 1, end);
  }

  /** Adds a word of ASCII letters that has grams. */
  #addAscii(bytes: Buffer, start: number, end: number): void {
    if (end - start <= LONGEST_KNOWN) {
      let [first, second] = [0, 0];
      const half = Math.min(end, start + HALF_KNOWN);
      for (let n = start; n < half; n += 1) first = (first << 5) | ((bytes[n] as number) & 0x1f);
      for (let n = half; n < end; n += 1) second = (second << 5) | ((bytes[n] as number) & 0x1f);
      const place = (Math.imul(first, 0x9e3779b1) ^ Math.imul(second, 0x85ebca6b)) >>> (32 - LOG_KNOWN);
      const isKnown = this.#firstHalves[place] === first && this.#secondHalves[place] === second;
      const eighths = isKnown ? (this.#eighths[place] as number) : 0;
      if ((eighths & this.#eighth) > 0) return;
      this.#firstHalves[place] = first;
      this.#secondHalves[place] = second;
      this.#eighths[place] = eighths | this.#eighth;
    }
    this.#begin();
    for (let n = start; n < end; n += 1) this.#letter((bytes[n] as number) | 0x20);
  }

  /** Adds a word that may have letters beyond ASCII, or escapes. @param other its first such place @returns the place behind the word */
  #addOther(bytes: Buffer, start: number, other: number, end: number, ends: Int32Array): number {
    let at = this.#reader.read(bytes, other, end);
    if (!isLetter(this.#reader.unit)) {
      if (other - start >= SHORT_GRAM) this.#addAscii(bytes, start, other);
      return at;
    }
    const { unit } = this.#reader;
    this.#begin();
    for (let n = start; n < other; n += 1) this.#letter((bytes[n] as number) | 0x20);
    this.#letter(unit);
    while (at < end) {
      const byte = bytes[at] as number;
      const least = ends[byte] as number;
      if (least === SHORT_GRAM) return at;
      if (least > SHORT_GRAM) {
        this.#letter(byte | 0x20);
        at += 1;
        continue;
      }
      at = this.#reader.read(bytes, at, end);
      if (!isLetter(this.#reader.unit)) return at;
      this.#letter(this.#reader.unit);
    }
    return at;
  }

  #begin(): void {
    this.#letters = 0;
  }

  #letter(unit: number): void {
    this.#letters += 1;
    this.#short = shortWindow(this.#short, unit);
    this.#long = longWindow(this.#long, unit);
    if (this.#letters >= SHORT_GRAM) this.#set(shortHash(this.#short));
    if (this.#letters >= LONG_GRAM) this.#set(longHash(this.#long));
  }

  #set(hash: number): void {
    (this.#bytes[firstByte(hash)] as number) |= this.#eighth;
    (this.#bytes[secondByte(hash)] as number) |= this.#eighth;
  }
}
