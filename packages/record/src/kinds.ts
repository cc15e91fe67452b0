import type { MetricRecord, SluiceRecord, TraceRecord } from './record';
import {
  type RecordBody,
  type RecordHead,
  type RecordMessage,
  headFromWire,
  metricFromWire,
  metricToWire,
  traceFromWire,
  traceToWire,
} from './wire';

export type Kind = SluiceRecord['kind'];

/** The record of one kind. */
export type RecordOf<K extends Kind> = Extract<SluiceRecord, { kind: K }>;

/** A record, or a part of one that is a record itself. */
export interface RecordPart<R extends SluiceRecord = SluiceRecord> {
  readonly record: R;
  /** Index of its first item in the whole record; -1 for the fields of the trace itself. */
  readonly firstItem: number;
}

/** What differs between the kinds of records, apart from storing them. A new kind is a row in `KINDS`. */
interface RecordKind<R extends SluiceRecord> {
  readonly key: (record: R) => string;
  readonly items: (record: R) => readonly unknown[];
  readonly halves: (part: RecordPart<R>) => readonly [RecordPart<R>, RecordPart<R>] | undefined;
  readonly hasReceipt: boolean;
  readonly toWire: (record: R) => RecordBody;
  /** undefined for a message of another kind. @throws Error for one that is incomplete */
  readonly fromWire: (message: RecordMessage, head: RecordHead) => R | undefined;
}

const trace: RecordKind<TraceRecord> = {
  key: (record) => record.traceId,
  items: (record) => record.observations,
  halves(part) {
    const { statements, tags, observations, ...rest } = part.record;
    const hasTraceFields = statements.length > 0 || tags.length > 0;
    if (hasTraceFields && observations.length > 0) {
      return [
        { firstItem: -1, record: { ...rest, statements, tags, observations: [] } },
        { ...part, record: { ...rest, statements: [], tags: [], observations } },
      ];
    }
    return halvesOf(part, observations, (half) => ({ ...part.record, observations: half }));
  },
  hasReceipt: false,
  toWire: traceToWire,
  fromWire: traceFromWire,
};

const metric: RecordKind<MetricRecord> = {
  key: (record) => record.recordId,
  items: (record) => record.points,
  halves: (part) => halvesOf(part, part.record.points, (points) => ({ ...part.record, points })),
  hasReceipt: true,
  toWire: metricToWire,
  fromWire: metricFromWire,
};

const KINDS: { readonly [K in Kind]: RecordKind<RecordOf<K>> } = { trace, metric };

function kindOf(record: SluiceRecord): RecordKind<SluiceRecord> {
  return KINDS[record.kind] as RecordKind<SluiceRecord>;
}

/** The bus key: records with one key stay in one partition. */
export function recordKey(record: SluiceRecord): string {
  return kindOf(record).key(record);
}

/** How many items the ledger counts for a record, at least one. */
export function itemCount(record: SluiceRecord): number {
  return Math.max(1, kindOf(record).items(record).length);
}

/** Whether a stored receipt of its id marks a record as stored already. Without one, storing it again changes nothing. */
export function hasReceipt(record: SluiceRecord): boolean {
  return kindOf(record).hasReceipt;
}

/** Two parts of a record, or of a part, that together have the same content; undefined for a single item. */
export function halve(part: RecordPart): readonly [RecordPart, RecordPart] | undefined {
  return kindOf(part.record).halves(part);
}

/** The records of one kind. */
export function ofKind<K extends Kind>(records: readonly SluiceRecord[], kind: K): RecordOf<K>[] {
  return records.filter((record): record is RecordOf<K> => record.kind === kind);
}

/** The message of a record, without its schema version. */
export function toWire(record: SluiceRecord): RecordMessage {
  const { recordId, receivedAt } = record;
  return { recordId, receivedAt, ...kindOf(record).toWire(record) };
}

/** @throws Error for a message that is incomplete, of an unknown kind, or holds an integer beyond 2^53 */
export function fromWire(message: RecordMessage): SluiceRecord {
  const head = headFromWire(message);
  for (const kind of Object.values(KINDS)) {
    const record = kind.fromWire(message, head);
    if (record !== undefined) return record;
  }
  throw new Error('a record of an unknown kind');
}

function halvesOf<R extends SluiceRecord, Item>(
  part: RecordPart<R>,
  items: readonly Item[],
  recordOf: (items: readonly Item[]) => R,
): readonly [RecordPart<R>, RecordPart<R>] | undefined {
  if (items.length < 2) return undefined;
  const middle = Math.ceil(items.length / 2);
  return [
    { ...part, record: recordOf(items.slice(0, middle)) },
    { firstItem: part.firstItem + middle, record: recordOf(items.slice(middle)) },
  ];
}
