import { ANSWER_LIMITS, REQUEST_LIMITS, TRACE_COLUMNS, TRACE_FILTERS } from '@sluice/record';
import type { Parameter, Schema } from './document';
import { expression } from './kinds/expression';
import { names, texts } from './kinds/lists';
import type { QueryParameter } from './kinds/parameter';
import { integer, text } from './kinds/scalars';
import { time, traceId } from './kinds/times';

/* Parameters that several endpoints have (spec 4.2, 4.4, 4.6; contract: HTTP in general, Reading traces). */

const header = (name: string, description: string, schema: Schema): Parameter => ({
  name,
  in: 'header',
  description,
  schema,
});

/** Receipt of a write. */
export const receipt = header(
  'Sluice-Receipt',
  'Receipts of writes, separated by commas: the answer contains these writes. If they are not stored within `RECEIPT_WAIT_MS`, the answer is 503 and its message has the number of missing records.',
  { type: 'string', minLength: 1 },
);

/** Header by which the SDKs of the Langfuse API are known. */
export const sdkName = header(
  'x-langfuse-sdk-name',
  'Header of the Langfuse SDKs, with any value. Ids are then returned in the form in which they were first sent, tags are sorted, `usage` of observations has its `unit`, and `modelParameters` are text or numbers.',
  { type: 'string' },
);

/** `ETag` of the answer that the client has. */
export const ifNoneMatch = header(
  'If-None-Match',
  'The `ETag` of the answer that the client has. The answer is 304 if it has not changed.',
  { type: 'string' },
);

/** Header by which a write can be sent again. */
export const idempotencyKey = header(
  'Idempotency-Key',
  'Key of the write: the same key, credentials and body within 24 hours store nothing twice. A different body is a different batch.',
  { type: 'string', minLength: 1, maxLength: REQUEST_LIMITS.key },
);

/** Parameter of a path. */
export const inPath = (name: string, description: string, schema: Schema): Parameter => ({
  name,
  in: 'path',
  description,
  required: true,
  schema,
});

/** `page` and `limit`, never clamped. */
export const paging = (mostItems: number) => ({
  page: {
    about: 'Number of the page, from 1. A page beyond the last one is empty and has the true `meta`.',
    kind: integer(ANSWER_LIMITS.page, 1),
  },
  limit: { about: 'Number of items on a page.', kind: integer(mostItems, ANSWER_LIMITS.items) },
});

/** `limit` of a list without pages. */
export const atMost = (most: number, about = 'Maximum number of items.', usual: number = ANSWER_LIMITS.items) => ({
  limit: { about, kind: integer(most, usual) },
});

const equals = (what: string): QueryParameter<string | undefined> => ({
  about: `Only traces with exactly this ${what}.`,
  kind: text(),
});

/** Parameter of the trace's name. */
export const traceName = equals('trace name');

const FIELDS = Object.fromEntries(Object.entries(TRACE_FILTERS).map(([field, what]) => [field, equals(what)])) as {
  readonly [Field in keyof typeof TRACE_FILTERS]: QueryParameter<string | undefined>;
};

/** Filters of traces besides their name; all given conditions hold together. */
export const traceFilters = {
  ...FIELDS,
  fromTimestamp: { about: 'Only traces with a timestamp at or after this time.', kind: time() },
  toTimestamp: {
    about:
      'Only traces with a timestamp at or before this time. A time in milliseconds, seconds or minutes includes its whole last millisecond.',
    kind: time(),
  },
  tags: { about: 'Only traces that have all of these tags.', kind: texts() },
  environment: { about: 'Only traces of one of these environments.', kind: texts() },
  filter: {
    about:
      'JSON array of conditions `{type, column, operator, value}`; a trace must fulfil all of them. A condition on a column replaces the parameters for that column. A trace without a value fulfils only `is null`. Text is compared by code point and is case-sensitive. A condition on metadata has the type `stringObject` and the `key` of a member. A condition on `observations` has conditions on an observation: `some` of them fulfils all, or `none` does. Latency is in seconds, cost in USD. An id can have any of its forms.',
    kind: expression(TRACE_COLUMNS),
    examples: [
      '[{"type":"number","column":"latency","operator":">=","value":2.5}]',
      '[{"type":"string","column":"name","operator":"contains","value":"chat"},{"type":"null","column":"userId","operator":"is null","value":""}]',
      '[{"type":"observation","column":"observations","operator":"some","value":[{"type":"string","column":"toolName","operator":"=","value":"search"},{"type":"number","column":"latency","operator":">","value":5}]}]',
      '[]',
    ],
  },
};

const GROUPS = ['core', 'io', 'scores', 'observations', 'metrics', 'summary'] as const;

/** Groups of a trace's members. @param all groups without a known name, in words */
export const fieldsOr = (all: string) => ({
  fields: {
    about: `Groups of members to fill, separated by commas: \`core\`, \`io\`, \`scores\`, \`observations\`, \`metrics\`. Default: ${all}. Members of the other groups are present and empty: null for input and output, \`{}\` for metadata, \`[]\`, -1 for latency, totalCost and the counts of usage. Fewer groups are faster. \`summary\` adds members. Other names are ignored.`,
    kind: names(GROUPS),
    examples: GROUPS,
  },
});

export const fields = fieldsOr('all');

/** Groups of a session's members. */
export const sessionFields = {
  fields: {
    about: 'Groups of members: `summary` adds members. Other names are ignored.',
    kind: names(GROUPS),
    examples: ['summary', 'core'],
  },
};

/** Trace that observations belong to. */
export const ofTrace = {
  traceId: {
    about:
      'Id of their trace, in any form. It makes the read fast. Without it the newest days are searched first, and an id in several traces selects the trace that was received last.',
    kind: traceId(),
  },
};
