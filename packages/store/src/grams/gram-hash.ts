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

/** Logarithm of the bytes of a filter. A byte has a bit for each eighth of the filter's traces. */
const LOG_BYTES = 18;
export const FILTER_BYTES = 2 ** LOG_BYTES;

const [SHORT_SEED, LONG_SEED] = [0x9e3779b1, 0x85ebca6b];
export const shortHash = (window: number): number => Math.imul(window, SHORT_SEED);
export const longHash = (window: number): number => Math.imul(window ^ (window >>> 13), LONG_SEED);
/** Return the two bytes of a filter that a gram's hash sets bits of. */
export const firstByte = (hash: number): number => hash >>> (32 - LOG_BYTES);
export const secondByte = (hash: number): number => Math.imul(hash ^ (hash >>> 15), 0xc2b2ae35) >>> (32 - LOG_BYTES);

const bytesOf = (hash: number): readonly [number, number] => [firstByte(hash), secondByte(hash)];

/** Bytes of a filter that a search reads, at most: more rule out nothing else. */
const MAX_READ = 32;

/** Returns whether a character, as its unit, is part of a word. */
export const isLetter = (unit: number): boolean => unit >= 0x80 || (unit >= 0x61 && unit <= 0x7a);

/**
 * Returns bytes, by number, that have a bit in every filter of a text which contains this one, those of rare grams first; empty: it has no word
 * of five letters.
 */
export function gramsOf(text: string): readonly number[] {
  const [ofShort, ofLong] = [[] as number[], [] as number[]];
  let [letters, short, long] = [0, 0, 0];
  for (const character of text) {
    const unit = unitOf(character.codePointAt(0) as number);
    letters = isLetter(unit) ? letters + 1 : 0;
    short = shortWindow(short, unit);
    long = longWindow(long, unit);
    if (letters >= SHORT_GRAM) ofShort.push(...bytesOf(shortHash(short)));
    if (letters >= LONG_GRAM) ofLong.push(...bytesOf(longHash(long)));
  }
  return [...new Set([...ofLong, ...ofShort])].slice(0, MAX_READ);
}
