import { ITEM_LIMITS, MAX_COST, MAX_COUNT, MAX_INTEGER, PUBLIC_OBSERVATION_FIELDS, TRACE_FIELDS } from '@sluice/record';
import type { FieldKind, FieldList } from '@sluice/record';
import type { Unchecked } from './json-body';
import { checkOf, FREE_OBJECT, TIME } from './body-schema';

/* The shape of a body of `POST /v1/l/batch` (spec 2.1, 2.2; contract: Native batch). */

const TEXT = { type: ['string', 'null'], description: 'a string' };
const COUNT = {
  type: ['integer', 'string', 'null'],
  minimum: 0,
  maximum: MAX_COUNT,
  pattern: '^[0-9]{1,12}$',
  description: 'an integer from 0 to 10^12',
};
const COST = {
  type: ['number', 'null'],
  minimum: 0,
  maximum: MAX_COST,
  description: 'a number from 0 to 10^9 (USD)',
};

/** Names of the sender's choice, and those that the contract has for them. */
const bucketsOf = (one: object) => ({
  ...FREE_OBJECT,
  maxProperties: ITEM_LIMITS.buckets,
  properties: { input: one, output: one, total: one },
  additionalProperties: one,
});
const COUNTS = bucketsOf(COUNT);

/** Members of OpenAI's usage objects that contain the parts of a count. */
const USAGE_PARTS = {
  prompt_tokens_details: COUNTS,
  completion_tokens_details: COUNTS,
  input_tokens_details: COUNTS,
  output_tokens_details: COUNTS,
  // Anthropic's writes by lifetime.
  cache_creation: COUNTS,
};

/** The members of `usage` that are no counts. */
export const USAGE_NOT_COUNTS = {
  unit: true,
  inputCost: COST,
  outputCost: COST,
  totalCost: COST,
};

/** Schemas of fields by kind; other kinds are free or have a schema of their own. */
const BY_KIND: Partial<Record<FieldKind, object>> = {
  text: TEXT,
  longText: TEXT,
  time: TIME,
  integer: {
    type: ['integer', 'null'],
    minimum: 0,
    maximum: MAX_INTEGER,
    description: `an integer from 0 to ${MAX_INTEGER}`,
  },
  flag: { type: ['boolean', 'null'], description: 'true or false' },
  members: FREE_OBJECT,
};

function schemasOf(list: FieldList): Readonly<Record<string, object>> {
  const schemas = Object.entries(list).map(([name, { kind }]) => [name, BY_KIND[kind]] as const);
  return Object.fromEntries(schemas.filter((entry): entry is [string, object] => entry[1] !== undefined));
}

const TRACE = {
  type: 'object',
  description: 'an object',
  required: ['id'],
  properties: {
    id: { type: 'string', description: 'a UUID or 32 hex digits' },
    ...schemasOf(TRACE_FIELDS),
    user_id: TEXT,
    session_id: TEXT,
    tags: {
      type: ['array', 'null'],
      items: { type: 'string', description: 'a string' },
      description: 'an array of strings',
    },
  },
};

const OBSERVATION = {
  type: 'object',
  description: 'an object',
  required: ['id'],
  properties: {
    id: { type: 'string', description: 'a UUID, 32 or 16 hex digits' },
    traceId: TEXT,
    parentObservationId: TEXT,
    ...schemasOf(PUBLIC_OBSERVATION_FIELDS),
    modelParameters: FREE_OBJECT,
    promptTokens: COUNT,
    completionTokens: COUNT,
    totalTokens: COUNT,
    usage: { ...COUNTS, properties: { ...COUNTS.properties, ...USAGE_PARTS, ...USAGE_NOT_COUNTS } },
    usageDetails: { ...COUNTS, properties: { ...COUNTS.properties, ...USAGE_PARTS } },
    costDetails: bucketsOf(COST),
  },
};

const BATCH = {
  type: 'object',
  description: 'a JSON object with trace and observations',
  required: ['trace'],
  properties: {
    trace: TRACE,
    observations: { type: ['array', 'null'], items: OBSERVATION, description: 'an array of objects' },
  },
};

/** A body of `POST /v1/l/batch` whose members have the types of the contract. */
interface CheckedBatch extends Unchecked {
  readonly trace: Unchecked;
  readonly observations?: readonly Unchecked[] | null;
}

/** @throws DecodeError `invalid`, naming the first member that is missing or of the wrong type */
export const checkBatch = checkOf(BATCH) as (body: unknown) => CheckedBatch;

/** One of a list that is read element by element. @throws DecodeError `invalid`, as `checkBatch` */
export const checkObservation = checkOf(OBSERVATION);
