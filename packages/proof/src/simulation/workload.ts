import type { Topic } from '@sluice/bus';
import { type MetricRecord, type Observation, type TraceRecord, eventStamp, receiveStamp } from '@sluice/record';
import { type Entry, LogPartition } from './log';
import { POISON } from './poison';
import type { Random } from './random';

const TRACES: Topic = 'sluice.traces.v1';
const METRICS: Topic = 'sluice.metrics.v1';
const START = Date.UTC(2026, 10, 20) * 1000;

/** Makes the partitions of a schedule, empty. */
export function makeLog(): LogPartition[] {
  return [new LogPartition(TRACES, 0), new LogPartition(TRACES, 1), new LogPartition(METRICS, 0)];
}

/** Appends one entry: a new record, a repeated one, a damaged one, or a hole. */
export function produce(log: readonly LogPartition[], random: Random, n: number): void {
  const number = random.below(log.length);
  const partition = log[number];
  if (partition === undefined) return;
  const { entries } = partition;
  const earlier = entries[random.below(entries.length)];
  const kind = random.fraction();
  if (kind < 0.1 && earlier !== undefined) entries.push(earlier);
  else if (kind < 0.2) entries.push(random.pick<Entry>(['hole', 'damaged']));
  else entries.push(partition.topic === METRICS ? metricRecord(random, n) : traceRecord(random, n, number));
}

function uuid(n: number): string {
  return `00000000-0000-4000-8000-${n.toString(16).padStart(12, '0')}`;
}

/** Unit of times, in microseconds: those of receipts are between those of events. */
const TICK = 10;

/** Gateways' clocks differ: a later record may have an earlier time of receipt. */
function receipt(random: Random, n: number): { recordId: string; receivedAt: number } {
  return { recordId: uuid(0x10000 + n), receivedAt: START + TICK * (3 * n + random.below(10)) };
}

/** Returns the stamps of an event of the number `n`, whose time is around that of its receipt, or long before. */
function eventStamps(random: Random, n: number): NonNullable<TraceRecord['stamps']> {
  const at = START + TICK * random.pick([3 * n, Math.max(0, 3 * n - 30), 3 * n + random.below(20)]) + TICK / 2;
  return { stamp: eventStamp({ at, isUpdate: random.chance(0.5), index: n, eventId: '' }) };
}

/** Makes a record of one of two traces of its partition, so that most records update an existing trace. */
function traceRecord(random: Random, n: number, partition: number): TraceRecord {
  const { recordId, receivedAt } = receipt(random, n);
  const ids = random.shuffled([1, 2, 3]).slice(0, random.below(4));
  const stamps = random.chance(0.4) ? eventStamps(random, n) : undefined;
  const stamp = stamps?.stamp ?? receiveStamp(receivedAt, recordId);
  const fields = { ...(random.chance(0.5) ? { name: `trace ${n}` } : { userId: `user ${n}` }), ...metadata(random, n) };
  return {
    kind: 'trace',
    recordId,
    receivedAt,
    traceId: uuid(partition * 2 + random.below(2)),
    updates: random.chance(0.5) ? [{ stamp, fields }] : [],
    tags: random.chance(0.3) ? [`tag ${random.below(3)}`] : [],
    observations: ids.map((id) => observation(random, n, id)),
    ...(stamps && { stamps }),
  };
}

function observation(random: Random, n: number, id: number): Observation {
  const name = random.chance(0.05) ? POISON : `span ${n}`;
  return {
    id: uuid(id),
    counted: random.chance(0.9),
    ...(random.chance(0.6) || name === POISON
      ? { name }
      : { input: random.chance(0.3) ? conversation(random, n) : `"${n}"` }),
    ...(random.chance(0.4) ? { usage: { input: { input: n }, total: n } } : {}),
    ...metadata(random, n),
  };
}

/** Passages of a conversation, each of about 600 bytes. */
const PASSAGES = Array.from({ length: 10 }, (_, passage) =>
  Array.from({ length: 60 }, (__, word) => `${Math.imul(97 * passage + word, 0x9e3779b1) >>> 0}é `).join(''),
);

/** Makes the text of a conversation up to a step, which no other record has. */
const conversation = (random: Random, n: number): string =>
  `"${PASSAGES.slice(random.below(2), 3 + random.below(7)).join('')}${n}"`;

/** Makes metadata with a number, or with an object of one member on each level. */
function metadata(random: Random, n: number): { metadata?: ReadonlyMap<string, string> } {
  if (!random.chance(0.4)) return {};
  const key = () => random.pick(['a', 'b', 'c']);
  const value = random.pick([`${n}`, `{"${key()}":${n}}`, `{"${key()}":{"${key()}":${n}}}`]);
  return { metadata: new Map([[key(), value]]) };
}

function metricRecord(random: Random, n: number): MetricRecord {
  const { recordId, receivedAt } = receipt(random, n);
  const points = Array.from({ length: 1 + random.below(2) }, (_, index) => ({
    name: random.chance(0.05) ? POISON : 'm',
    labels: new Map<string, string>(),
    value: n + index / 10,
    timestamp: receivedAt,
  }));
  return { kind: 'metric', recordId, receivedAt, points };
}
