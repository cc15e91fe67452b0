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
const METADATA = `Merged with what it has by its top-level keys. Each value at most ${VALUE}.`;

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

const usageParts: Properties = Object.fromEntries(
  ['prompt_tokens_details', 'completion_tokens_details', 'input_tokens_details', 'output_tokens_details'].map(
    (name) => [name, buckets("Parts of a count, in the shape of OpenAI's usage.")],
  ),
);

const traceInput: Schema = {
  type: 'object',
  description: 'A trace, or what is to change of it. Members that are absent or null say nothing.',
  required: ['id'],
  properties: {
    id: { ...ref('TraceId'), description: 'The same id again updates.' },
    ...sent(TRACE_FIELDS),
    timestamp: sentTime('When it began. Default: the earliest start of its observations, without any its receipt.'),
    userId: bounded(FIELD, 'Who uses the application; `user_id` is read too.'),
    user_id: bounded(FIELD, 'Another spelling of `userId`, which wins.'),
    session_id: bounded(FIELD, 'The session, answered as `sessionId`; `sessionId` is read too.'),
    sessionId: bounded(FIELD, 'Another spelling of `session_id`, which wins.'),
    environment: bounded(FIELD, 'Default: `default`.'),
    tags: {
      type: ['array', 'null'],
      maxItems: ITEM_LIMITS.tags,
      items: { type: 'string', maxLength: FIELD },
      description: 'United with those it has, in the order first seen.',
    },
  },
};

const observationInput: Schema = {
  type: 'object',
  description: 'A step of the trace, or what is to change of it. Members that are absent or null say nothing.',
  required: ['id'],
  properties: {
    id: { ...ref('ObservationId'), description: 'The same id in the same trace again updates.' },
    traceId: {
      anyOf: [ref('TraceId'), { type: 'null' }],
      description: 'The id of the trace of this batch, or absent.',
    },
    parentObservationId: {
      anyOf: [ref('ObservationId'), { const: '' }, { type: 'null' }],
      description: 'The observation above it. null or empty: none, also where it had one; absent: as it was.',
    },
    ...sent(PUBLIC_OBSERVATION_FIELDS),
    type: {
      type: ['string', 'null'],
      minLength: 1,
      maxLength: ITEM_LIMITS.type,
      description:
        'SPAN (default), GENERATION, EVENT, AGENT, TOOL, CHAIN, RETRIEVER, EVALUATOR, EMBEDDING, GUARDRAIL, or a word of your own; kept in upper case.',
      examples: ['GENERATION'],
    },
    startTime: sentTime('Default: the receipt.'),
    endTime: sentTime('Before `startTime` it reads as `startTime`.'),
    model: bounded(FIELD, 'The model, which also has the price.'),
    modelParameters: optional(`Temperature and the like. At most ${VALUE}.`),
    level: {
      enum: ['DEBUG', 'DEFAULT', 'WARNING', 'ERROR', null],
      description: 'In any case. Default: DEFAULT.',
    },
    environment: bounded(FIELD, 'Default: that of the trace.'),
    promptTokens: tokens('Tokens read, cached ones included.'),
    completionTokens: tokens('Tokens written, reasoning included.'),
    totalTokens: tokens('Default: the sum.'),
    usage: {
      ...buckets("Counts by name: `input`, `output`, `total`, or OpenAI's names."),
      properties: {
        ...usageParts,
        unit: anyJson('Ignored: everything is counted in tokens.'),
        inputCost: cost('As `costDetails.input`.'),
        outputCost: cost('As `costDetails.output`.'),
        totalCost: cost('As `costDetails.total`.'),
      },
    },
    usageDetails: {
      ...buckets('Disjoint counts by name: `input` without `input_cached_tokens`, and so on. They win over `usage`.'),
      properties: usageParts,
    },
    costDetails: { ...buckets('USD by name; wins over computed prices.'), additionalProperties: ref('Usd') },
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
        description: 'An id that comes twice updates, in the order of the array.',
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
    description: 'An integer, also as the text of its digits.',
  },
};
