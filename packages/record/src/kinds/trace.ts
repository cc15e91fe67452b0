import type { sluice } from '../../generated/record';
import { OBSERVATION_FIELDS, TRACE_FIELDS, fieldsOf } from '../fields';
import type { JsonText } from '../json-object';
import { storable } from '../storable-text';
import {
  costsFromWire,
  countsFromWire,
  integerFromWire,
  numbersToWire,
  stampFromWire,
  textsFromWire,
  textsToWire,
  timeFromWire,
  totalFromWire,
  uuidFromWire,
} from '../wire';
import type { RecordKind } from './kind';
import type { EventStamps, Observation, TraceFields, TraceIo, TraceRecord, TraceUpdate, Usage } from './trace-record';

type Mutable<T> = { -readonly [Key in keyof T]: T[Key] };

const OBSERVATION_TEXTS = fieldsOf(OBSERVATION_FIELDS, 'text', 'longText', 'json');
const OBSERVATION_JSON = fieldsOf(OBSERVATION_FIELDS, 'json');
const OBSERVATION_TIMES = fieldsOf(OBSERVATION_FIELDS, 'time');
const OBSERVATION_INTEGERS = fieldsOf(OBSERVATION_FIELDS, 'integer');
const OBSERVATION_FLAGS = fieldsOf(OBSERVATION_FIELDS, 'flag');
const TRACE_TEXTS = fieldsOf(TRACE_FIELDS, 'text');
const TRACE_IO = fieldsOf(TRACE_FIELDS, 'io');
const BUCKET_GROUPS = ['input', 'output', 'other'] as const;

/** Kind of records of traces. */
export const trace = {
  topic: 'sluice.traces.v1',
  key: ({ traceId }) => traceId,
  items: 'observations',
  fieldsApart(record) {
    const { updates, tags, observations } = record;
    if (observations.length === 0 || updates.length + tags.length === 0) return undefined;
    return [
      { ...record, observations: [] },
      { ...record, updates: [], tags: [] },
    ];
  },
  *jsonTexts({ updates, observations }) {
    for (const { fields } of updates) {
      for (const name of TRACE_IO) yield [name, textOf(fields[name])];
      yield* membersIn(fields.metadata);
    }
    for (const observation of observations) {
      for (const name of OBSERVATION_JSON) yield [name, observation[name]];
      yield* membersIn(observation.metadata);
    }
  },
  hasReceipt: false,
  toWire: ({ traceId, tags, updates, observations, stamps }) => ({
    trace: {
      traceId,
      stamps: stamps ?? null,
      updates: updates.map(({ stamp, fields }) => ({ stamp, fields: fieldsToWire(fields) })),
      tags: [...tags],
      observations: observations.map(observationToWire),
    },
  }),
  fromWire({ trace: message }, head) {
    if (!message) return undefined;
    return {
      kind: 'trace',
      ...head,
      traceId: uuidFromWire('trace_id', message.traceId),
      updates: (message.updates ?? []).map(updateFromWire),
      tags: message.tags ?? [],
      observations: (message.observations ?? []).map(observationFromWire),
      ...(message.stamps && { stamps: stampsFromWire(message.stamps) }),
    };
  },
} as const satisfies RecordKind<TraceRecord>;

/** Lists the values of metadata, and names that are not stored as they are. */
function* membersIn(metadata: ReadonlyMap<string, JsonText> = new Map()): Generator<readonly [string, JsonText]> {
  for (const [name, text] of metadata) {
    if (storable(name) !== name) yield ['metadata', JSON.stringify(name)];
    yield ['metadata', text];
  }
}

function stampsFromWire({ stamp, first }: sluice.record.v1.EventStamps.$Properties): EventStamps {
  return { stamp: stampFromWire(stamp), ...(typeof first === 'string' && { first: stampFromWire(first) }) };
}

/** All members, so that all messages have one shape: they are encoded in half the time of others. */
const UNSET: sluice.record.v1.Observation.$Properties = Object.fromEntries(
  ['id', 'topLevel', 'counted', ...Object.keys(OBSERVATION_FIELDS)].map((name) => [name, null]),
);

function observationToWire(observation: Observation): sluice.record.v1.Observation.$Properties {
  const { parentId, metadata, usage, costDetails } = observation;
  return {
    ...UNSET,
    ...observation,
    parentId: parentId ?? null,
    topLevel: parentId === null || null,
    metadata: metadata ? textsToWire(metadata) : null,
    usage: usage ? usageToWire(usage) : null,
    costDetails: costDetails ? numbersToWire(costDetails) : null,
  };
}

function observationFromWire(message: sluice.record.v1.Observation.$Properties): Observation {
  const id = uuidFromWire('id', message.id);
  const observation: Mutable<Observation> = { id, counted: message.counted ?? false };
  if (message.topLevel) observation.parentId = null;
  else if (typeof message.parentId === 'string') observation.parentId = uuidFromWire('parent_id', message.parentId);
  for (const key of OBSERVATION_TEXTS) {
    const text = message[key];
    if (typeof text === 'string') observation[key] = text;
  }
  for (const key of OBSERVATION_TIMES) {
    const time = message[key] ?? undefined;
    if (time !== undefined) observation[key] = timeFromWire(key, time);
  }
  for (const key of OBSERVATION_INTEGERS) {
    const integer = message[key] ?? undefined;
    if (integer !== undefined) observation[key] = integerFromWire(key, integer);
  }
  for (const key of OBSERVATION_FLAGS) {
    const flag = message[key];
    if (typeof flag === 'boolean') observation[key] = flag;
  }
  if (message.metadata) observation.metadata = textsFromWire(message.metadata.entries);
  if (message.usage) observation.usage = usageFromWire(message.usage);
  if (message.costDetails) observation.costDetails = costsFromWire(message.costDetails);
  return observation;
}

function usageToWire(usage: Usage): sluice.record.v1.Usage.$Properties {
  const { input, output, other, total } = usage;
  return {
    input: input ? numbersToWire(input) : null,
    output: output ? numbersToWire(output) : null,
    other: other ? numbersToWire(other) : null,
    total: typeof total === 'number' ? total : null,
    noTotal: total === null || null,
    leastTotal: typeof total === 'object' ? (total?.atLeast ?? null) : null,
  };
}

function usageFromWire(message: sluice.record.v1.Usage.$Properties): Usage {
  const usage: Mutable<Usage> = {};
  for (const key of BUCKET_GROUPS) {
    const group = message[key];
    if (group) usage[key] = countsFromWire(group);
  }
  const total = message.total ?? undefined;
  const atLeast = message.leastTotal ?? undefined;
  if (message.noTotal) usage.total = null;
  else if (atLeast !== undefined) usage.total = { atLeast: totalFromWire(atLeast) };
  else if (total !== undefined) usage.total = totalFromWire(total);
  return usage;
}

function fieldsToWire(fields: TraceFields): sluice.record.v1.TraceFields.$Properties {
  const { input, output, metadata, ...scalars } = fields;
  return {
    ...scalars,
    ...inputToWire(input),
    ...outputToWire(output),
    metadata: metadata ? textsToWire(metadata) : null,
  };
}

function updateFromWire(message: sluice.record.v1.Update.$Properties): TraceUpdate {
  return { stamp: stampFromWire(message.stamp), fields: fieldsFromWire(message.fields ?? {}) };
}

function fieldsFromWire(message: sluice.record.v1.TraceFields.$Properties): TraceFields {
  const fields: Mutable<TraceFields> = {};
  for (const key of TRACE_TEXTS) {
    const text = message[key];
    if (typeof text === 'string') fields[key] = text;
  }
  const timestamp = message.timestamp ?? undefined;
  if (typeof message.public === 'boolean') fields.public = message.public;
  if (timestamp !== undefined) fields.timestamp = timeFromWire('timestamp', timestamp);
  const input = ioFromWire(message.inputText, message.inputObservationId, message.noInput);
  const output = ioFromWire(message.outputText, message.outputObservationId, message.noOutput);
  if (input) fields.input = input;
  if (output) fields.output = output;
  if (message.metadata) fields.metadata = textsFromWire(message.metadata.entries);
  return fields;
}

function inputToWire(io: TraceIo | undefined): sluice.record.v1.TraceFields.$Properties {
  if (io === undefined) return {};
  if ('text' in io) return { inputText: io.text };
  return 'none' in io ? { noInput: true } : { inputObservationId: io.observationId };
}

function outputToWire(io: TraceIo | undefined): sluice.record.v1.TraceFields.$Properties {
  if (io === undefined) return {};
  if ('text' in io) return { outputText: io.text };
  return 'none' in io ? { noOutput: true } : { outputObservationId: io.observationId };
}

function textOf(io: TraceIo | undefined): JsonText | undefined {
  return io !== undefined && 'text' in io ? io.text : undefined;
}

function ioFromWire(
  text: string | null | undefined,
  observationId: string | null | undefined,
  none: boolean | null | undefined,
): TraceIo | undefined {
  if (typeof text === 'string') return { text };
  if (typeof observationId === 'string') return { observationId: uuidFromWire('observation id', observationId) };
  return none ? { none: true } : undefined;
}
