import { unitOf } from './letter-units';

/*
 * Grams of words. A word is a run of letters, which are those of ASCII, without case, and all characters beyond; a gram is 5 or 8 letters that
 * follow each other. Two windows have the last letters of a word: letters before these leave their 32 bits.
 */

/** Letters of the grams. */
export const [SHORT_GRAM, LONG_GRAM] = [5, 8];

/** Returns the window of the last 5 letters. */
export const shortWindow = (window: number, unit: number): number => ((window << 7) + unit) | 0;
/** Returns the window of the last 8 letters. */
export const longWindow = (window: number, unit: number): number => ((window << 4) + unit) | 0;

/** Logarithm of the bits of a filter. */
const LOG_BITS = 21;
export const FILTER_BYTES = 2 ** LOG_BITS / 8;

const [SHORT_SEED, LONG_SEED] = [0x9e3779b1, 0x85ebca6b];
export const shortHash = (window: number): number => Math.imul(window, SHORT_SEED);
export const longHash = (window: number): number => Math.imul(window ^ (window >>> 13), LONG_SEED);
/** Return the two bits of a gram's hash. */
export const firstBit = (hash: number): number => hash >>> (32 - LOG_BITS);
export const secondBit = (hash: number): number => Math.imul(hash ^ (hash >>> 15), 0xc2b2ae35) >>> (32 - LOG_BITS);

const bitsOf = (hash: number): readonly [number, number] => [firstBit(hash), secondBit(hash)];

/** Returns whether a character, as its unit, is part of a word. */
export const isLetter = (unit: number): boolean => unit >= 0x80 || (unit >= 0x61 && unit <= 0x7a);

/** Returns the bits that every filter of a text has which contains this one, those of rare grams first; empty: it has no word of five letters. */
export function gramsOf(text: string): readonly number[] {
  const [ofShort, ofLong] = [[] as number[], [] as number[]];
  let [letters, short, long] = [0, 0, 0];
  for (const character of text) {
    const unit = unitOf(character.codePointAt(0) as number);
    letters = isLetter(unit) ? letters + 1 : 0;
    short = shortWindow(short, unit);
    long = longWindow(long, unit);
    if (letters >= SHORT_GRAM) ofShort.push(...bitsOf(shortHash(short)));
    if (letters >= LONG_GRAM) ofLong.push(...bitsOf(longHash(long)));
  }
  return [...new Set([...ofLong, ...ofShort])];
}
