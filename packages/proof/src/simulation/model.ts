import { type SluiceRecord, type TraceRecord, ofKind } from '@sluice/record';
import { withoutPoison } from './poison';

type Members = Record<string, unknown>;

interface ModelObservation {
  readonly fields: Members;
  readonly createdAt: number;
}

/** Trace after all its records. */
interface ModelTrace {
  readonly fields: Members;
  readonly tags: string[];
  readonly createdAt: number;
  readonly observations: Map<string, ModelObservation>;
}

/**
 * Applies the contract (Updates) to records, by plain code that shares nothing with the product's merge. In order of receipt, a present
 * value replaces, an absent one changes nothing, metadata merge by key, and tags are a union in order of appearance. Items that the
 * database refuses are skipped.
 */
export function modelOf(records: readonly SluiceRecord[]): Map<string, ModelTrace> {
  const traces = new Map<string, ModelTrace>();
  for (const record of ofKind(records, 'trace').sort(byReceipt)) {
    const createdAt = record.receivedAt;
    const trace = entryOf(traces, record.traceId, { fields: {}, tags: [], createdAt, observations: new Map() });
    for (const { fields } of record.updates) update(trace.fields, fields);
    for (const tag of record.tags) if (!trace.tags.includes(tag)) trace.tags.push(tag);
    for (const observation of withoutPoison(record).record.observations) {
      update(entryOf(trace.observations, observation.id, { fields: {}, createdAt }).fields, observation);
    }
  }
  return traces;
}

function byReceipt(a: TraceRecord, b: TraceRecord): number {
  if (a.receivedAt !== b.receivedAt) return a.receivedAt - b.receivedAt;
  return a.recordId < b.recordId ? -1 : 1;
}

function entryOf<Value>(map: Map<string, Value>, key: string, fresh: Value): Value {
  const value = map.get(key) ?? fresh;
  map.set(key, value);
  return value;
}

function update(before: Members, sent: object): void {
  for (const [name, value] of Object.entries(sent) as [string, unknown][]) {
    before[name] = value instanceof Map ? new Map([...((before[name] ?? []) as Map<string, string>), ...value]) : value;
  }
}
