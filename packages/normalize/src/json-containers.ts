import { type JsonPlace, type JsonText, faultInJson, storableJson } from '@sluice/record';
import { MAX_DEPTH, mayBeContainer, parseContainer } from './json-text';

/** Characters from which on texts are remembered; shorter ones are parsed. */
const LONG = 4096;

/**
 * Characters at the beginning by which a text is found again, and the distance of those that are read. So many that texts of different
 * runs, which repeat little of each other, differ in them.
 */
const BEGINNING = LONG;
const READ_EACH = 16;

/** Characters of all remembered texts, and the most of one. */
const REMEMBERED = 4 * 1024 * 1024;
const LONGEST = REMEMBERED / 8;

/** Text of an object or an array, with places up to which another text that begins alike need not be checked. */
interface KnownText {
  readonly text: string;
  readonly places: readonly JsonPlace[];
}

/**
 * Texts of objects and arrays, by a number of their beginning. The messages of an agent grow with each call: what a text has in common with
 * the last one that begins alike is compared, at a fiftieth of the cost of a check. Senders choose the texts: the oldest are forgotten.
 */
const known = new Map<number, KnownText>();
let characters = 0;

/**
 * Beginnings of the last texts, of as many characters as are remembered: most texts have no other that begins alike, and one that was sent
 * longer ago would be forgotten.
 */
let noted = new Set<number>();
let notedBefore = noted;
let notedCharacters = 0;

/**
 * Converts a text attribute into a free-form value. The text of a JSON object or array stays byte for byte, except for what cannot be
 * stored. Other text becomes a JSON string, so that `"42"` stays text (contract: OTLP).
 */
export function textAsJson(text: string): JsonText {
  return isContainer(text) ? storableJson(text) : JSON.stringify(text);
}

/** Returns whether a text is an object or array within `MAX_DEPTH`: whether `parseContainer` returns a value. */
export function isContainer(text: string): boolean {
  if (text.length < LONG) return parseContainer(text) !== undefined;
  if (!mayBeContainer(text)) return false;
  const beginning = beginningOf(text);
  if (!isNoted(beginning, text.length)) return parseContainer(text) !== undefined;
  const other = known.get(beginning);
  if (other?.text === text) return true;
  const places = samePlaces(text, other);
  if (faultInJson(text, { deepest: MAX_DEPTH, places }) !== undefined) return false;
  if (text.length <= LONGEST) remember(beginning, { text, places });
  return true;
}

function beginningOf(text: string): number {
  let sum = 0;
  for (let at = 0; at < BEGINNING; at += READ_EACH) sum = Math.imul(sum ^ text.charCodeAt(at), 0x9e3779b1);
  return sum;
}

/** Returns whether a beginning was noted before, and notes it. @param length of its text */
function isNoted(beginning: number, length: number): boolean {
  const isKnown = noted.has(beginning) || notedBefore.has(beginning);
  if (notedCharacters >= REMEMBERED) {
    [notedBefore, noted] = [noted, new Set()];
    notedCharacters = 0;
  }
  noted.add(beginning);
  notedCharacters += length;
  return isKnown;
}

/** Returns the places up to which both texts are the same. */
function samePlaces(text: string, other: KnownText | undefined): JsonPlace[] {
  const same: JsonPlace[] = [];
  let from = 0;
  for (const place of other?.places ?? []) {
    if (text.slice(from, place.at) !== other?.text.slice(from, place.at)) break;
    same.push(place);
    from = place.at;
  }
  return same;
}

function remember(beginning: number, { text, places }: KnownText): void {
  forget(beginning);
  known.set(beginning, { text, places });
  characters += text.length;
  for (const oldest of known.keys()) {
    if (characters <= REMEMBERED) break;
    forget(oldest);
  }
}

function forget(beginning: number): void {
  characters -= known.get(beginning)?.text.length ?? 0;
  known.delete(beginning);
}
