import { LONGEST_ID, REQUEST_LIMITS } from '@sluice/record';
import type { Schema } from '../document';

export { LARGEST, ref } from '@sluice/decode/schemas';

export type Properties = Readonly<Record<string, Schema>>;

/** The most items and attributes of one request, in words. */
export const ITEMS = REQUEST_LIMITS.items.toLocaleString('en');
export const ATTRIBUTES = REQUEST_LIMITS.attributes.toLocaleString('en');

/** An object of an answer: these members, every one of them but the optional ones, and no other. */
export function exactly(description: string, properties: Properties, optional: Properties = {}): Schema {
  return {
    type: 'object',
    description,
    properties: { ...properties, ...optional },
    required: Object.keys(properties),
    additionalProperties: false,
  };
}

/** The same with null. */
export const orNull = (schema: Schema): Schema => ({ ...schema, type: [schema['type'], 'null'] });

export const text = (description: string): Schema => ({ type: 'string', description });

export const anyJson = (description: string): Schema => ({ description });

/** Members of the sender's choice. */
export const freeObject = (description: string): Schema => ({
  type: 'object',
  description,
  additionalProperties: true,
});

export const count = (description: string): Schema => ({ type: 'integer', minimum: 0, description });

export const usd = (description: string): Schema => ({ type: 'number', minimum: 0, description });

const UUID = '[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}';

/*
 * Times that are read: 1970 to 2199, on a day that exists, to the second or finer, with or without a zone, or a bare date
 * (contract: HTTP in general).
 */
const YEAR = '(?:19[7-9][0-9]|2[01][0-9]{2})';
const LEAP_YEAR = '(?:19(?:[79][26]|8[048])|20(?:[02468][048]|[13579][26])|21(?:0[48]|[2468][048]|[13579][26]))';
const ANY_YEAR = '[0-9]{4}';
const ANY_LEAP_YEAR = '(?:[0-9]{2}(?:0[48]|[2468][048]|[13579][26])|(?:[02468][048]|[13579][26])00)';
const TO_28 = '(?:0[1-9]|1[0-9]|2[0-8])';
const MONTH = '(?:0[1-9]|1[0-2])';
const DAY = `(?:${MONTH}-${TO_28}|(?!02)${MONTH}-(?:29|30)|(?:0[13578]|1[02])-31)`;
const dateOf = (year: string, leapYear: string): string => `(?:${year}-${DAY}|${leapYear}-02-29)`;
const CLOCK = '(?:[01][0-9]|2[0-3]):[0-5][0-9](?::[0-5][0-9](?:[.,][0-9]{1,9})?)?';
const ZONE = ' ?(?:[Zz]|[+-](?:[01][0-9]|2[0-3])(?::?[0-5][0-9])?)?';
const timeOf = (date: string): string => `^${date}(?:[Tt ]${CLOCK}${ZONE})?$`;

/** Schemas of ids and times, in requests and in answers (contract: Ids; HTTP in general). */
export const valueSchemas: Properties = {
  TraceId: {
    type: 'string',
    pattern: `^(?:${UUID}|[0-9a-fA-F]{32})$`,
    description: 'A UUID, or its 32 hex digits without dashes, as in OpenTelemetry; in upper or lower case.',
    examples: ['7d0f4f0e-5d1c-4a51-9d52-1a9a5b6c7d8e', '5b8efff798038103d269b633813fc60c'],
  },
  ObservationId: {
    type: 'string',
    pattern: `^(?:${UUID}|[0-9a-fA-F]{32}|[0-9a-fA-F]{16})$`,
    description:
      'A UUID, its 32 hex digits without dashes, or the 16 hex digits of a span id, which are padded with zeros on the left; in upper or lower case.',
    examples: ['1f0e4f0e-5d1c-4a51-9d52-1a9a5b6c7d8e', 'eee19b7ec3c1b174'],
  },
  AnsweredId: {
    type: 'string',
    minLength: 1,
    maxLength: LONGEST_ID,
    description:
      'A UUID in lower case, with dashes. A span id becomes a UUID that begins with `00000000-0000-0000-`. With `x-langfuse-sdk-name` ids of OTLP are returned as in OpenTelemetry: 32 and 16 hex digits. An id of an event that is any other text is returned as sent.',
    examples: ['00000000-0000-0000-eee1-9b7ec3c1b174'],
  },
  Time: {
    type: 'string',
    pattern: timeOf(dateOf(YEAR, LEAP_YEAR)),
    description:
      'An ISO 8601 time from 1970 to 2199 on a day that exists: RFC 3339, also without seconds or zone (UTC), or a date alone (its midnight). Stored in microseconds.',
    examples: ['2026-11-20T10:00:00.250Z', '2026-11-20T11:00:00+01:00', '2026-11-20'],
  },
  WindowTime: {
    type: 'string',
    pattern: timeOf(dateOf(ANY_YEAR, ANY_LEAP_YEAR)),
    description:
      'A time as in `Time`, of any year from 0000 to 9999, because it is only compared: no stored time is before 1970 or after 2199.',
    examples: ['2026-11-20T10:00:00.250Z', '2026-11-20T11:00:00+01:00', '2026-11-20', '0001-01-01', '9999-12-31'],
  },
  Timestamp: {
    type: 'string',
    format: 'date-time',
    pattern: '^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}\\.[0-9]{3}Z$',
    description: 'A time in UTC with milliseconds, truncated.',
    examples: ['2026-11-20T10:00:00.250Z'],
  },
  OffsetTimestamp: {
    type: 'string',
    format: 'date-time',
    pattern: '^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}\\.[0-9]{3}\\+00:00$',
    description: 'A time in UTC with milliseconds and a numeric offset.',
    examples: ['2026-11-20T22:00:00.000+00:00'],
  },
};
