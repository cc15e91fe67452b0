import { ITEM_LIMITS, MAX_COST, MAX_COUNT, PUBLIC_OBSERVATION_FIELDS, TRACE_FIELDS } from '@sluice/record';
import type { FieldKind, FieldList } from '@sluice/record';
import { Ajv, type ErrorObject } from 'ajv';
import { DecodeError } from './decode-error';
import type { Unchecked } from './json-body';
import { sentMember } from './member-path';

/*
 * The shapes of the native bodies (spec 2.1, 2.2, 2.6; contract: Native batch, Metric points). Types and structure
 * only: what depends on settings or needs a parsed value is checked where it is read. `description` completes the
 * sentence "<path> must be …". Members that are not listed are ignored; null is absent.
 */

const TEXT = { type: ['string', 'null'], description: 'a string' };
const TIME = { type: ['string', 'null'], description: 'an ISO 8601 time' };
const FREE_OBJECT = { type: ['object', 'null'], description: 'an object' };
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

const BUCKETS = { ...FREE_OBJECT, maxProperties: ITEM_LIMITS.buckets };
const COUNTS = { ...BUCKETS, additionalProperties: COUNT };

/** Where OpenAI's shapes keep the parts of a count. */
const USAGE_PARTS = {
  prompt_tokens_details: COUNTS,
  completion_tokens_details: COUNTS,
  input_tokens_details: COUNTS,
  output_tokens_details: COUNTS,
};

/** The members of `usage` that are no counts. */
export const USAGE_NOT_COUNTS = {
  unit: true,
  inputCost: COST,
  outputCost: COST,
  totalCost: COST,
};

/** What the members of fields are, by the kind of field; the others are free or have a schema of their own. */
const BY_KIND: Partial<Record<FieldKind, object>> = {
  text: TEXT,
  longText: TEXT,
  time: TIME,
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
    usage: { ...COUNTS, properties: { ...USAGE_PARTS, ...USAGE_NOT_COUNTS } },
    usageDetails: { ...COUNTS, properties: USAGE_PARTS },
    costDetails: { ...BUCKETS, additionalProperties: COST },
  },
};

const POINT = {
  type: 'object',
  description: 'an object',
  required: ['name', 'value'],
  properties: {
    name: { type: 'string', description: 'a string' },
    labels: { ...FREE_OBJECT, additionalProperties: { type: 'string', description: 'a string' } },
    value: { type: 'number', description: 'a finite number' },
    timestamp: TIME,
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

const POINTS = {
  type: 'object',
  description: 'a JSON object with metrics',
  required: ['metrics'],
  properties: { metrics: { type: 'array', items: POINT, description: 'an array of objects' } },
};

/** `verbose` gives an error its schema, and so the description. */
const ajv = new Ajv({ verbose: true, allowUnionTypes: true });

/** A body of `POST /v1/l/batch` whose members have the types of the contract. */
interface CheckedBatch {
  readonly trace: Unchecked;
  readonly observations?: readonly Unchecked[] | null;
}

const isBatch = ajv.compile<CheckedBatch>(BATCH);
const isObservation = ajv.compile<Unchecked>(OBSERVATION);
const isPoints = ajv.compile<{ readonly metrics: readonly Unchecked[] }>(POINTS);
const isPoint = ajv.compile<Unchecked>(POINT);

/** @throws DecodeError `invalid`, naming the first member that is missing or of the wrong type */
export function checkBatch(body: unknown): CheckedBatch {
  if (isBatch(body)) return body;
  throw schemaError(isBatch.errors);
}

/** One of a list that is read element by element. @param path its place. @throws DecodeError `invalid`, as `checkBatch` */
export function checkObservation(observation: unknown, path: string): Unchecked {
  if (isObservation(observation)) return observation;
  throw schemaError(isObservation.errors, path);
}

/** The points of a body of `POST /v1/metrics/batch`. @throws DecodeError `invalid`, as `checkBatch` */
export function checkPoints(body: unknown): readonly Unchecked[] {
  if (isPoints(body)) return body.metrics;
  throw schemaError(isPoints.errors);
}

/** As `checkObservation`. */
export function checkPoint(point: unknown, path: string): Unchecked {
  if (isPoint(point)) return point;
  throw schemaError(isPoint.errors, path);
}

/** @param base path of what was checked, where that is not the body */
function schemaError(errors: readonly ErrorObject[] | null | undefined, base = ''): DecodeError {
  const error = errors?.[0];
  const path = pathOf(error?.instancePath ?? '', base);
  if (error?.keyword === 'required') {
    const { missingProperty } = error.params as { missingProperty: string };
    return new DecodeError('invalid', `${path === '' ? '' : `${path}.`}${missingProperty} is required`);
  }
  if (error?.keyword === 'maxProperties') {
    const { limit } = error.params as { limit: number };
    return new DecodeError('invalid', `${path} must have at most ${limit} members`);
  }
  const expected = (error?.parentSchema as { description?: string } | undefined)?.description ?? 'as documented';
  return new DecodeError('invalid', `${path === '' ? 'the body' : path} must be ${expected}`);
}

/** The names of the contract; all others are the sender's. */
const KNOWN = new Set(
  [BATCH, POINTS, TRACE, OBSERVATION, POINT]
    .flatMap(({ properties }) => Object.keys(properties))
    .concat(Object.keys(USAGE_PARTS), Object.keys(USAGE_NOT_COUNTS), 'input', 'output', 'total'),
);

/** `/observations/3/startTime` as `observations[3].startTime`, `/metrics/0/labels/a` as `metrics[0].labels["a"]`. */
function pathOf(pointer: string, base: string): string {
  return pointer
    .split('/')
    .slice(1)
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'))
    .reduce((path, part) => {
      if (KNOWN.has(part)) return `${path}.${part}`;
      return path + (/\.(?:observations|metrics|tags)$/.test(path) ? `[${part}]` : sentMember(part));
    }, base)
    .replace(/^\./, '');
}
