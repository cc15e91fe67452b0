import {
  ANSWER_LIMITS,
  CONDITION_OPERATORS,
  CONDITION_TYPES,
  type ConditionType,
  EXPRESSION_LIMITS,
  TRACE_COLUMNS,
  TRACE_FILTERS,
  TRACE_SEARCHED,
} from '@sluice/record';
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

/** The header by which the SDKs of the Langfuse API are known. */
export const sdkName: Parameter = {
  name: 'x-langfuse-sdk-name',
  in: 'header',
  description:
    'As Langfuse SDKs send it, whatever its value: ids are answered in the form in which they were first sent, tags sorted, `usage` of observations has its `unit`, and `modelParameters` are text or numbers.',
  schema: { type: 'string' },
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
export function values(name: string, which: string, items: Schema = { type: 'string' }): Parameter {
  const form = `Repeat it, also as \`${name}[]\`, or give one value with commas: repeated values are not split again.`;
  const schema = { type: 'array', items };
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

const TEXT: Schema = { type: 'string', maxLength: EXPRESSION_LIMITS.text };
const TEXTS: Schema = { type: 'array', maxItems: EXPRESSION_LIMITS.values, items: TEXT };

/** The value of a condition, by its type; one of `null` has none. */
const CONDITION_VALUES: Readonly<Record<ConditionType, Schema | undefined>> = {
  string: TEXT,
  stringOptions: { ...TEXTS, minItems: 1 },
  arrayOptions: TEXTS,
  datetime: ref('WindowTime'),
  number: { type: 'number' },
  boolean: { type: 'boolean' },
  null: undefined,
};

const conditions = Object.entries(CONDITION_OPERATORS).map(([type, operators]): Schema => {
  const value = CONDITION_VALUES[type as ConditionType];
  const takesType = (column: string): boolean =>
    (CONDITION_TYPES[TRACE_COLUMNS[column as keyof typeof TRACE_COLUMNS]] as readonly string[]).includes(type);
  return {
    type: 'object',
    properties: {
      type: { const: type },
      column: { enum: Object.keys(TRACE_COLUMNS).filter(takesType) },
      operator: { enum: operators },
      ...(value !== undefined && { value }),
    },
    required: ['type', 'column', 'operator', ...(value === undefined ? [] : ['value'])],
  };
});

/** An expression of the Langfuse API as a parameter. */
export const expressionOf = (name: string, description: string, examples: readonly string[]): Parameter =>
  query(name, description, {
    type: 'string',
    maxLength: EXPRESSION_LIMITS.length,
    contentMediaType: 'application/json',
    contentSchema: { type: 'array', maxItems: EXPRESSION_LIMITS.conditions, items: { anyOf: conditions } },
    examples,
  });

/** That which selects traces. */
export const expression: Parameter = expressionOf(
  'filter',
  'A JSON array of conditions `{type, column, operator, value}`; a trace has to fulfil all of them. What they say of a column stands in place of the parameters for it. A trace without a value fulfils `is null` alone. Text is compared by code point, case counts; latency is in seconds, cost in USD; an id may be written in any form.',
  [
    '[{"type":"number","column":"latency","operator":">=","value":2.5}]',
    '[{"type":"string","column":"name","operator":"contains","value":"chat"},{"type":"null","column":"userId","operator":"is null","value":""}]',
    '[]',
  ],
);

/** What is searched for in the traces that the others select. */
export const search: readonly Parameter[] = [
  {
    ...textQuery(
      'q',
      'Only traces that have this text somewhere in their name, id, input or output, in any case, character by character: nothing in it is a pattern. JSON is searched without its escapes. Only with `orderBy=timestamp.desc` and `page=1`; `totalItems` and `totalPages` are of the answer alone.',
    ),
    schema: { type: 'string', maxLength: ANSWER_LIMITS.searched },
  },
  values('searchIn', 'Where `q` is searched, by default in all of them', {
    type: 'string',
    enum: TRACE_SEARCHED,
    examples: TRACE_SEARCHED,
  }),
  {
    ...textQuery('searchFrom', 'With `q`: the `searchedTo` of the answer before, to go on from there.'),
    schema: { type: 'string', examples: ['2026-11-20T10:00:00.000000Z,7d0f4f0e-5d1c-4a51-9d52-1a9a5b6c7d8e'] },
  },
];

/** The groups of a trace's members. @param all what they are where none is named */
export const fieldsOr = (all: string): Parameter => ({
  name: 'fields',
  in: 'query',
  description: `Groups of members to fill, of \`core\`, \`io\`, \`scores\`, \`observations\`, \`metrics\`, separated by commas; without any of them ${all}. The members of the others stay, empty: null for input and output, \`{}\` for metadata, \`[]\`, -1 for latency, totalCost and the counts of usage. Asking for less is faster. \`summary\` adds members that are not there otherwise. Other names are ignored.`,
  style: 'form',
  explode: false,
  schema: {
    type: 'array',
    items: { type: 'string', examples: ['core', 'io', 'scores', 'observations', 'metrics', 'summary'] },
  },
});

export const fields = fieldsOr('all');

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
