import { faultInJson, parseJson, storableJson } from '@sluice/record';
import { DecodeError } from './decode-error';
import {
  CLOSE_BRACKET,
  COLON,
  COMMA,
  countValues,
  OPEN_BRACE,
  OPEN_BRACKET,
  QUOTE,
  skipValue,
  skipWhite,
  trimEnd,
} from './json-scan';
import type { Limits } from './limits';
import { invalidUtf8At } from './utf8';

/** A JSON object before anything is known of its members. */
export type Unchecked = { readonly [name: string]: unknown };

export const isObject = (value: unknown): value is Unchecked =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const BYTE_ORDER_MARK = Buffer.from('\uFEFF');

/** A value of a JSON body: what a large one holds is known by its place until it is opened. */
export interface Opened {
  /** Result of `parseJson`; a list that is in `lists` is empty here. */
  readonly value: unknown;
  /** The members that are long lists, by name. */
  readonly lists: ReadonlyMap<string, JsonList>;
}

interface OpenedJson extends Opened {
  /** Parsed text: valid JSON that can be stored. */
  readonly text: string;
}

type RawJsonLimits = Pick<Limits, 'attributes' | 'items' | 'itemBytes' | 'wholeBytes'>;

const NO_LISTS: Opened['lists'] = new Map();

/** A range of bytes of a body where one JSON value is expected, parsed when it is opened. */
export class RawJson {
  readonly #body: Buffer;
  readonly #limits: RawJsonLimits;
  readonly #start: number;
  readonly #end: number;

  constructor(body: Buffer, limits: RawJsonLimits, start: number, end: number) {
    this.#body = body;
    this.#limits = limits;
    this.#start = start;
    this.#end = end;
  }

  get bytes(): number {
    return this.#end - this.#start;
  }

  /**
   * Parses the value. U+0000 and lone surrogates become U+FFFD in keys and values (contract: Limits). Nesting is not
   * limited here: `parseJson` does not recurse.
   * @param listNames members of a large object which are opened element by element, where they are lists
   * @param name what the value is called when it is too large
   * @throws DecodeError `invalid` for what is not JSON, `too-large` for one value beyond the limits
   */
  open(name: string, ...listNames: readonly string[]): OpenedJson {
    const isSplit =
      this.bytes > this.#limits.wholeBytes && listNames.length > 0 && this.#body[this.#start] === OPEN_BRACE;
    return (isSplit ? this.#split(name, listNames) : undefined) ?? this.#whole(name);
  }

  #whole(name: string): OpenedJson {
    this.#checkSize(name, this.#body, this.#start, this.#end);
    const text = storableJson(this.#body.toString('utf8', this.#start, this.#end));
    return { value: this.#parse(text, [[this.#start, this.#end]]), text, lists: NO_LISTS };
  }

  /**
   * The object without the elements of its long lists, and where those are. undefined where more than one member could
   * be the list that counts (the same name twice, both spellings): only what is read whole is then read as `parseJson` does.
   */
  #split(name: string, listNames: readonly string[]): OpenedJson | undefined {
    const body = this.#body;
    const end = this.#end;
    const kept: ByteRange[] = [];
    let found: { readonly key: string; readonly list: JsonList | undefined } | undefined;
    let copied = this.#start;
    // As far as it is an object: what is wrong with the rest is found when that is parsed.
    for (let at = skipWhite(body, copied + 1, end); at < end && body[at] === QUOTE;) {
      const keyEnd = skipValue(body, at, end);
      const colon = skipWhite(body, keyEnd, end);
      if (body[colon] !== COLON) break;
      const from = skipWhite(body, colon + 1, end);
      const key = listNames.find((listName) => this.#spells(listName, at, keyEnd));
      if (key !== undefined && found !== undefined) return undefined;
      const list = key !== undefined && body[from] === OPEN_BRACKET ? this.#list(from) : undefined;
      if (key !== undefined) found = { key, list };
      if (list !== undefined) {
        kept.push([copied, from + 1]);
        copied = list.end - 1;
      }
      const comma = skipWhite(body, list?.end ?? skipValue(body, from, end), end);
      if (body[comma] !== COMMA) break;
      at = skipWhite(body, comma + 1, end);
    }
    kept.push([copied, end]);
    const rest = Buffer.concat(kept.map(([from, to]) => body.subarray(from, to)));
    this.#checkSize(`${name} without its ${listNames[0]}`, rest, 0, rest.length);
    const text = storableJson(rest.toString());
    const value = this.#parse(text, kept);
    return { value, text, lists: found?.list === undefined ? NO_LISTS : new Map([[found.key, found.list]]) };
  }

  /** Whether the string from `at` to before `end` is the name, which is ASCII; each character may be an escape. */
  #spells(name: string, at: number, end: number): boolean {
    const bytes = end - at - 2;
    if (bytes < name.length || bytes > name.length * LONGEST_ESCAPE) return false;
    const text = this.#body.toString('latin1', at + 1, end - 1);
    return text === name || (text.includes('\\') && unescaped(text) === name);
  }

  /** The list that begins at `at`. Beyond the limit of any list one entry is noted, enough to refuse it. */
  #list(at: number): JsonList {
    const body = this.#body;
    const end = this.#end;
    const most = Math.max(this.#limits.attributes, this.#limits.items) + 1;
    const ranges: number[] = [];
    let next = skipWhite(body, at + 1, end);
    while (body[next] !== CLOSE_BRACKET || ranges.length > 0) {
      const valueEnd = skipValue(body, next, end);
      if (ranges.length < 2 * most) ranges.push(next, valueEnd);
      next = skipWhite(body, valueEnd, end);
      if (body[next] !== COMMA) break;
      next = skipWhite(body, next + 1, end);
    }
    if (body[next] !== CLOSE_BRACKET) throw notJson(next);
    return new JsonList(body, this.#limits, ranges, next + 1);
  }

  #checkSize(name: string, text: Buffer, start: number, end: number): void {
    const { itemBytes, attributes } = this.#limits;
    if (end - start > itemBytes) throw new DecodeError('too-large', `${name} must not exceed ${itemBytes} bytes`);
    const most = Math.max(HARMLESS, attributes);
    // A value takes at least a byte, and one before the next.
    if ((end - start) / 2 > most && countValues(text, start, end) > most) {
      throw new DecodeError('too-large', `${name} must not hold more than ${most} values`);
    }
  }

  /** @param ranges where in the body the text stands */
  #parse(text: string, ranges: readonly ByteRange[]): unknown {
    try {
      return parseJson(text);
    } catch (cause) {
      const fault = faultInJson(text) ?? 0;
      // The replaced escapes were as long as what replaces them.
      const place = placeOf(Buffer.byteLength(text.slice(0, fault)), ranges);
      const [number] = NO_NUMBER.exec(text.slice(fault, fault + LONGEST_NO_NUMBER)) ?? [];
      throw notJson(place, number, cause);
    }
  }
}

/** First byte of a part of a body, and the one after its last. */
type ByteRange = readonly [number, number];

/** Returns the offset in the body of the byte at `offset` of the ranges. */
function placeOf(offset: number, ranges: readonly ByteRange[]): number {
  let left = offset;
  for (const [from, to] of ranges) {
    if (left < to - from) return from + left;
    left -= to - from;
  }
  return (ranges.at(-1)?.[1] ?? 0) + left;
}

/** Bytes of `\u0061`. */
const LONGEST_ESCAPE = 6;

/** The text of a JSON string, given without its quotes; undefined for what is none. */
function unescaped(text: string): string | undefined {
  try {
    return parseJson(`"${text}"`) as string;
  } catch {
    return undefined;
  }
}

/** Values that one text may always hold. */
const HARMLESS = 1_000_000;

/** A list whose elements are opened one by one. */
export class JsonList implements Iterable<RawJson> {
  /** The index in the body after its closing bracket. */
  readonly end: number;
  readonly #body: Buffer;
  readonly #limits: RawJsonLimits;
  /** Start and end of each element. */
  readonly #ranges: readonly number[];

  constructor(body: Buffer, limits: RawJsonLimits, ranges: readonly number[], end: number) {
    this.#body = body;
    this.#limits = limits;
    this.#ranges = ranges;
    this.end = end;
  }

  get length(): number {
    return this.#ranges.length / 2;
  }

  *[Symbol.iterator](): Generator<RawJson> {
    for (let at = 0; at < this.#ranges.length; at += 2) {
      yield new RawJson(this.#body, this.#limits, this.#ranges[at] as number, this.#ranges[at + 1] as number);
    }
  }
}

/** Opens an element of a list, which is raw JSON if the list is long. */
export function openElement(element: unknown, name: string, ...listNames: readonly string[]): Opened {
  return element instanceof RawJson ? element.open(name, ...listNames) : { value: element, lists: NO_LISTS };
}

/**
 * The elements of the first of the members that is not empty: raw JSON of a long list, values of a short one; none of null.
 * @param path names the list in the error
 * @throws DecodeError `invalid` for a member that is not a list
 */
export function elementsOf({ value, lists }: Opened, path: string, names: readonly string[]): Iterable<unknown> {
  const members = isObject(value) ? value : {};
  for (const name of names) {
    const list = lists.get(name) ?? members[name] ?? undefined;
    if (list === undefined) continue;
    if (!(list instanceof JsonList || Array.isArray(list)))
      throw new DecodeError('invalid', `${path} must be an array`);
    if (list.length > 0) return list;
  }
  return [];
}

/**
 * The value of a JSON body; a byte order mark is ignored.
 * @throws DecodeError `invalid` for what is not UTF-8: text is kept byte for byte as it was sent (contract: Limits)
 */
export function rawBody(body: Buffer, limits: RawJsonLimits): RawJson {
  const invalidAt = invalidUtf8At(body);
  if (invalidAt !== undefined) throw new DecodeError('invalid', `the body must be UTF-8: byte ${invalidAt} is not`);
  const from = body.subarray(0, BYTE_ORDER_MARK.length).equals(BYTE_ORDER_MARK) ? BYTE_ORDER_MARK.length : 0;
  const start = skipWhite(body, from, body.length);
  return new RawJson(body, limits, start, trimEnd(body, start, body.length));
}

/** Numbers that some encoders write and JSON does not have. */
const NO_NUMBER = /^(?:NaN|-?Infinity)/;
const LONGEST_NO_NUMBER = '-Infinity'.length;

/** Quotes nothing of the body but one of the words that JSON does not have. */
function notJson(position: number, number?: string, cause?: unknown): DecodeError {
  const what = number === undefined ? 'unexpected token' : `${number}, which is no number of JSON,`;
  return new DecodeError('invalid', `the body must be JSON: ${what} at position ${position}`, { cause });
}
