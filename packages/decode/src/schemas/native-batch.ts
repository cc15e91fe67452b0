import {
  ITEM_LIMITS,
  LEVELS,
  PUBLIC_OBSERVATION_FIELDS,
  REQUEST_LIMITS,
  PUBLIC_TRACE_FIELDS,
  mapFields,
} from '@sluice/record';
import type { FieldList } from '@sluice/record';
import {
  LARGEST,
  TOKEN_COUNT,
  USD,
  anyJson,
  arrayOf,
  byUsageType,
  component,
  cost,
  flag,
  freeObject,
  integer,
  object,
  ref,
  string,
  text,
  textAs,
  time,
  tokens,
} from './body-schema';

/* The body of `POST /v1/l/batch` (spec 2.1, 2.2; contract: Native batch). */

const VALUE = `${LARGEST}, nested at most ${ITEM_LIMITS.nesting} deep`;

/**
 * Returns the schemas of the fields that are sent under their names; members after them replace those that have rules of their own.
 * @param about descriptions of fields that have another one in answers
 */
function sent<List extends FieldList>(list: List, about: Readonly<Partial<Record<keyof List & string, string>>>) {
  const aboutOf = (field: FieldList[string], name: string): string =>
    (about as Readonly<Record<string, string | undefined>>)[name] ?? field.about ?? '';
  return mapFields(list, {
    text: (field, name) => text(aboutOf(field, name), field.longest),
    longText: () => text(`At most ${LARGEST}.`),
    json: () => anyJson(`Any JSON value of at most ${VALUE}.`),
    time: (field, name) => time(aboutOf(field, name)),
    integer: (field, name) => integer(aboutOf(field, name)),
    flag: () => flag('Default: false.'),
    members: () => freeObject(`Merged with the stored metadata by top-level keys. Each value at most ${VALUE}.`),
  });
}

export const TRACE = object('A trace, or changes of a trace. Members that are absent or null change nothing.', ['id'], {
  id: component('TraceId', string({}, 'a UUID or 32 hex digits'), 'Id; an existing id updates the trace.'),
  ...sent(PUBLIC_TRACE_FIELDS, {
    timestamp: 'Start of the trace. Default: the earliest start of its observations, or its receipt.',
    userId: 'User of the application; `user_id` is accepted too.',
    sessionId: 'Alias of `session_id`, which has precedence.',
    environment: 'Default: `default`.',
  }),
  user_id: text('Alias of `userId`, which has precedence.', PUBLIC_TRACE_FIELDS.userId.longest),
  session_id: text(
    'The session, returned as `sessionId`; `sessionId` is accepted too.',
    PUBLIC_TRACE_FIELDS.sessionId.longest,
  ),
  tags: arrayOf(
    string({ maxLength: ITEM_LIMITS.text }),
    'strings',
    { type: ['array', 'null'], maxItems: ITEM_LIMITS.tags },
    'Added to the stored tags, in the order in which they were first received.',
  ),
});

/** Members of usage with the parts of a count. */
const USAGE_PARTS = {
  ...Object.fromEntries(
    ['prompt_tokens_details', 'completion_tokens_details', 'input_tokens_details', 'output_tokens_details'].map(
      (name) => [name, byUsageType(tokens(), "Details of a count, in the form of OpenAI's usage.")],
    ),
  ),
  cache_creation: byUsageType(tokens(), "Cache writes by lifetime, in the form of Anthropic's usage."),
};

/** Members of `usage` that are no counts. */
export const USAGE_NOT_COUNTS = {
  unit: anyJson('Ignored: the unit is always tokens.'),
  inputCost: cost('USD, as `costDetails.input`.'),
  outputCost: cost('USD, as `costDetails.output`.'),
  totalCost: cost('USD, as `costDetails.total`.'),
};

export const OBSERVATION = object(
  'A step of the trace, or changes of a step. Members that are absent or null change nothing.',
  ['id'],
  {
    id: component(
      'ObservationId',
      string({}, 'a UUID, 32 or 16 hex digits'),
      'Id; an existing id in the same trace updates the observation.',
    ),
    traceId: textAs({
      anyOf: [ref('TraceId'), { type: 'null' }],
      description: 'Id of the trace of this batch, or absent.',
    }),
    parentObservationId: textAs({
      anyOf: [ref('ObservationId'), { const: '' }, { type: 'null' }],
      description: 'Id of its parent. null or empty: no parent, also if it had one; absent: unchanged.',
    }),
    ...sent(PUBLIC_OBSERVATION_FIELDS, {
      startTime: 'Start. Default: the time of receipt.',
      endTime: 'End. A time before `startTime` is read as `startTime`.',
      model: 'The model, which also determines the price.',
      environment: 'Default: the environment of the trace.',
    }),
    type: textAs({
      type: ['string', 'null'],
      minLength: 1,
      maxLength: PUBLIC_OBSERVATION_FIELDS.type.longest,
      description:
        'SPAN (default), GENERATION, EVENT, AGENT, TOOL, CHAIN, RETRIEVER, EVALUATOR, EMBEDDING, GUARDRAIL, or another type; stored in upper case.',
      examples: ['GENERATION'],
    }),
    modelParameters: freeObject(`Temperature and other parameters. At most ${VALUE}.`),
    level: textAs({
      enum: [...LEVELS, null],
      description: 'Level, in upper or lower case. Default: DEFAULT.',
    }),
    promptTokens: tokens('Input tokens, cached ones included.'),
    completionTokens: tokens('Output tokens, reasoning included.'),
    totalTokens: tokens('All tokens. Default: the sum of the two.'),
    usage: byUsageType(tokens(), "Counts by usage type: `input`, `output`, `total`, or OpenAI's names.", {
      ...USAGE_PARTS,
      ...USAGE_NOT_COUNTS,
    }),
    usageDetails: byUsageType(
      tokens(),
      'Disjoint counts by usage type, for instance `input` without `input_cached_tokens`. They have precedence over `usage`.',
      USAGE_PARTS,
    ),
    costDetails: byUsageType(cost(), 'USD by usage type; has precedence over computed cost.'),
  },
);

export const BATCH = object(
  'A trace and some of its observations.',
  ['trace'],
  {
    trace: component('TraceInput', TRACE),
    observations: arrayOf(
      component('ObservationInput', OBSERVATION),
      'objects',
      { type: ['array', 'null'], maxItems: REQUEST_LIMITS.items },
      'A repeated id is an update, in the order of the array.',
    ),
  },
  'a JSON object with trace and observations',
);

/** Names of the members that a trace and an observation of a batch can have. */
export type TraceMember = keyof typeof TRACE.members;
export type ObservationMember = keyof typeof OBSERVATION.members;

/** Components of the document that describe the body. */
export const BATCH_COMPONENTS = {
  TraceBatch: BATCH.documented,
  TraceInput: TRACE.documented,
  ObservationInput: OBSERVATION.documented,
  Usd: USD.documented,
  TokenCount: TOKEN_COUNT.documented,
};
