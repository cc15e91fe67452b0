import type { AttributeValue } from '@sluice/decode';
import {
  isLonger,
  ITEM_LIMITS,
  MAX_COST,
  MAX_INTEGER,
  OBSERVATION_TYPES,
  parseTime,
  storable,
  storableJson,
} from '@sluice/record';
import type { JsonText, Micros } from '@sluice/record';
import { textAsJson } from './json-containers';
import { parse, parseContainer, parseObject, sentText } from './json-text';
import { isTooLarge, omit } from './span-view';
import type { SpanView } from './span-view';
import { toCount } from './usage';

/** Parses the value of an attribute; undefined if the value is invalid, so that the next source is read. */
export type Parser<T> = (value: AttributeValue, view: SpanView, key: string) => T | undefined;

/** Types of the product (contract: Native batch). */
const TYPES: ReadonlySet<string> = new Set(OBSERVATION_TYPES);

const LEVELS = new Map(
  Object.entries({
    DEBUG: 'DEBUG TRACE VERBOSE',
    DEFAULT: 'DEFAULT INFO LOG NOTICE OK SUCCESS',
    WARNING: 'WARNING WARN',
    ERROR: 'ERROR FATAL CRITICAL',
  }).flatMap(([level, names]) => names.split(' ').map((name): [string, string] => [name, level])),
);

/** Returns a parser of text of 1 to `limit` characters. A longer text is noted and stored in metadata as a whole (contract: Limits). */
export function textUpTo(limit: number): Parser<string> {
  return (value, view, key) => {
    const text = typeof value === 'number' || typeof value === 'boolean' ? String(value) : value;
    if (typeof text !== 'string' || text === '') return undefined;
    if (!isLonger(text, limit)) return text;
    omit(view, key, `is longer than ${limit} characters and was kept in metadata`);
    return undefined;
  };
}

/** Parses text that is indexed or compared: ids, names of models, versions (contract: Limits). */
export const shortText = textUpTo(ITEM_LIMITS.text);

/** Parses the name of a trace or a prompt (contract: Limits). */
export const nameText = textUpTo(ITEM_LIMITS.name);

/** Parses an integer from 0 to `MAX_INTEGER`, also from text. */
export function integer(value: AttributeValue): number | undefined {
  const number = typeof value === 'string' && /^\d{1,10}$/.test(value) ? Number(value) : value;
  return typeof number === 'number' && Number.isInteger(number) && number >= 0 && number <= MAX_INTEGER
    ? number
    : undefined;
}

/** Parses a free-form value; a value over its limit is omitted and noted (contract: Limits). */
export function freeForm(value: AttributeValue, view: SpanView, key: string): JsonText | undefined {
  const text = sentText(value);
  if (isTooLarge(text, view, key)) return undefined;
  if (typeof value !== 'string') return text;
  return isReadAsObject(value, view, key) ? storableJson(value) : textAsJson(value);
}

/** Returns whether the text of an attribute is known to be an object, because a dialect has parsed it. */
const isReadAsObject = (text: string, view: SpanView, key: string): boolean =>
  view.objects?.get(key) !== undefined && view.span.attributes.get(key) === text;

/** Parses a count as `toCount`; a number that cannot be a count, such as a negative one, is noted (contract: OTLP). */
export function countOf(value: unknown, view: SpanView, key: string): number | undefined {
  const count = toCount(value);
  if (count === undefined && isAmount(value)) omit(view, key, NO_COUNT);
  return count;
}

const NO_COUNT = 'is no count of tokens from 0 to 10^12 and was kept in metadata';

/** Parses USD: a finite number, at least 0, also from text. */
function toUsd(value: unknown): number | undefined {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  return typeof number === 'number' && number >= 0 && number <= MAX_COST ? number : undefined;
}

/** Parses USD as `toUsd`; a number that cannot be a cost, such as a negative one, is noted (contract: OTLP). */
export function usdOf(value: unknown, view: SpanView, key: string): number | undefined {
  const usd = toUsd(value);
  if (usd === undefined && isAmount(value)) omit(view, key, NO_COST);
  return usd;
}

const NO_COST = 'is no cost from 0 to 10^9 USD and was kept in metadata';

/** Whether a value is a number or the text of a number, infinite ones and NaN included. */
function isAmount(value: unknown): boolean {
  if (typeof value !== 'string') return typeof value === 'number';
  return value === 'NaN' || (value.trim() !== '' && !Number.isNaN(Number(value)));
}

/** Parses one of the known types in any case; another type is left to the next source (contract: OTLP). */
export function type(value: AttributeValue): string | undefined {
  if (typeof value !== 'string') return undefined;
  const upper = value.toUpperCase();
  return TYPES.has(upper) ? upper : undefined;
}

/** Parses a level in the product's words or those of common loggers, in any case. */
export function level(value: AttributeValue): string | undefined {
  return typeof value === 'string' ? LEVELS.get(value.toUpperCase()) : undefined;
}

/** Parses text that is not empty, within the limit of one value. */
export function plainText(value: AttributeValue, view: SpanView, key: string): string | undefined {
  return typeof value === 'string' && value !== '' && !isTooLarge(value, view, key) ? value : undefined;
}

/** Parses a cost of one figure: the total in USD. */
export function totalCost(
  value: AttributeValue,
  view: SpanView,
  key: string,
): Readonly<Record<string, number>> | undefined {
  const usd = usdOf(value, view, key);
  return usd === undefined ? undefined : { total: usd };
}

/** Parses ISO 8601 text, also inside the quotes of a JSON string, as the product's SDKs send it. */
export function time(value: AttributeValue): Micros | undefined {
  if (typeof value !== 'string') return undefined;
  const text = value.startsWith('"') ? parse(value) : value;
  return typeof text === 'string' ? parseTime(text)?.micros : undefined;
}

/** Parses a boolean, also from text. */
export function truth(value: AttributeValue): boolean | undefined {
  if (value === true || value === 'true') return true;
  return value === false || value === 'false' ? false : undefined;
}

/**
 * Parses an array, the JSON text of an array, a comma-separated list or a single tag. If the trace would exceed its limit of tags, none is
 * stored: they are noted and stored in metadata as a whole (contract: Limits).
 */
export function tags(value: AttributeValue, view: SpanView, key: string): readonly string[] | undefined {
  const sent = typeof value === 'string' ? tagsOfText(value) : Array.isArray(value) ? value : [value];
  const kept: string[] = [];
  for (const item of sent as readonly unknown[]) {
    if (typeof item !== 'string' && typeof item !== 'number' && typeof item !== 'boolean') continue;
    const tag = String(item);
    if (isLonger(tag, ITEM_LIMITS.text)) {
      omit(view, key, `has a tag longer than ${ITEM_LIMITS.text} characters; it was left out`);
    } else if (tag !== '') {
      kept.push(tag);
    }
  }
  const most = view.limits.tags;
  if (view.traceTags.size + kept.length <= most || new Set([...view.traceTags, ...kept]).size <= most) return kept;
  omit(view, key, `would give the trace more than ${most} tags and was kept in metadata`);
  return undefined;
}

function tagsOfText(text: string): readonly unknown[] {
  const list = parseContainer(text);
  if (Array.isArray(list)) return list.map((item: unknown) => (typeof item === 'string' ? storable(item) : item));
  return text.split(',').map((tag) => tag.trim());
}

/** Returns the members of an object, or of the JSON text of an object. */
export function objectOf(value: AttributeValue): Readonly<Record<string, unknown>> | undefined {
  if (typeof value === 'string') return parseObject(value);
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Readonly<Record<string, unknown>>)
    : undefined;
}

/** Parses product cost: USD by usage type. With too many usage types the value is invalid. */
export function costDetails(
  value: AttributeValue,
  view: SpanView,
  key: string,
): Readonly<Record<string, number>> | undefined {
  const sent = objectOf(value);
  if (sent === undefined || Object.keys(sent).length > ITEM_LIMITS.usageTypes) return undefined;
  const costs = Object.create(null) as Record<string, number>;
  for (const [name, item] of Object.entries(sent)) {
    const usd = usdOf(item, view, key);
    if (usd === undefined) return undefined;
    costs[storable(name)] = usd;
  }
  return Object.keys(costs).length === 0 ? undefined : costs;
}
