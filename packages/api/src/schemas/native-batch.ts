import { ITEM_LIMITS, MAX_COST, MAX_COUNT, MAX_INTEGER, REQUEST_LIMITS } from '@sluice/record';
import { type FieldList, PUBLIC_OBSERVATION_FIELDS, TRACE_FIELDS } from '@sluice/record';
import type { Schema } from '../document';
import { anyJson, byKind, freeObject, LARGEST, orNull, type Properties, ref, sentTime } from './values';

/*
 * The body of `POST /v1/l/batch` (spec 2.1, 2.2; contract: Native batch). null is absent everywhere, and members that
 * are not listed are ignored. That these schemas and packages/decode accept the same bodies is tested in
 * native-bodies.test.ts.
 */

const FIELD = ITEM_LIMITS.text;
const VALUE = `${LARGEST}, nested at most ${ITEM_LIMITS.nesting} deep`;
const METADATA = `Merged with the stored metadata by top-level keys. Each value at most ${VALUE}.`;

const bounded = (maxLength: number | undefined, description: string): Schema => ({
  type: ['string', 'null'],
  ...(maxLength !== undefined && { maxLength }),
  description,
});

const optional = (description: string): Schema => orNull(freeObject(description));

/** The fields as they are sent; members after them replace those that need words of their own. */
const sent = (list: FieldList): Properties =>
  byKind(list, {
    text: ({ longest, about = '' }) => bounded(longest, about),
    longText: () => ({ type: ['string', 'null'], description: `At most ${LARGEST}.` }),
    json: () => anyJson(`Any JSON value of at most ${VALUE}.`),
    time: ({ about = '' }) => sentTime(about),
    integer: ({ about = '' }) => ({ type: ['integer', 'null'], minimum: 0, maximum: MAX_INTEGER, description: about }),
    flag: () => ({ type: ['boolean', 'null'], description: 'Default: false.' }),
    members: () => optional(METADATA),
  });

const tokens = (description: string): Schema => ({ ...ref('TokenCount'), description });

const cost = (description: string): Schema => ({ ...ref('Usd'), description });

const buckets = (description: string): Schema => ({
  ...optional(description),
  maxProperties: ITEM_LIMITS.buckets,
  additionalProperties: ref('TokenCount'),
});

const usageParts: Properties = {
  ...Object.fromEntries(
    ['prompt_tokens_details', 'completion_tokens_details', 'input_tokens_details', 'output_tokens_details'].map(
      (name) => [name, buckets("Details of a count, in the form of OpenAI's usage.")],
    ),
  ),
  cache_creation: buckets("Cache writes by lifetime, in the form of Anthropic's usage."),
};

const traceInput: Schema = {
  type: 'object',
  description: 'A trace, or changes of a trace. Members that are absent or null change nothing.',
  required: ['id'],
  properties: {
    id: { ...ref('TraceId'), description: 'Id; an existing id updates the trace.' },
    ...sent(TRACE_FIELDS),
    timestamp: sentTime('Start of the trace. Default: the earliest start of its observations, or its receipt.'),
    userId: bounded(FIELD, 'User of the application; `user_id` is accepted too.'),
    user_id: bounded(FIELD, 'Alias of `userId`, which has precedence.'),
    session_id: bounded(FIELD, 'The session, returned as `sessionId`; `sessionId` is accepted too.'),
    sessionId: bounded(FIELD, 'Alias of `session_id`, which has precedence.'),
    environment: bounded(FIELD, 'Default: `default`.'),
    tags: {
      type: ['array', 'null'],
      maxItems: ITEM_LIMITS.tags,
      items: { type: 'string', maxLength: FIELD },
      description: 'Added to the stored tags, in the order in which they were first received.',
    },
  },
};

const observationInput: Schema = {
  type: 'object',
  description: 'A step of the trace, or changes of a step. Members that are absent or null change nothing.',
  required: ['id'],
  properties: {
    id: { ...ref('ObservationId'), description: 'Id; an existing id in the same trace updates the observation.' },
    traceId: {
      anyOf: [ref('TraceId'), { type: 'null' }],
      description: 'Id of the trace of this batch, or absent.',
    },
    parentObservationId: {
      anyOf: [ref('ObservationId'), { const: '' }, { type: 'null' }],
      description: 'Id of its parent. null or empty: no parent, also if it had one; absent: unchanged.',
    },
    ...sent(PUBLIC_OBSERVATION_FIELDS),
    type: {
      type: ['string', 'null'],
      minLength: 1,
      maxLength: ITEM_LIMITS.type,
      description:
        'SPAN (default), GENERATION, EVENT, AGENT, TOOL, CHAIN, RETRIEVER, EVALUATOR, EMBEDDING, GUARDRAIL, or another type; stored in upper case.',
      examples: ['GENERATION'],
    },
    startTime: sentTime('Start. Default: the time of receipt.'),
    endTime: sentTime('End. A time before `startTime` is read as `startTime`.'),
    model: bounded(FIELD, 'The model, which also determines the price.'),
    modelParameters: optional(`Temperature and other parameters. At most ${VALUE}.`),
    level: {
      enum: ['DEBUG', 'DEFAULT', 'WARNING', 'ERROR', null],
      description: 'Level, in upper or lower case. Default: DEFAULT.',
    },
    environment: bounded(FIELD, 'Default: the environment of the trace.'),
    promptTokens: tokens('Input tokens, cached ones included.'),
    completionTokens: tokens('Output tokens, reasoning included.'),
    totalTokens: tokens('All tokens. Default: the sum of the two.'),
    usage: {
      ...buckets("Counts by usage type: `input`, `output`, `total`, or OpenAI's names."),
      properties: {
        ...usageParts,
        unit: anyJson('Ignored: the unit is always tokens.'),
        inputCost: cost('USD, as `costDetails.input`.'),
        outputCost: cost('USD, as `costDetails.output`.'),
        totalCost: cost('USD, as `costDetails.total`.'),
      },
    },
    usageDetails: {
      ...buckets(
        'Disjoint counts by usage type, for instance `input` without `input_cached_tokens`. They have precedence over `usage`.',
      ),
      properties: usageParts,
    },
    costDetails: {
      ...buckets('USD by usage type; has precedence over computed cost.'),
      additionalProperties: ref('Usd'),
    },
  },
};

export const traceBatchSchemas: Properties = {
  TraceBatch: {
    type: 'object',
    description: 'A trace and some of its observations.',
    required: ['trace'],
    properties: {
      trace: ref('TraceInput'),
      observations: {
        type: ['array', 'null'],
        maxItems: REQUEST_LIMITS.items,
        items: ref('ObservationInput'),
        description: 'A repeated id is an update, in the order of the array.',
      },
    },
  },
  TraceInput: traceInput,
  ObservationInput: observationInput,
  Usd: { type: ['number', 'null'], minimum: 0, maximum: MAX_COST, description: 'US dollars.' },
  TokenCount: {
    type: ['integer', 'string', 'null'],
    minimum: 0,
    maximum: MAX_COUNT,
    pattern: '^[0-9]{1,12}$',
    description: 'An integer, or the text of its digits.',
  },
};
