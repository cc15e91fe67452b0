import { ANSWER_LIMITS, type FieldList, ITEM_LIMITS, PUBLIC_OBSERVATION_FIELDS, TRACE_FIELDS } from '@sluice/record';
import type { Schema } from '../document';
import { anyJson, byKind, count, exactly, freeObject, orNull, type Properties, ref, text, usd } from './values';

/*
 * Answers that several paths have (spec 2.3 to 2.9, 7; contract: Reading traces). No key is ever left
 * out and none is added, so that typed clients of the Langfuse v3 API read them.
 */

const optionalText = (description: string): Schema => orNull(text(description));
const optionalTime = (description: string): Schema => ({ anyOf: [ref('Timestamp'), { type: 'null' }], description });
const time = (description: string): Schema => ({ ...ref('Timestamp'), description });

/** Description of a value that is answered as the JSON that was sent, byte for byte (contract: Reading traces). */
const AS_SENT =
  'Any JSON value as it was sent, or null. Text of a span that is a JSON object or array is answered as such.';

/** The fields as they are answered; members after them replace those that need words of their own. */
const answered = (list: FieldList, ofJson: string, ofObject: string): Properties =>
  byKind(list, {
    text: ({ about = '' }) => optionalText(about),
    longText: ({ about = '' }) => optionalText(about),
    json: () => anyJson(ofJson),
    time: ({ about = '' }) => optionalTime(about),
    integer: ({ about = '' }) => orNull(count(about)),
    flag: () => ({ type: 'boolean', description: 'As sent, false by default.' }),
    members: () => freeObject(ofObject),
  });

/** Schema of a number that `fields` can leave out. */
const orNotAsked = (description: string): Schema => ({
  type: 'number',
  minimum: -1,
  description: `${description} -1 where \`fields\` leaves metrics out.`,
});

const tokensOrNotAsked = (description: string): Schema => ({ ...orNotAsked(description), type: 'integer' });

const trace: Properties = {
  id: { ...ref('AnsweredId'), description: 'Of the trace.' },
  ...answered(
    TRACE_FIELDS,
    `${AS_SENT} null where \`fields\` leaves io out.`,
    'As it was sent; `{}` without any, and where `fields` leaves io out.',
  ),
  timestamp: time('When it began.'),
  environment: text('`default` where none was sent.'),
  bookmarked: { const: false, description: 'There are no bookmarks.' },
  tags: {
    type: 'array',
    items: { type: 'string' },
    description: 'In the order first seen; sorted with `x-langfuse-sdk-name`.',
  },
  latency: orNotAsked('Seconds from the earliest start of an observation to the latest end; 0 without any.'),
  totalCost: orNotAsked('USD of all observations; 0 when unknown.'),
  usage: exactly(
    'Tokens of the observations that count: those that only wrap others add nothing. Sums have all their digits, also beyond 2^53.',
    {
      input: tokensOrNotAsked('Tokens read, cached ones included; 0 when unknown.'),
      output: tokensOrNotAsked('Tokens written, reasoning included; 0 when unknown.'),
      total: tokensOrNotAsked('All tokens; 0 when unknown.'),
    },
  ),
  scores: { type: 'array', maxItems: 0, items: {}, description: 'Always empty: there are no scores yet.' },
  htmlPath: { type: 'string', pattern: '^/project/', description: '`/project/<projectId>/traces/<id>`.' },
  projectId: text('The project of the credentials.'),
  externalId: { type: 'null', description: 'Always null.' },
  createdAt: time('First receipt.'),
  updatedAt: time('Last receipt that changed something.'),
};

const preview = (of: string): Schema => ({
  type: ['string', 'null'],
  maxLength: ANSWER_LIMITS.preview,
  description: `The beginning of the ${of}: of a string its text, of anything else its JSON; null without any.`,
});

/** Members that `fields=summary` adds to a trace. */
const summary: Properties = {
  observationCount: count('Observations.'),
  errorCount: count('Observations of level ERROR.'),
  warningCount: count('Observations of level WARNING.'),
  models: {
    type: 'array',
    maxItems: ANSWER_LIMITS.models,
    items: { type: 'string' },
    description: `Models of its observations, by code point: the first ${ANSWER_LIMITS.models}.`,
  },
  inputTokens: count('As `usage.input` with `metrics`; so are the other two.'),
  outputTokens: count('Tokens written.'),
  totalTokens: count('All tokens.'),
  inputPreview: preview('input'),
  outputPreview: preview('output'),
};

const observation: Properties = {
  id: { ...ref('AnsweredId'), description: 'Unique within its trace.' },
  traceId: { ...ref('AnsweredId'), description: 'The trace that it belongs to.' },
  parentObservationId: {
    anyOf: [ref('AnsweredId'), { type: 'null' }],
    description: 'The observation above it, which may never have been sent; null: none. The tree is built from it.',
  },
  ...answered(PUBLIC_OBSERVATION_FIELDS, AS_SENT, 'As it was sent; `{}` without any.'),
  type: {
    type: 'string',
    minLength: 1,
    maxLength: ITEM_LIMITS.type,
    description:
      'SPAN, GENERATION, EVENT, AGENT, TOOL, CHAIN, RETRIEVER, EVALUATOR, EMBEDDING, GUARDRAIL, or a word of the sender.',
  },
  startTime: time('Start.'),
  latency: {
    type: ['number', 'null'],
    minimum: 0,
    description: 'Seconds from start to end; null while there is no end.',
  },
  timeToFirstToken: { type: ['number', 'null'], minimum: 0, description: 'Seconds from start to the first token.' },
  level: { enum: ['DEBUG', 'DEFAULT', 'WARNING', 'ERROR'] },
  environment: text('Its own, else that of the trace.'),
  modelParameters: anyJson(
    'Any JSON value as it was sent, mostly an object, or null. With `x-langfuse-sdk-name` a member that is neither text nor a number is its JSON as text.',
  ),
  unit: { const: 'TOKENS' },
  usage: { ...ref('Usage'), description: 'Tokens, everything included; 0 when unknown.' },
  usageDetails: {
    type: 'object',
    additionalProperties: { type: 'integer', minimum: 0 },
    description:
      'Disjoint counts: `input`, `input_cached_tokens`, `output`, `output_reasoning_tokens`, …, and `total`.',
  },
  costDetails: {
    type: 'object',
    additionalProperties: { type: 'number', minimum: 0 },
    description: 'USD by name, as sent or computed; `{}` when unknown.',
  },
  promptTokens: count('As `usage.input`.'),
  completionTokens: count('As `usage.output`.'),
  totalTokens: count('As `usage.total`.'),
  calculatedInputCost: orNull(usd('USD; null when unknown.')),
  calculatedOutputCost: orNull(usd('USD; null when unknown.')),
  calculatedTotalCost: usd('USD; 0 when unknown.'),
  createdAt: time('First receipt.'),
  updatedAt: time('Last receipt that changed something.'),
};

/** The source of a cost, or of a missing one, and where tokens and cost count that do not count here. */
const costed: Properties = {
  costSource: text(
    'The source of the cost: `sent`, or the prices that it was computed by and their version. Where the price of some tokens of a known model is missing there is no cost, and the reason follows `#`: `genai-prices@0.1.8#no-audio-price`. Absent elsewhere.',
  ),
  countedIn: {
    ...ref('AnsweredId'),
    description:
      'The observation above it that is the same model call, sent by another instrumentation: tokens and cost count there, and these add nothing to sums. Absent elsewhere.',
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
const withoutValues: Properties = byKind(PUBLIC_OBSERVATION_FIELDS, {
  json: () => ({ type: 'null', description: 'Left out.' }),
  members: () => ({ type: 'object', maxProperties: 0, description: 'Left out.' }),
});

const session: Properties = {
  id: { type: 'string', minLength: 1, maxLength: ITEM_LIMITS.text, description: 'As its traces have it.' },
  createdAt: time('When its first trace began.'),
  projectId: text('The project of the credentials.'),
  environment: text('That of its first trace.'),
};

/** Members that `fields=summary` adds to a session. */
const sessionSummary: Properties = {
  lastTimestamp: time('When its latest trace began.'),
  isWhole: {
    type: 'boolean',
    description: `Whether it has no more than ${ANSWER_LIMITS.sessionTraces} traces; else everything here but \`lastTimestamp\` is of the first ${ANSWER_LIMITS.sessionTraces}.`,
  },
  traceCount: count('Traces.'),
  failedTraceCount: count('Of them, those with an observation of the level ERROR.'),
  users: {
    type: 'array',
    maxItems: ANSWER_LIMITS.sessionUsers,
    items: { type: 'string' },
    description: `The users of its traces, the first ${ANSWER_LIMITS.sessionUsers} by code point.`,
  },
  userCount: count('Users in all.'),
  totalCost: usd('USD; what is unknown counts 0.'),
  inputTokens: count('Tokens read. Sums have all their digits, also beyond 2^53.'),
  outputTokens: count('Tokens written.'),
  totalTokens: count('All tokens.'),
  traceName: orNull(text('Of its first trace.')),
  inputPreview: preview('input of its first trace'),
};

/** A page of a list. @param item the schema of one */
export const page = (item: string, description: string): Schema =>
  exactly(description, { data: { type: 'array', items: ref(item) }, meta: ref('PageMeta') });

const pageMeta: Properties = {
  page: { type: 'integer', minimum: 1 },
  limit: { type: 'integer', minimum: 1, description: 'Items on a page.' },
  totalItems: count('Of all pages, exact.'),
  totalPages: count('0 when there is nothing.'),
};

export const answerSchemas: Properties = {
  TraceList: exactly('One page of traces, or what a search found.', {
    data: { type: 'array', items: ref('Trace') },
    meta: exactly('Where this page stands; of a search, of this answer alone.', pageMeta, {
      searchedTo: {
        type: ['string', 'null'],
        description:
          'With `q`: everything was searched from now back to this place, a time in microseconds and the id of a trace of this time; given as `searchFrom` it goes on behind it. null: nothing is left.',
        examples: ['2026-11-20T10:00:00.000000Z,7d0f4f0e-5d1c-4a51-9d52-1a9a5b6c7d8e', null],
      },
    }),
  }),
  Trace: exactly(
    'A trace as a list shows it. What is not required comes with `fields=summary`.',
    {
      ...trace,
      observations: {
        type: 'array',
        items: ref('AnsweredId'),
        description: 'The ids of its observations; `[]` where `fields` leaves them out.',
      },
    },
    summary,
  ),
  TraceWithObservations: exactly(
    'A trace with its observations. What is not required comes with `fields=summary`.',
    {
      ...trace,
      observations: {
        type: 'array',
        items: { anyOf: [ref('Observation'), ref('CoreObservation')] },
        description: 'All of them, by start, then id; `[]` where `fields` leaves them out.',
      },
    },
    summary,
  ),
  Observation: exactly('A step of a trace: a span, a model call, an event.', observation, costed),
  SessionList: exactly('One page of sessions.', {
    data: { type: 'array', items: ref('ListedSession') },
    meta: exactly('Where this page stands; with `cursor`, of this answer alone.', pageMeta, {
      nextCursor: {
        type: ['string', 'null'],
        description: 'With `cursor`: given as it, the answer goes on behind this one. null: nothing is left.',
        examples: ['2026-11-20T10:00:00.000000Z,7d0f4f0e-5d1c-4a51-9d52-1a9a5b6c7d8e', null],
      },
    }),
  }),
  ListedSession: exactly(
    'A session as a list shows it. What is not required comes with `fields=summary`.',
    session,
    sessionSummary,
  ),
  SessionWithTraces: exactly('A session with its traces.', {
    ...session,
    traces: { type: 'array', items: ref('Trace'), description: 'All of them, by timestamp, then id.' },
  }),
  SingleObservation: exactly('An observation that is asked for by itself.', { ...observation, ...alone }, costed),
  ObservationList: page('SingleObservation', 'Observations by their ids.'),
  CoreObservation: exactly(
    'An observation without its free-form values, as `observationFields=core` asks for it.',
    {
      ...observation,
      ...withoutValues,
      sizes: exactly('Bytes of the JSON of what is left out; 0 without any.', {
        input: count('Of its input.'),
        output: count('Of its output.'),
        metadata: count('Of its metadata.'),
      }),
    },
    costed,
  ),
  Usage: exactly(
    'Tokens, everything included; 0 when unknown.',
    {
      input: count('Tokens read, cached ones included.'),
      output: count('Tokens written, reasoning included.'),
      total: count('As sent, else their sum.'),
    },
    { unit: { const: 'TOKENS', description: 'With `x-langfuse-sdk-name` alone.' } },
  ),
  PageMeta: exactly('Where this page stands.', pageMeta),
  Error: exactly('Every failure, on every path.', {
    message: text('For people: names the field and what is accepted.'),
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
      description: 'For programs.',
    },
    data: { type: 'null' },
  }),
};
