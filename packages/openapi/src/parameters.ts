import { ANSWER_LIMITS, TRACE_FILTERS } from '@sluice/record';
import type { Parameter, Schema } from './document';
import { ref } from './schemas/values';

/*
 * Query parameters (spec 4.2, 4.4, 4.6; contract: HTTP in general, Reading traces). An empty value is an absent one,
 * everywhere: hence `allowEmptyValue` where the schema would refuse it.
 */

/** One value. */
export function query(name: string, description: string, schema: Schema): Parameter {
  return { name, in: 'query', description, allowEmptyValue: true, schema };
}

/** What a write was answered with. */
export const receipt: Parameter = {
  name: 'Sluice-Receipt',
  in: 'header',
  description:
    'Of a write, or of several with commas: the answer has them in it. Where they are not stored within `RECEIPT_WAIT_MS` it is 503, telling how many records are missing.',
  schema: { type: 'string', minLength: 1 },
};

/** What the client has. */
export const ifNoneMatch: Parameter = {
  name: 'If-None-Match',
  in: 'header',
  description: 'The `ETag` of the answer that the client has: 304 where it would be the same again.',
  schema: { type: 'string' },
};

/** Any text. */
export function textQuery(name: string, description: string): Parameter {
  return { name, in: 'query', description, schema: { type: 'string' } };
}

/** Several values: repeated, or one with commas. */
function values(name: string, which: string): Parameter {
  const form = `Repeat it, also as \`${name}[]\`, or give one value with commas: repeated values are not split again.`;
  const schema = { type: 'array', items: { type: 'string' } };
  return { name, in: 'query', description: `${which}. ${form}`, style: 'form', explode: true, schema };
}

export const time = (name: string, description: string): Parameter => query(name, description, ref('WindowTime'));

const equals = (name: string, what: string): Parameter => textQuery(name, `Only with exactly this ${what}.`);

/** `page` and `limit`, never clamped. */
export function paging(mostItems: number): readonly Parameter[] {
  return [
    query('page', 'Counted from 1. A page past the end is empty, with true `meta`.', {
      type: 'integer',
      minimum: 1,
      maximum: ANSWER_LIMITS.page,
      default: 1,
    }),
    query('limit', 'Items on a page.', {
      type: 'integer',
      minimum: 1,
      maximum: mostItems,
      default: ANSWER_LIMITS.items,
    }),
  ];
}

/** Which traces; all given conditions together. @param nameParameter how the endpoint calls the trace's name */
export function traceFilters(nameParameter: string): readonly Parameter[] {
  return [
    equals(nameParameter, 'trace name'),
    ...Object.entries(TRACE_FILTERS).map(([field, word]) => equals(field, word)),
    time('fromTimestamp', 'Only traces of this time or later.'),
    time(
      'toTimestamp',
      'Only traces of this time or earlier; written in milliseconds or coarser, all of that millisecond.',
    ),
    values('tags', 'Only traces with all of these tags'),
    values('environment', 'Only traces of any of these environments'),
  ];
}

/** The groups of a trace's members. */
export const fields: Parameter = {
  name: 'fields',
  in: 'query',
  description:
    'Groups of members to fill, of `core`, `io`, `scores`, `observations`, `metrics`, separated by commas; without any of them all. The members of the others stay, empty: null for input and output, `{}` for metadata, `[]`, -1 for latency, totalCost and the counts of usage. Asking for less is faster. `summary` adds members that are not there otherwise. Other names are ignored.',
  style: 'form',
  explode: false,
  schema: {
    type: 'array',
    items: { type: 'string', examples: ['core', 'io', 'scores', 'observations', 'metrics', 'summary'] },
  },
};

const SPACE = '[ \\t\\n\\r]*';
const STRING = '"(?:[^"\\\\\\u0000-\\u001f]|\\\\(?:["\\\\/bfnrt]|u[0-9a-fA-F]{4}))*"';
const MEMBER = `${STRING}${SPACE}:${SPACE}${STRING}`;

/** The text of a JSON object of strings: flat enough for a pattern, so that no client has to read `contentSchema`. */
export const labelsSchema: Schema = {
  type: 'string',
  pattern: `^${SPACE}\\{${SPACE}(?:${MEMBER}(?:${SPACE},${SPACE}${MEMBER})*${SPACE})?\\}${SPACE}$`,
  contentMediaType: 'application/json',
  contentSchema: { type: 'object', additionalProperties: { type: 'string' } },
  examples: ['{"queue":"mail"}', '{}'],
};
