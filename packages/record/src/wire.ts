import type { sluice } from '../generated/record';
import { OBSERVATION_FIELDS, TRACE_FIELDS, fieldsOf } from './fields';
import type {
  Buckets,
  MetricPoint,
  MetricRecord,
  Observation,
  SluiceRecord,
  TraceFields,
  TraceIo,
  TraceRecord,
  TraceStatement,
  Usage,
} from './record';

/*
 * Records to and from the messages of proto/sluice/record/v1/record.proto. In messages null and undefined both mean
 * "not set"; in records a member that was not sent is missing.
 */

type Integer = NonNullable<sluice.record.v1.Record.$Properties['receivedAt']>;
type Mutable<T> = { -readonly [Key in keyof T]: T[Key] };

const OBSERVATION_TEXTS = fieldsOf(OBSERVATION_FIELDS, 'text', 'longText', 'json');
const OBSERVATION_TIMES = fieldsOf(OBSERVATION_FIELDS, 'time');
const TRACE_TEXTS = fieldsOf(TRACE_FIELDS, 'text');
const BUCKET_GROUPS = ['input', 'output', 'other'] as const;

export type RecordMessage = sluice.record.v1.Record.$Properties;

/** The member of a message that holds what is of one kind only. */
export type RecordBody = Pick<RecordMessage, 'trace' | 'metricPoints'>;

/** What all records have in common. */
export type RecordHead = Pick<SluiceRecord, 'recordId' | 'receivedAt'>;

export function headFromWire({ recordId, receivedAt }: RecordMessage): RecordHead {
  return { recordId: required(recordId), receivedAt: integer(receivedAt ?? 0) };
}

export function traceToWire({ traceId, tags, statements, observations }: TraceRecord): RecordBody {
  return {
    trace: {
      traceId,
      statements: statements.map(({ stamp, fields }) => ({ stamp, fields: fieldsToWire(fields) })),
      tags: [...tags],
      observations: observations.map(observationToWire),
    },
  };
}

/** undefined for a message of another kind */
export function traceFromWire({ trace }: RecordMessage, head: RecordHead): TraceRecord | undefined {
  if (!trace) return undefined;
  return {
    kind: 'trace',
    ...head,
    traceId: required(trace.traceId),
    statements: (trace.statements ?? []).map(statementFromWire),
    tags: trace.tags ?? [],
    observations: (trace.observations ?? []).map(observationFromWire),
  };
}

export function metricToWire({ points }: MetricRecord): RecordBody {
  return { metricPoints: { points: points.map(pointToWire) } };
}

/** undefined for a message of another kind */
export function metricFromWire({ metricPoints }: RecordMessage, head: RecordHead): MetricRecord | undefined {
  if (!metricPoints) return undefined;
  return { kind: 'metric', ...head, points: (metricPoints.points ?? []).map(pointFromWire) };
}

/** Every member, so that all messages have one shape: they are encoded in half the time that others take. */
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
  const observation: Mutable<Observation> = { id: required(message.id), counted: message.counted ?? false };
  if (message.topLevel) observation.parentId = null;
  else if (typeof message.parentId === 'string') observation.parentId = message.parentId;
  for (const key of OBSERVATION_TEXTS) {
    const text = message[key];
    if (typeof text === 'string') observation[key] = text;
  }
  for (const key of OBSERVATION_TIMES) {
    const time = message[key] ?? undefined;
    if (time !== undefined) observation[key] = integer(time);
  }
  if (message.metadata) observation.metadata = textsFromWire(message.metadata.entries);
  if (message.usage) observation.usage = usageFromWire(message.usage);
  if (message.costDetails) observation.costDetails = numbersFromWire(message.costDetails);
  return observation;
}

function usageToWire(usage: Usage): sluice.record.v1.Usage.$Properties {
  const { input, output, other, total } = usage;
  return {
    input: input ? numbersToWire(input) : null,
    output: output ? numbersToWire(output) : null,
    other: other ? numbersToWire(other) : null,
    total: total ?? null,
    noTotal: total === null || null,
  };
}

function usageFromWire(message: sluice.record.v1.Usage.$Properties): Usage {
  const usage: Mutable<Usage> = {};
  for (const key of BUCKET_GROUPS) {
    const group = message[key];
    if (group) usage[key] = numbersFromWire(group);
  }
  const total = message.total ?? undefined;
  if (message.noTotal) usage.total = null;
  else if (total !== undefined) usage.total = integer(total);
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

function statementFromWire(message: sluice.record.v1.Statement.$Properties): TraceStatement {
  return { stamp: required(message.stamp), fields: fieldsFromWire(message.fields ?? {}) };
}

function fieldsFromWire(message: sluice.record.v1.TraceFields.$Properties): TraceFields {
  const fields: Mutable<TraceFields> = {};
  for (const key of TRACE_TEXTS) {
    const text = message[key];
    if (typeof text === 'string') fields[key] = text;
  }
  const timestamp = message.timestamp ?? undefined;
  if (typeof message.public === 'boolean') fields.public = message.public;
  if (timestamp !== undefined) fields.timestamp = integer(timestamp);
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

function ioFromWire(
  text: string | null | undefined,
  observationId: string | null | undefined,
  none: boolean | null | undefined,
): TraceIo | undefined {
  if (typeof text === 'string') return { text };
  if (typeof observationId === 'string') return { observationId };
  return none ? { none: true } : undefined;
}

function pointToWire(point: MetricPoint): sluice.record.v1.MetricPoint.$Properties {
  return { ...point, labels: textsToWire(point.labels).entries };
}

function pointFromWire(message: sluice.record.v1.MetricPoint.$Properties): MetricPoint {
  return {
    name: message.name ?? '',
    labels: textsFromWire(message.labels),
    value: message.value ?? 0,
    timestamp: integer(message.timestamp ?? 0),
  };
}

function textsToWire(texts: ReadonlyMap<string, string>): { entries: sluice.record.v1.Text.$Properties[] } {
  return { entries: Array.from(texts, ([key, value]) => ({ key, value })) };
}

function textsFromWire(entries: readonly sluice.record.v1.Text.$Properties[] | null | undefined): Map<string, string> {
  return new Map((entries ?? []).map(({ key, value }) => [key ?? '', value ?? '']));
}

function numbersToWire(numbers: Buckets): { entries: { key: string; value: number }[] } {
  return { entries: Object.entries(numbers).map(([key, value]) => ({ key, value })) };
}

/** Without a prototype, so that a bucket may be called `__proto__`. */
function numbersFromWire(message: {
  readonly entries?: readonly { key?: string | null; value?: Integer | null }[] | null;
}) {
  const numbers: Record<string, number> = Object.create(null) as Record<string, number>;
  for (const { key, value } of message.entries ?? []) {
    const number = value ?? 0;
    numbers[key ?? ''] = typeof number === 'number' ? number : integer(number);
  }
  return numbers;
}

/** protobufjs reads 64-bit integers as `Long`. */
function integer(value: Integer): number {
  const number = typeof value === 'number' ? value : value.toNumber();
  if (!Number.isSafeInteger(number)) throw new Error('an integer is beyond 2^53');
  return number;
}

function required<T>(value: T | null | undefined): T {
  if (value === null || value === undefined || value === '') throw new Error('a required field is missing');
  return value;
}
