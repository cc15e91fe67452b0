import { LONGEST_ID, OBSERVATION_TYPES, REQUEST_LIMITS } from '@sluice/record';
import { type BodySchema, anyJson, freeObject, object, ref, string, text, textAs, time } from './body-schema';
import { OBSERVATION, TRACE } from './native-batch';

/* The body of `POST /api/public/ingestion` (contract: Batches of events). */

/** Event of an observation: the type of the observation, unless it is in the body, and whether the event is an update. */
interface ObservationEvent {
  readonly type?: string;
  readonly isUpdate: boolean;
}

/** Kinds of the events that create or change observations. */
export const OBSERVATION_EVENTS: Readonly<Record<string, ObservationEvent>> = {
  ...Object.fromEntries(
    OBSERVATION_TYPES.flatMap((type): [string, ObservationEvent][] => [
      [`${type.toLowerCase()}-create`, { type, isUpdate: false }],
      [`${type.toLowerCase()}-update`, { type, isUpdate: true }],
    ]),
  ),
  'observation-create': { isUpdate: false },
  'observation-update': { isUpdate: true },
};

/** All kinds of events that are read. */
export const EVENT_TYPES = ['trace-create', ...Object.keys(OBSERVATION_EVENTS), 'score-create', 'sdk-log'] as const;

export type EventType = (typeof EVENT_TYPES)[number];

const ID = `Any text of 1 to ${LONGEST_ID} characters without line breaks; 32 hex digits and UUIDs are those of OTLP.`;
const FREE = 'Values that are no counts are ignored.';

/** Members of usage, with those that some senders write as fractions or texts: what is no count is ignored when it is read. */
const LENIENT = {
  metadata: anyJson('Merged with the stored metadata; what is no object becomes its member `metadata`.'),
  usage: freeObject(
    `Inclusive counts: \`input\`, \`output\`, \`total\`, or names of OpenAI; \`inputCost\` and the like in USD. ${FREE}`,
  ),
  usageDetails: freeObject(`Disjoint counts by usage type, which have precedence over \`usage\`. ${FREE}`),
  costDetails: freeObject('USD by usage type; values that are no amounts are ignored.'),
  modelParameters: freeObject('Temperature and other parameters.'),
} as const;

const { metadata, ...lenient } = LENIENT;

/** Body of a `trace-create`. */
export const EVENT_TRACE = object(
  'A trace, or changes of a trace. Members that are absent or null change nothing.',
  [],
  {
    ...TRACE.members,
    id: text(`${ID} Default: made of the id of the event.`, LONGEST_ID),
    metadata,
  },
);

/** Body of an event of an observation. */
export const EVENT_OBSERVATION = object('An observation, or changes of it.', ['id'], {
  ...OBSERVATION.members,
  id: string({ minLength: 1, maxLength: LONGEST_ID }, `a text of 1 to ${LONGEST_ID} characters`),
  traceId: text(`${ID} Default: a trace of its own, under the id of the observation.`, LONGEST_ID),
  parentObservationId: text(ID, LONGEST_ID),
  metadata,
  ...lenient,
});

const EVENT = object('An event.', ['id', 'type', 'timestamp', 'body'], {
  id: string({ minLength: 1, maxLength: LONGEST_ID }),
  type: textAs({ enum: EVENT_TYPES, description: 'Kind of the event.' }),
  timestamp: time('Time of the event: of two values the one of the later event is stored.'),
  body: freeObject('A trace, an observation, a score, or the content of a log.'),
});

/** A wrong event is refused by itself, so none is checked with the body. */
const EVENTS: BodySchema = {
  checked: { type: 'array', description: 'an array of events' },
  documented: {
    type: 'array',
    maxItems: REQUEST_LIMITS.items,
    items: ref('IngestionEvent'),
    description: 'The events.',
  },
};

export const EVENT_BATCH = object(
  'Events, each of which is stored or refused by itself.',
  ['batch'],
  {
    batch: EVENTS,
    metadata: anyJson('Ignored: facts about the sender.'),
  },
  'a JSON object with batch',
);

export type EventTraceMember = keyof typeof EVENT_TRACE.members;
export type EventObservationMember = keyof typeof EVENT_OBSERVATION.members;

/** Components of the document that describe the body. */
export const EVENT_COMPONENTS = {
  IngestionBatch: EVENT_BATCH.documented,
  IngestionEvent: EVENT.documented,
};
