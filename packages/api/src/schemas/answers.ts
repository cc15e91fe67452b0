import {
  ANSWER_LIMITS,
  type FieldList,
  ITEM_LIMITS,
  LONGEST_ID,
  LEVELS,
  OBSERVATION_TYPES,
  OUTCOMES,
  PUBLIC_OBSERVATION_FIELDS,
  PUBLIC_TRACE_FIELDS,
  TRACE_SEARCHED,
  mapFields,
} from '@sluice/record';
import type { Schema } from '../document';
import { TRACE_SCORES } from './scores';
import { anyJson, count, exactly, freeObject, orNull, type Properties, ref, text, usd } from './values';

/*
 * Answers that several paths have (spec 2.3 to 2.9, 7; contract: Reading traces). No key is ever left
 * out and none is added, so that typed clients of the Langfuse v3 API read them.
 */

const optionalText = (description: string): Schema => orNull(text(description));
const optionalTime = (description: string): Schema => ({ anyOf: [ref('Timestamp'), { type: 'null' }], description });
const time = (description: string): Schema => ({ ...ref('Timestamp'), description });

/** Description of a value that is answered as the JSON that was sent, byte for byte (contract: Reading traces). */
const AS_SENT =
  'Any JSON value as it was sent, or null. Text of a span that is a JSON object or array is returned as JSON.';

/** The fields as they are answered; members after them replace those that need words of their own. */
const answered = (list: FieldList, ofJson: string, ofObject: string): Properties =>
  mapFields(list, {
    text: ({ about = '' }) => optionalText(about),
    longText: ({ about = '' }) => optionalText(about),
    json: () => anyJson(ofJson),
    time: ({ about = '' }) => optionalTime(about),
    integer: ({ about = '' }) => orNull(count(about)),
    flag: () => ({ type: 'boolean', description: 'Value as sent. Default: false.' }),
    members: () => freeObject(ofObject),
  });

/** Schema of a number that `fields` can leave out. */
const orNotAsked = (description: string): Schema => ({
  type: 'number',
  minimum: -1,
  description: `${description} -1 if \`fields\` excludes metrics.`,
});

const tokensOrNotAsked = (description: string): Schema => ({ ...orNotAsked(description), type: 'integer' });

const trace: Properties = {
  id: { ...ref('AnsweredId'), description: 'Id of the trace.' },
  ...answered(
    PUBLIC_TRACE_FIELDS,
    `${AS_SENT} null if \`fields\` excludes io.`,
    'Metadata as sent; `{}` without metadata, and if `fields` excludes io.',
  ),
  timestamp: time('Start of the trace.'),
  environment: text('Environment; `default` if none was sent.'),
  bookmarked: { const: false, description: 'Always false: bookmarks are not supported.' },
  tags: {
    type: 'array',
    items: { type: 'string' },
    description: 'Tags in the order in which they were first received; sorted with `x-langfuse-sdk-name`.',
  },
  latency: orNotAsked('Seconds from the earliest start of an observation to the latest end; 0 without observations.'),
  totalCost: orNotAsked('USD of all observations; 0 when unknown.'),
  usage: exactly(
    'Tokens of the counted observations: an observation that only wraps others adds nothing. Sums have all their digits, also beyond 2^53.',
    {
      input: tokensOrNotAsked('Input tokens, cached ones included; 0 when unknown.'),
      output: tokensOrNotAsked('Output tokens, reasoning included; 0 when unknown.'),
      total: tokensOrNotAsked('All tokens; 0 when unknown.'),
    },
  ),
  htmlPath: { type: 'string', pattern: '^/project/', description: '`/project/<projectId>/traces/<id>`.' },
  projectId: text('The project of the credentials.'),
  externalId: { type: 'null', description: 'Always null.' },
  createdAt: time('Time of the first receipt.'),
  updatedAt: time('Time of the last receipt that changed something.'),
};

const preview = (of: string): Schema => ({
  type: ['string', 'null'],
  maxLength: ANSWER_LIMITS.preview,
  description: `Start of the ${of}: the text of a string, the JSON of any other value; null without a value.`,
});

/** Members that `fields=summary` adds to a trace. */
const summary: Properties = {
  observationCount: count('Observations.'),
  errorCount: count('Observations of level ERROR.'),
  warningCount: count('Observations of level WARNING.'),
  outcome: {
    enum: OUTCOMES,
    description:
      'Outcome: `failed` if a root has level ERROR, `recovered` if another observation has, `warning` if one has level WARNING.',
  },
  isOpen: { type: 'boolean', description: 'Whether a root has not ended yet, or has not arrived.' },
  failure: orNull(
    exactly('Failed step that explains the outcome; null without a message of level ERROR.', {
      observationId: { ...ref('AnsweredId'), description: 'Id of the observation.' },
      name: orNull(text('Name.')),
      message: { type: 'string', maxLength: ANSWER_LIMITS.preview, description: 'Start of its status message.' },
    }),
  ),
  models: {
    type: 'array',
    maxItems: ANSWER_LIMITS.models,
    items: { type: 'string' },
    description: `The first ${ANSWER_LIMITS.models} models of its observations, by code point.`,
  },
  inputTokens: count('Input tokens, as `usage.input` with `metrics`.'),
  outputTokens: count('Output tokens.'),
  totalTokens: count('All tokens.'),
  inputPreview: preview('input'),
  outputPreview: preview('output'),
};

/** Member that `q` adds to a trace. */
const match: Schema = exactly(
  'Only with `q`: the first text that contains it, of the trace, then of its observations by id.',
  {
    observationId: {
      anyOf: [ref('AnsweredId'), { type: 'null' }],
      description: 'Id of the observation; null: a text of the trace itself.',
    },
    observationName: orNull(text('Name of the observation.')),
    field: { type: 'string', enum: TRACE_SEARCHED.filter((field) => field !== 'observations') },
    snippet: text('The match and up to 50 characters on each side, without the escapes of JSON.'),
  },
);

const observation: Properties = {
  id: { ...ref('AnsweredId'), description: 'Unique within its trace.' },
  traceId: { ...ref('AnsweredId'), description: 'Id of its trace.' },
  parentObservationId: {
    anyOf: [ref('AnsweredId'), { type: 'null' }],
    description: 'Id of its parent, which may never have been sent; null: none. The tree follows from it.',
  },
  ...answered(PUBLIC_OBSERVATION_FIELDS, AS_SENT, 'Metadata as sent; `{}` without metadata.'),
  type: {
    type: 'string',
    minLength: 1,
    maxLength: ITEM_LIMITS.type,
    description: `${OBSERVATION_TYPES.join(', ')}, or another type of the sender.`,
  },
  startTime: time('Start.'),
  latency: {
    type: ['number', 'null'],
    minimum: 0,
    description: 'Seconds from start to end; null without an end.',
  },
  timeToFirstToken: { type: ['number', 'null'], minimum: 0, description: 'Seconds from start to the first token.' },
  level: { enum: LEVELS },
  environment: text('Environment of the observation, or of its trace.'),
  modelParameters: anyJson(
    'Any JSON value as it was sent, mostly an object, or null. With `x-langfuse-sdk-name` a member that is neither text nor a number is returned as the text of its JSON.',
  ),
  unit: { const: 'TOKENS' },
  usage: { ...ref('Usage'), description: 'Tokens, cached and reasoning tokens included; 0 when unknown.' },
  usageDetails: {
    type: 'object',
    additionalProperties: { type: 'integer', minimum: 0 },
    description:
      'Disjoint counts: `input`, `input_cached_tokens`, `output`, `output_reasoning_tokens`, …, and `total`.',
  },
  costDetails: {
    type: 'object',
    additionalProperties: { type: 'number', minimum: 0 },
    description: 'USD by usage type, as sent or computed; `{}` when unknown.',
  },
  promptTokens: count('Input tokens, as `usage.input`.'),
  completionTokens: count('Output tokens, as `usage.output`.'),
  totalTokens: count('All tokens, as `usage.total`.'),
  calculatedInputCost: orNull(usd('USD; null when unknown.')),
  calculatedOutputCost: orNull(usd('USD; null when unknown.')),
  calculatedTotalCost: usd('USD; 0 when unknown.'),
  createdAt: time('Time of the first receipt.'),
  updatedAt: time('Time of the last receipt that changed something.'),
};

/** The source of a cost, or of a missing one, and where tokens and cost count that do not count here. */
const costed: Properties = {
  costSource: text(
    'Source of the cost: `sent`, or the price list and its version. If a price for some tokens of a known model is missing, there is no cost, and the reason follows `#`: `genai-prices@0.1.8#no-audio-price`. Otherwise absent.',
  ),
  countedIn: {
    ...ref('AnsweredId'),
    description:
      'Ancestor that is the same model call, sent by another instrumentation. Tokens and cost count there, and those of this observation add nothing to sums. Otherwise absent.',
  },
};

/** Members that an observation has only in the answer of its own endpoint, as in the Langfuse API. */
const alone: Properties = {
  projectId: text('The project of the credentials.'),
  ...Object.fromEntries(
    ['modelId', 'inputPrice', 'outputPrice', 'totalPrice', 'promptId'].map((name) => [
      name,
      { type: 'null', description: 'Always null.' },
    ]),
  ),
};

/** Members of an observation without its free-form values. */
const withoutValues: Properties = mapFields(PUBLIC_OBSERVATION_FIELDS, {
  json: () => ({ type: 'null', description: 'Left out.' }),
  members: () => ({ type: 'object', maxProperties: 0, description: 'Left out.' }),
});

const session: Properties = {
  id: { type: 'string', minLength: 1, maxLength: ITEM_LIMITS.text, description: 'The session id of its traces.' },
  createdAt: time('Timestamp of its first trace.'),
  projectId: text('The project of the credentials.'),
  environment: text('Environment of its first trace.'),
};

/** Members that `fields=summary` adds to a session. */
const sessionSummary: Properties = {
  lastTimestamp: time('Timestamp of its latest trace.'),
  isWhole: {
    type: 'boolean',
    description: `Whether it has at most ${ANSWER_LIMITS.sessionTraces} traces; otherwise all members but \`lastTimestamp\` describe the first ${ANSWER_LIMITS.sessionTraces}.`,
  },
  traceCount: count('Traces.'),
  failedTraceCount: count('Traces with an observation of the level ERROR.'),
  users: {
    type: 'array',
    maxItems: ANSWER_LIMITS.sessionUsers,
    items: { type: 'string' },
    description: `The first ${ANSWER_LIMITS.sessionUsers} users of its traces, by code point.`,
  },
  userCount: count('Total number of users.'),
  totalCost: usd('USD; an unknown cost counts 0.'),
  inputTokens: count('Input tokens. Sums have all their digits, also beyond 2^53.'),
  outputTokens: count('Output tokens.'),
  totalTokens: count('All tokens.'),
  traceName: orNull(text('Name of its first trace.')),
  inputPreview: preview('input of its first trace'),
};

/** A page of a list. @param item the schema of one */
export const page = (item: string, description: string): Schema =>
  exactly(description, { data: { type: 'array', items: ref(item) }, meta: ref('PageMeta') });

const pageMeta: Properties = {
  page: { type: 'integer', minimum: 1 },
  limit: { type: 'integer', minimum: 1, description: 'Number of items on a page.' },
  totalItems: count('Exact total of all pages.'),
  totalPages: count('Number of pages; 0 without items.'),
};

export const answerSchemas: Properties = {
  TraceList: exactly('One page of traces, or the matches of a search.', {
    data: { type: 'array', items: ref('Trace') },
    meta: exactly('Page and totals; of a search, those of this answer alone.', pageMeta, {
      searchedTo: {
        type: ['string', 'null'],
        description:
          'Only with `q`: cursor up to which the search is complete, a time in microseconds and the id of a trace. As `searchFrom` it continues the search. null: the search is complete.',
        examples: ['2026-11-20T10:00:00.000000Z,7d0f4f0e-5d1c-4a51-9d52-1a9a5b6c7d8e', null],
      },
      searched: exactly('Only with `q`: what this answer read.', {
        traces: count('Traces of the selection, and those beside it, that were passed.'),
        bytes: count('Bytes of values of traces and observations.'),
      }),
      selected: {
        type: ['integer', 'null'],
        minimum: 0,
        description:
          'Only with `q`: number of traces that everything but `q` selects. null with `searchFrom`, and if counting takes longer than the search.',
      },
    }),
  }),
  Trace: exactly(
    'A trace in a list. Members that are not required are present with `fields=summary`, `match` with `q`.',
    {
      ...trace,
      scores: {
        type: 'array',
        maxItems: ANSWER_LIMITS.traceScores,
        items: { type: 'string', minLength: 1, maxLength: LONGEST_ID },
        description: `Ids of its newest ${TRACE_SCORES} scores, corrections excluded, newest first; \`[]\` if \`fields\` excludes them.`,
      },
      observations: {
        type: 'array',
        items: ref('AnsweredId'),
        description: 'Ids of its observations; `[]` if `fields` excludes them.',
      },
    },
    { ...summary, match },
  ),
  TraceWithObservations: exactly(
    'A trace with its observations. Members that are not required are present with `fields=summary`.',
    {
      ...trace,
      scores: {
        type: 'array',
        maxItems: ANSWER_LIMITS.traceScores,
        items: ref('TraceScore'),
        description: `Its newest ${TRACE_SCORES} scores, corrections excluded, newest first; \`[]\` if \`fields\` excludes them. All: \`GET /api/public/v2/scores?traceId=\`.`,
      },
      observations: {
        type: 'array',
        items: { anyOf: [ref('Observation'), ref('CoreObservation')] },
        description: 'All its observations, by start, then id; `[]` if `fields` excludes them.',
      },
    },
    summary,
  ),
  Observation: exactly('A step of a trace: a span, a model call, an event.', observation, costed),
  SessionList: exactly('One page of sessions.', {
    data: { type: 'array', items: ref('ListedSession') },
    meta: exactly('Page and totals; with `cursor`, those of this answer alone.', pageMeta, {
      nextCursor: {
        type: ['string', 'null'],
        description: 'Only with `cursor`: the `cursor` of the next answer. null: there are no more sessions.',
        examples: ['2026-11-20T10:00:00.000000Z,7d0f4f0e-5d1c-4a51-9d52-1a9a5b6c7d8e', null],
      },
    }),
  }),
  ListedSession: exactly(
    'A session in a list. Members that are not required are present with `fields=summary`.',
    session,
    sessionSummary,
  ),
  SessionWithTraces: exactly('A session with its traces.', {
    ...session,
    traces: { type: 'array', items: ref('Trace'), description: 'All its traces, by timestamp, then id.' },
  }),
  SingleObservation: exactly(
    'An observation in the answer of its own endpoint, or of a list of observations.',
    { ...observation, ...alone },
    costed,
  ),
  ObservationList: page('SingleObservation', 'One page of observations.'),
  CoreObservation: exactly(
    'An observation without its free-form values (`observationFields=core`).',
    {
      ...observation,
      ...withoutValues,
      sizes: exactly('Bytes of the JSON of the values that are left out; 0 without a value.', {
        input: count('Bytes of its input.'),
        output: count('Bytes of its output.'),
        metadata: count('Bytes of its metadata.'),
      }),
    },
    costed,
  ),
  Usage: exactly(
    'Tokens, cached and reasoning tokens included; 0 when unknown.',
    {
      input: count('Input tokens, cached ones included.'),
      output: count('Output tokens, reasoning included.'),
      total: count('All tokens as sent, or the sum of the two.'),
    },
    { unit: { const: 'TOKENS', description: 'Only with `x-langfuse-sdk-name`.' } },
  ),
  PageMeta: exactly('Page and totals.', pageMeta),
  Error: exactly('Body of every error.', {
    message: text('Reason for people, with the field and what is accepted.'),
    code: {
      enum: [
        'BAD_REQUEST',
        'UNAUTHORIZED',
        'FORBIDDEN',
        'NOT_FOUND',
        'TOO_MANY_REQUESTS',
        'INTERNAL_ERROR',
        'SERVICE_UNAVAILABLE',
      ],
      description: 'Reason for programs.',
    },
    data: { type: 'null' },
  }),
};
