import { ANSWER_LIMITS, LEVELS } from '@sluice/record';
import type { Endpoint } from '../endpoint';
import { names, separatedTexts } from '../kinds/lists';
import { unsetFlag } from '../kinds/refused';
import { observationPosition } from '../kinds/times';
import { atMost, ifNoneMatch, receipt, sdkName } from '../parameters';
import { VERSIONED, answer, json, notModified } from '../responses';
import { type Properties, count, exactly, freeObject, orNull, ref, text, usd } from '../schemas/values';
import { observationFilters } from './observations';

/** Groups of an observation's members in the Langfuse API. */
const GROUPS = [
  ...(['core', 'basic', 'time', 'io', 'metadata'] as const),
  ...(['model', 'usage', 'prompt', 'metrics', 'trace_context'] as const),
] as const;

export type ObservationGroup = (typeof GROUPS)[number];

const CURSOR = '2026-11-20T10:00:00.000000Z,5b8efff7-9803-8103-d269-b633813fc60c,00000000-0000-0000-eee1-9b7ec3c1b174';

const time = { ...ref('Timestamp') };
const orNullTime = { anyOf: [time, { type: 'null' }] };
const id = { ...ref('AnsweredId') };
const flag = (description: string) => ({ type: 'boolean', description });
const none = (description = 'Always null.') => ({ type: 'null', description });
const seconds = (description: string) => ({ type: ['number', 'null'], minimum: 0, description });
const free = (description: string) => ({ description });

/** Members that every observation has. */
const core: Properties = {
  id: { ...id, description: 'Unique within its trace.' },
  traceId: { ...id, description: 'Id of its trace.' },
  startTime: { ...time, description: 'Start.' },
  endTime: { ...orNullTime, description: 'End; null without an end.' },
  projectId: text('The project of the credentials.'),
  parentObservationId: { anyOf: [id, { type: 'null' }], description: 'Id of its parent; null: none.' },
  type: { type: 'string', minLength: 1, description: 'Type, as in `Observation`.' },
  ...Object.fromEntries(['modelId', 'inputPrice', 'outputPrice', 'totalPrice'].map((name) => [name, none()])),
};

/** Members of the groups that can be requested. */
const requested: Properties = {
  name: orNull(text('basic: name.')),
  level: { enum: LEVELS },
  statusMessage: orNull(text('basic: message of the status, mostly of an error.')),
  version: orNull(text('basic: version of this step.')),
  environment: text('basic: environment of the observation, or of its trace.'),
  bookmarked: { const: false },
  public: flag('basic: whether its trace is public.'),
  userId: orNull(text('basic: user of its trace.')),
  sessionId: orNull(text('basic: session of its trace.')),
  isRootObservation: flag('basic: it has no parent, or is marked as the root of an application.'),
  completionStartTime: { ...orNullTime, description: 'time: time of the first token.' },
  createdAt: { ...time, description: 'time: time of the first receipt.' },
  updatedAt: { ...time, description: 'time: time of the last receipt that changed something.' },
  input: orNull(text('io: input as text: a string as it is, any other value as its JSON.')),
  output: orNull(text('io: output as text.')),
  metadata: freeObject(
    `metadata: as sent. The text of a member, or the JSON of another value, is truncated to ${ANSWER_LIMITS.metadataText} characters, unless \`expandMetadata\` names it. Metadata of more than 128 KiB are not truncated.`,
  ),
  model: orNull(text('model: the model.')),
  providedModelName: orNull(text('model: as `model`.')),
  internalModelId: none('model: always null.'),
  modelParameters: free('model: any JSON value as it was sent, or null.'),
  usageDetails: {
    type: 'object',
    additionalProperties: { type: 'integer', minimum: 0 },
    description: 'usage: as in `Observation`.',
  },
  costDetails: {
    type: 'object',
    additionalProperties: { type: 'number', minimum: 0 },
    description: 'usage: as in `Observation`.',
  },
  totalCost: orNull(usd('usage: USD; null when unknown.')),
  usagePricingTierName: none('usage: always null.'),
  promptId: none('prompt: always null.'),
  promptName: orNull(text('prompt: managed prompt that produced the input.')),
  promptVersion: orNull(count('prompt: the version of that prompt.')),
  latency: seconds('metrics: seconds from start to end; null without an end.'),
  timeToFirstToken: seconds('metrics: seconds from start to the first token.'),
  tags: { type: 'array', items: { type: 'string' }, description: 'trace_context: tags of its trace.' },
  release: orNull(text('trace_context: release of its trace.')),
  traceName: orNull(text('trace_context: name of its trace.')),
};

export const scanObservations = {
  method: 'get',
  path: '/api/public/v2/observations',
  scope: 'read',
  tag: 'Traces',
  summary: 'List observations with a cursor',
  description:
    'The filtered observations, newest first by start, then by the ids of their trace and their own, both downwards. Nothing is counted. If the observations are too many to be read in time, the answer is 503: request a shorter time.',
  query: {
    fields: {
      about:
        'Groups of members, separated by commas. `core` is always there; members of other groups are absent. Default: `core,basic`. Fewer groups are faster. Other names are ignored.',
      kind: names(GROUPS),
      examples: GROUPS,
    },
    expandMetadata: {
      about: `Members of metadata, separated by commas, that are not truncated to ${ANSWER_LIMITS.metadataText} characters.`,
      kind: separatedTexts(),
    },
    ...atMost(ANSWER_LIMITS.scannedObservations),
    cursor: {
      about: 'The `cursor` of the previous answer, which this answer continues.',
      kind: observationPosition(),
      examples: [CURSOR],
    },
    ...observationFilters,
  },
  refused: { parseIoAsJson: unsetFlag() },
  headers: [receipt, ifNoneMatch, sdkName],
  answers: {
    '200': answer(
      'The observations.',
      json(ref('ObservationScan'), {
        data: [
          {
            id: '00000000-0000-0000-eee1-9b7ec3c1b174',
            traceId: '5b8efff7-9803-8103-d269-b633813fc60c',
            startTime: '2026-11-20T10:00:00.000Z',
            endTime: '2026-11-20T10:00:01.500Z',
            projectId: 'default',
            parentObservationId: null,
            type: 'GENERATION',
            ...{ modelId: null, inputPrice: null, outputPrice: null, totalPrice: null },
          },
        ],
        meta: { cursor: CURSOR },
      }),
      VERSIONED,
    ),
    ...notModified,
  },
  schemas: {
    ObservationScan: exactly('Observations, newest first.', {
      data: { type: 'array', maxItems: ANSWER_LIMITS.scannedObservations, items: ref('ScannedObservation') },
      meta: exactly(
        'Continuation.',
        {},
        {
          cursor: {
            type: 'string',
            description: 'The `cursor` of the next answer. Absent: there are no more observations.',
            examples: [CURSOR],
          },
        },
      ),
    }),
    ScannedObservation: exactly(
      'An observation. Members that are not required are present with their group of `fields`.',
      core,
      requested,
    ),
  },
} satisfies Endpoint;
