import { ANSWER_LIMITS, REQUEST_LIMITS, TRACE_FILTERS } from '@sluice/record';
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
  'Of a write, or of several with commas: the answer has them in it. Where they are not stored within `RECEIPT_WAIT_MS` it is 503, telling how many records are missing.',
  { type: 'string', minLength: 1 },
);

/** Header by which the SDKs of the Langfuse API are known. */
export const sdkName = header(
  'x-langfuse-sdk-name',
  'As Langfuse SDKs send it, whatever its value: ids are answered in the form in which they were first sent, tags sorted, `usage` of observations has its `unit`, and `modelParameters` are text or numbers.',
  { type: 'string' },
);

/** `ETag` of the answer that the client has. */
export const ifNoneMatch = header(
  'If-None-Match',
  'The `ETag` of the answer that the client has: 304 where it would be the same again.',
  { type: 'string' },
);

/** Header by which a write can be sent again. */
export const idempotencyKey = header(
  'Idempotency-Key',
  'The same key, credentials and body within 24 hours store nothing twice. Another body is another batch.',
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
    about: 'Counted from 1. A page past the end is empty, with true `meta`.',
    kind: integer(ANSWER_LIMITS.page, 1),
  },
  limit: { about: 'Items on a page.', kind: integer(mostItems, ANSWER_LIMITS.items) },
});

/** `limit` of a list without pages. */
export const atMost = (most: number, about = 'At most so many.', usual: number = ANSWER_LIMITS.items) => ({
  limit: { about, kind: integer(most, usual) },
});

const equals = (what: string): QueryParameter<string | undefined> => ({
  about: `Only with exactly this ${what}.`,
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
  fromTimestamp: { about: 'Only traces of this time or later.', kind: time() },
  toTimestamp: {
    about: 'Only traces of this time or earlier; written in milliseconds or coarser, all of that millisecond.',
    kind: time(),
  },
  tags: { about: 'Only traces with all of these tags.', kind: texts() },
  environment: { about: 'Only traces of any of these environments.', kind: texts() },
  filter: {
    about:
      'A JSON array of conditions `{type, column, operator, value}`; a trace has to fulfil all of them. What they say of a column stands in place of the parameters for it. A trace without a value fulfils `is null` alone. Text is compared by code point, case counts; latency is in seconds, cost in USD; an id may be written in any form.',
    kind: expression(),
    examples: [
      '[{"type":"number","column":"latency","operator":">=","value":2.5}]',
      '[{"type":"string","column":"name","operator":"contains","value":"chat"},{"type":"null","column":"userId","operator":"is null","value":""}]',
      '[]',
    ],
  },
};

const GROUPS = ['core', 'io', 'scores', 'observations', 'metrics', 'summary'] as const;

/** Groups of a trace's members. @param all groups without a known name, in words */
export const fieldsOr = (all: string) => ({
  fields: {
    about: `Groups of members to fill, of \`core\`, \`io\`, \`scores\`, \`observations\`, \`metrics\`, separated by commas; without any of them ${all}. The members of the others stay, empty: null for input and output, \`{}\` for metadata, \`[]\`, -1 for latency, totalCost and the counts of usage. Asking for less is faster. \`summary\` adds members that are not there otherwise. Other names are ignored.`,
    kind: names(GROUPS),
    examples: GROUPS,
  },
});

export const fields = fieldsOr('all');

/** Groups of a session's members. */
export const sessionFields = {
  fields: {
    about: '`summary` adds members that are not there otherwise. Other names are ignored.',
    kind: names(GROUPS),
    examples: ['summary', 'core'],
  },
};

/** Trace that observations belong to. */
export const ofTrace = {
  traceId: {
    about:
      'Any form of the id of their trace. With it they are found at once; without it the newest days are searched first, and an id that several traces have is that of the trace that was received last.',
    kind: traceId(),
  },
};
