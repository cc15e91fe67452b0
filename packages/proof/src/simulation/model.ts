import { type SluiceRecord, type TraceRecord, ofKind } from '@sluice/record';
import { withoutPoison } from './poison';

type Members = Record<string, unknown>;

interface ModelObservation {
  readonly fields: Members;
  createdAt: number;
}

/** Trace after all its records. */
interface ModelTrace {
  readonly fields: Members;
  readonly tags: string[];
  createdAt: number;
  readonly observations: Map<string, ModelObservation>;
}

/**
 * Applies the contract (Updates, Order of events) to records, by plain code that shares nothing with the product's merge. In order of receipt,
 * of events in that of their times, a present value replaces, an absent one changes nothing, metadata merges by key, that of events deeply, and
 * tags are a union in order of appearance. Items that the database refuses are skipped.
 */
export function modelOf(records: readonly SluiceRecord[]): Map<string, ModelTrace> {
  const traces = new Map<string, ModelTrace>();
  for (const record of ofKind(records, 'trace').sort(byTime)) {
    const createdAt = record.receivedAt;
    const trace = entryOf(traces, record.traceId, { fields: {}, tags: [], createdAt, observations: new Map() });
    trace.createdAt = Math.min(trace.createdAt, createdAt);
    for (const { fields } of record.updates) update(trace.fields, fields, record);
    for (const tag of record.tags) if (!trace.tags.includes(tag)) trace.tags.push(tag);
    for (const observation of withoutPoison(record).record.observations) {
      const known = entryOf(trace.observations, observation.id, { fields: {}, createdAt });
      known.createdAt = Math.min(known.createdAt, createdAt);
      update(known.fields, observation, record);
    }
  }
  return traces;
}

/** Compares by the time of receipt or of the event, then by what follows: the record's id, or kind and place of the event. No receipt has the time of an event. */
function byTime(a: TraceRecord, b: TraceRecord): number {
  const [x, y] = [a, b].map(({ stamps, receivedAt, recordId }) =>
    stamps === undefined
      ? ([receivedAt, recordId] as const)
      : ([Number.parseInt(stamps.stamp.slice(1, 15), 16), stamps.stamp.slice(15)] as const),
  ) as [readonly [number, string], readonly [number, string]];
  if (x[0] !== y[0]) return x[0] - y[0];
  return x[1] < y[1] ? -1 : 1;
}

function entryOf<Value>(map: Map<string, Value>, key: string, fresh: Value): Value {
  const value = map.get(key) ?? fresh;
  map.set(key, value);
  return value;
}

function update(before: Members, sent: object, { stamps }: TraceRecord): void {
  for (const [name, value] of Object.entries(sent) as [string, unknown][]) {
    if (!(value instanceof Map)) {
      before[name] = value;
      continue;
    }
    const members = new Map((before[name] ?? []) as Map<string, string>);
    for (const [key, text] of value as Map<string, string>) {
      const isMerged = stamps !== undefined && members.has(key);
      members.set(key, isMerged ? mergedText(members.get(key) ?? '', text) : text);
    }
    before[name] = members;
  }
}

/** Merges the texts of two values deeply, the members of an object in order. */
const mergedText = (a: string, b: string): string => JSON.stringify(merged(JSON.parse(a), JSON.parse(b)));

function merged(a: unknown, b: unknown): unknown {
  if (typeof a !== 'object' || typeof b !== 'object') return b;
  const [x, y] = [a, b] as [Members, Members];
  const keys = [...new Set([...Object.keys(x), ...Object.keys(y)])].sort();
  return Object.fromEntries(
    keys.map((key) => [key, key in x && key in y ? merged(x[key], y[key]) : (y[key] ?? x[key])]),
  );
}
