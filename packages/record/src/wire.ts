import type { sluice } from '../generated/record';
import { isUuid } from './ids';
import { ITEM_LIMITS, MAX_COST, MAX_COUNT, MAX_INTEGER } from './limits';
import { isStamp } from './stamp';
import { type Micros, TIME_BEGIN, TIME_END } from './time';

/*
 * Records to and from the messages of proto/sluice/record/v1/record.proto. In messages null and undefined both mean "not set"; in records a
 * member that was not sent is missing.
 *
 * A message in a log may be of any sender, so ids, times, stamps and numbers are checked here: the writer computes with them before
 * Postgres receives them. Other text is not: Postgres refuses text that it cannot store, item by item.
 */

/** A field of a message has no value, or one that no record may have. The message names the field and quotes no value. */
export class FieldError extends Error {
  override readonly name = 'FieldError';
}

type Integer = NonNullable<sluice.record.v1.Record.$Properties['receivedAt']>;

export type RecordMessage = sluice.record.v1.Record.$Properties;

export function textsToWire(texts: ReadonlyMap<string, string>): { entries: sluice.record.v1.Text.$Properties[] } {
  return { entries: Array.from(texts, ([key, value]) => ({ key, value })) };
}

export function textsFromWire(
  entries: readonly sluice.record.v1.Text.$Properties[] | null | undefined,
): Map<string, string> {
  return new Map((entries ?? []).map(({ key, value }) => [key ?? '', value ?? '']));
}

export function numbersToWire(numbers: Readonly<Record<string, number>>): {
  entries: { key: string; value: number }[];
} {
  return { entries: Object.entries(numbers).map(([key, value]) => ({ key, value })) };
}

interface NumbersMessage {
  readonly entries?: readonly { key?: string | null; value?: Integer | null }[] | null;
}

/** Decodes token counts by usage type, without a prototype, so that a usage type may be called `__proto__`. */
export function countsFromWire(message: NumbersMessage): Record<string, number> {
  return numbersFromWire(message, totalFromWire);
}

/** Decodes US dollars by usage type; see `countsFromWire`. */
export function costsFromWire(message: NumbersMessage): Record<string, number> {
  return numbersFromWire(message, (value) => {
    const cost = numberOf(value);
    if (!(cost >= 0 && cost <= MAX_USD)) throw new FieldError(`a cost is not between 0 and ${MAX_USD}`);
    return cost;
  });
}

/**
 * Limits above all counts and costs that a gateway can send within the limits of a request, in which several sources are added; below the
 * range that the writer can sum exactly.
 */
const MAX_USAGE_TYPES = 10 * ITEM_LIMITS.usageTypes;
const MAX_TOKENS = MAX_COUNT * MAX_USAGE_TYPES;
const MAX_USD = MAX_COST * MAX_USAGE_TYPES;

/** Decodes a count or a total of tokens that was sent or summed. */
export function totalFromWire(value: Integer): number {
  const number = numberOf(value);
  if (!(Number.isInteger(number) && number >= 0 && number <= MAX_TOKENS)) {
    throw new FieldError(`a count of tokens is not an integer between 0 and ${MAX_TOKENS}`);
  }
  return number;
}

function numbersFromWire({ entries }: NumbersMessage, numberFrom: (value: Integer) => number): Record<string, number> {
  const numbers: Record<string, number> = Object.create(null) as Record<string, number>;
  if (entries && entries.length > MAX_USAGE_TYPES)
    throw new FieldError(`there are more than ${MAX_USAGE_TYPES} usage types`);
  for (const { key, value } of entries ?? []) numbers[key ?? ''] = numberFrom(value ?? 0);
  return numbers;
}

/** Converts an integer: protobufjs reads 64-bit integers as `Long`. */
function numberOf(value: Integer): number {
  return typeof value === 'number' ? value : value.toNumber();
}

/** Decodes a time in microseconds since the epoch, 1970 to 2199. @param field its name, for the error */
export function timeFromWire(field: string, value: Integer | null | undefined): Micros {
  const micros = numberOf(value ?? 0);
  if (!(micros >= TIME_BEGIN && micros < TIME_END)) throw new FieldError(`${field} is not a time of 1970 to 2199`);
  return micros;
}

/** Decodes an integer from 0 to `MAX_INTEGER`. @param field its name, for the error */
export function integerFromWire(field: string, value: number): number {
  if (!(Number.isInteger(value) && value >= 0 && value <= MAX_INTEGER)) {
    throw new FieldError(`${field} is not an integer between 0 and ${MAX_INTEGER}`);
  }
  return value;
}

/** Decodes a lower-case UUID. @param field its name, for the error */
export function uuidFromWire(field: string, value: string | null | undefined): string {
  if (typeof value !== 'string' || !isUuid(value)) throw new FieldError(`${field} is not a UUID in lower case`);
  return value;
}

export function stampFromWire(value: string | null | undefined): string {
  if (typeof value !== 'string' || !isStamp(value)) throw new FieldError('stamp is not a stamp');
  return value;
}
