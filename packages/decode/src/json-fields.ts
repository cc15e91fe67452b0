import { DecodeError } from './decode-error';
import { isObject, type Unchecked } from './json-body';
import type { AttributeValue, SentTime } from './otlp';
import { doubleValue, isAcceptedTime } from './otlp-rules';

/*
 * Fields of OTLP JSON (OTLP 1.11, "JSON Protobuf Encoding"), read as widely as exporters write them: null means unset,
 * 64-bit integers are strings or numbers, enums numbers or names, ids hex in any case.
 */

/** @throws DecodeError for anything but an object; unset is an empty one */
export function objectOf(value: unknown, name: string): Unchecked {
  if (value === undefined || value === null) return {};
  if (!isObject(value)) throw new DecodeError('invalid', `${name} must be an object`);
  return value;
}

/** @throws DecodeError for anything but an array; unset is an empty one */
export function listOf(value: unknown, name: string): readonly unknown[] {
  if (value === undefined || value === null) return [];
  if (!Array.isArray(value)) throw new DecodeError('invalid', `${name} must be an array`);
  return value;
}

/** @throws DecodeError for anything but a string; unset is an empty one */
export function textOf(value: unknown, name: string): string {
  if (value === undefined || value === null) return '';
  if (typeof value !== 'string') throw new DecodeError('invalid', `${name} must be a string`);
  return value;
}

const HEX = /^[0-9a-f]*$/;
const BASE64 = /^[0-9a-z+/_-]+={1,2}$/i;

/**
 * The lower-case hex digits of an id, '' for what is none. Besides hex, the encodings that exporters produce by
 * mistake: the base64 of proto3 JSON, a list of bytes, and a Buffer as `JSON.stringify` writes it.
 * @param bytes how long the id is to be
 */
export function hexId(value: unknown, bytes: 8 | 16): string {
  if (typeof value === 'string') {
    const hex = value.toLowerCase();
    if (hex.length === bytes * 2 && HEX.test(hex)) return hex;
    // 16 bytes are 24 characters of base64 with "==", 8 bytes are 12 with "=".
    if (value.length === (bytes === 16 ? 24 : 12) && BASE64.test(value))
      return sized(Buffer.from(value, 'base64'), bytes);
    return '';
  }
  const list = isObject(value) && value.type === 'Buffer' ? value.data : value;
  const isBytes = Array.isArray(list) && list.length === bytes && list.every(isByte);
  return isBytes ? Buffer.from(list as number[]).toString('hex') : '';
}

const sized = (id: Buffer, bytes: number): string => (id.length === bytes ? id.toString('hex') : '');
const isByte = (value: unknown): boolean =>
  typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= 255;

/** A uint32, 0 for what is none. */
export function uint32(value: unknown): number {
  const number = typeof value === 'string' ? Number(value) : value;
  return typeof number === 'number' && Number.isInteger(number) && number >= 0 && number < 2 ** 32 ? number : 0;
}

/** An enum by number, by its name, or by its name without prefix; 0 for what is none. */
export function enumValue(value: unknown, prefix: string, names: readonly string[]): number {
  if (typeof value !== 'string') return uint32(value);
  const name = value.toUpperCase();
  const index = names.indexOf(name.startsWith(prefix) ? name.slice(prefix.length) : name);
  return index >= 0 ? index : uint32(value);
}

/** Nanoseconds as whole microseconds, cut; 0 for what is no time. A number has lost its last digits already. */
export function microsOf(value: unknown): number {
  if (typeof value === 'string') return microsOfDigits(value) || 0;
  const nanos = typeof value === 'number' ? value : Number(longText(value) ?? 0);
  return nanos > 0 && Number.isFinite(nanos) ? Math.floor(nanos / 1000) : 0;
}

/**
 * The time of a span or an event: an unsigned 64-bit integer of nanoseconds, as text, number or `Long`, of the years 1970
 * to 2199; anything else is given as the text that was sent. A number has lost its last digits already.
 */
export function spanTime(value: unknown): SentTime {
  if (value === undefined || value === null) return 0;
  const sent =
    typeof value === 'string' ? value : (unsignedText(value) ?? JSON.stringify(pruned(value, DEEPEST_SHOWN)));
  const micros = typeof value === 'number' ? microsOfNumber(value) : microsOfDigits(sent);
  return isAcceptedTime(micros) ? micros : sent;
}

/** The character code of the digit 0. */
const ZERO = 48;

/** Up to 20 digits without the last three, NaN for other text. Exact up to 2^53; no expression, because every item has times. */
function microsOfDigits(text: string): number {
  const { length } = text;
  if (length === 0 || length > 20) return NaN;
  let micros = 0;
  for (let at = 0; at < length; at++) {
    const digit = text.charCodeAt(at) - ZERO;
    if (!(digit >= 0 && digit <= 9)) return NaN;
    if (at < length - 3) micros = micros * 10 + digit;
  }
  return micros;
}

const microsOfNumber = (nanos: number): number =>
  Number.isInteger(nanos) && nanos >= 0 ? Math.floor(nanos / 1000) : NaN;

/** The digits of a `Long`, read without a sign. */
function unsignedText(value: unknown): string | undefined {
  const digits = longText(value);
  return digits === undefined ? undefined : BigInt.asUintN(64, BigInt(digits)).toString();
}

/** How deep the JSON of what stands in the place of a time is shown. */
const DEEPEST_SHOWN = 16;

/** A value without what lies deeper: it is written as text, which recurses. */
function pruned(value: unknown, depth: number): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (depth === 0) return null;
  if (Array.isArray(value)) return value.map((item: unknown) => pruned(item, depth - 1));
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, pruned(member, depth - 1)]));
}

/** An int64: a number, or its digits where a number would lose some. What is no integer stays as it was sent. */
export function int64(value: unknown): number | string | null {
  if (typeof value === 'number') {
    return Number.isInteger(value) && !Number.isSafeInteger(value) ? BigInt(value).toString() : value + 0;
  }
  const text = typeof value === 'string' ? value : longText(value);
  if (text === undefined) return null;
  const number = /^-?\d{1,16}$/.test(text) ? Number(text) + 0 : NaN; // + 0: there is no negative zero
  return Number.isSafeInteger(number) ? number : text;
}

/** The digits of a `Long` as `JSON.stringify` writes it: `{"low":…,"high":…}`, both int32. */
function longText(value: unknown): string | undefined {
  if (!isObject(value) || !isHalf(value.low) || !isHalf(value.high)) return undefined;
  const low = BigInt.asUintN(32, BigInt(value.low));
  return BigInt.asIntN(64, (BigInt(value.high) << 32n) | low).toString();
}

/** 32 bits, with a sign or without: of a larger number only a part would be left. */
const isHalf = (value: unknown): value is number =>
  Number.isInteger(value) && (value as number) >= -(2 ** 31) && (value as number) < 2 ** 32;

/** A double, NaN for what is none; undefined for what was not sent, as which exporters in JavaScript send NaN. */
export function double(value: unknown): number | undefined {
  if (value === undefined || value === null) return undefined;
  if (typeof value === 'string') return value.trim() === '' ? NaN : Number(value);
  return typeof value === 'number' ? value : NaN;
}

/** Reads a number as `double` does; 0 if it was not sent. Undefined for NaN, which JSON.stringify writes as null. */
export const observed = (value: unknown): number | undefined =>
  value === null || value === 'NaN' ? undefined : (double(value) ?? 0);

/** Reads a number as `double` does, and 64-bit integers as text. */
export function integer(value: unknown): number | undefined {
  if (value === undefined || value === null) return undefined;
  return double(int64(value) ?? NaN);
}

/** The value of an attribute that stands without its AnyValue: a common mistake with one meaning. */
export function scalar(value: unknown): AttributeValue {
  if (typeof value === 'number') return doubleValue(value);
  return typeof value === 'string' || typeof value === 'boolean' ? value : null;
}

/** A double as the value of an attribute; what is no number stays as it was sent. */
export function doubleOf(value: unknown): AttributeValue {
  if (typeof value !== 'string') return scalar(value);
  const number = value.trim() === '' ? NaN : Number(value);
  return Number.isFinite(number) ? number : value;
}

/** Base64 in its usual alphabet: the URL-safe one is sent, too. */
export const base64Of = (value: string): string => Buffer.from(value, 'base64').toString('base64');
