import type { RecordHead, RecordKind } from './kinds/kind';
import { type MetricRecord, metric } from './kinds/metric';
import { type ScoreRecord, score } from './kinds/score';
import { trace } from './kinds/trace';
import type { TraceRecord } from './kinds/trace-record';
import { isProjectId } from './ids';
import { isJson } from './json-check';
import { storableJson } from './storable-text';
import { FieldError, type RecordMessage, timeFromWire, uuidFromWire } from './wire';

export type SluiceRecord = TraceRecord | MetricRecord | ScoreRecord;

const KINDS = { trace, metric, score } as const satisfies { [K in Kind]: RecordKind<RecordOf<K>> };

export type Kind = SluiceRecord['kind'];

/** Record of one kind. */
export type RecordOf<K extends Kind> = Extract<SluiceRecord, { kind: K }>;

/** Item of the records of one kind. */
export type ItemOf<K extends Kind> = RecordOf<K>[(typeof KINDS)[K]['items'] &
  keyof RecordOf<K>] extends readonly (infer Item extends object)[]
  ? Item
  : never;

/** Topic of the records of a kind. */
export type TopicOf<K extends Kind> = (typeof KINDS)[K]['topic'];

/** Topics of all kinds. */
export const TOPICS: readonly TopicOf<Kind>[] = [...new Set(Object.values(KINDS).map(({ topic }) => topic))];

/** Log offset of a record, which is stored when the committed offset of its partition is above it. */
export interface LogOffset {
  /** Name of the topic at the log, prefix included. */
  readonly topic: string;
  readonly partition: number;
  readonly offset: number;
}

/** A record, or a sub-record, which is a record itself. */
export interface RecordPart {
  readonly record: SluiceRecord;
  /** Index of its first item in the whole record; -1 for the fields of the trace itself. */
  readonly firstItem: number;
}

function kindOf(record: SluiceRecord): RecordKind<SluiceRecord> {
  return KINDS[record.kind] as RecordKind<SluiceRecord>;
}

/** Returns the bus key: records with one key stay in one partition. */
export function recordKey(record: SluiceRecord): string {
  return kindOf(record).key(record);
}

/** Returns the topic of the records of a kind. */
export function topicOf<K extends Kind>(kind: K): TopicOf<K> {
  return KINDS[kind].topic;
}

/** Makes a record of a kind that has nothing but items. */
export function recordOfItems<K extends Kind>(kind: K, head: RecordHead, items: readonly ItemOf<K>[]): RecordOf<K> {
  return { kind, ...head, [KINDS[kind].items]: items } as unknown as RecordOf<K>;
}

/** Returns the items of a record: its observations, points or scores. */
export function itemsOf(record: SluiceRecord): readonly object[] {
  const members = record as unknown as Readonly<Record<string, readonly object[]>>;
  return members[kindOf(record).items] ?? [];
}

/** Returns the record with some of its items. */
export function withItems<R extends SluiceRecord>(record: R, items: readonly object[]): R {
  return { ...record, [kindOf(record).items]: items };
}

/** Returns the number of items that the ledger counts for a record, at least one. */
export function itemCount(record: SluiceRecord): number {
  return Math.max(1, itemsOf(record).length);
}

/**
 * Returns whether a stored receipt of its id identifies a record as stored already. Without a receipt, storing the record again changes
 * nothing.
 */
export function hasReceipt(record: SluiceRecord): boolean {
  return kindOf(record).hasReceipt;
}

/** Splits a record, or a sub-record, into two that together have the same content; undefined for a single item. */
export function halve(part: RecordPart): readonly [RecordPart, RecordPart] | undefined {
  const { record } = part;
  const apart = kindOf(record).fieldsApart?.(record);
  if (apart !== undefined) {
    const [fields, items] = apart;
    return [
      { firstItem: -1, record: fields },
      { ...part, record: items },
    ];
  }
  const items = itemsOf(record);
  if (items.length < 2) return undefined;
  const middle = Math.ceil(items.length / 2);
  return [
    { ...part, record: withItems(record, items.slice(0, middle)) },
    { firstItem: part.firstItem + middle, record: withItems(record, items.slice(middle)) },
  ];
}

/**
 * Checks free-form values.
 * @throws FieldError if a value of a record is no JSON, or has an escape that Postgres stores and cannot read: the indexer and readers of
 * views would fail for it
 */
export function checkJson(record: SluiceRecord): void {
  for (const [field, text] of kindOf(record).jsonTexts?.(record) ?? []) {
    if (text === undefined) continue;
    if (!isJson(text)) throw new FieldError(`${field} is not JSON`);
    if (storableJson(text) !== text) throw new FieldError(`${field} has an escape of U+0000 or of a lone surrogate`);
  }
}

/** Returns the records of one kind. */
export function ofKind<K extends Kind>(records: readonly SluiceRecord[], kind: K): RecordOf<K>[] {
  return records.filter((record): record is RecordOf<K> => record.kind === kind);
}

/** Returns the message of a record, without its schema version. */
export function toWire(record: SluiceRecord): RecordMessage {
  const { recordId, receivedAt, project } = record;
  return { recordId, receivedAt, project: project ?? null, ...kindOf(record).toWire(record) };
}

function projectId(text: string): string {
  if (!isProjectId(text)) throw new FieldError('project is not a name of a project');
  return text;
}

/** Decodes a message. @throws FieldError if it is incomplete, of an unknown kind, or has a value that no record may have */
export function fromWire(message: RecordMessage): SluiceRecord {
  const { project } = message;
  const head: RecordHead = {
    recordId: uuidFromWire('record_id', message.recordId),
    receivedAt: timeFromWire('received_at', message.receivedAt),
    ...(typeof project === 'string' && { project: projectId(project) }),
  };
  for (const kind of Object.values(KINDS)) {
    const record = kind.fromWire(message, head);
    if (record !== undefined) return record;
  }
  throw new FieldError('there is no body of a known kind');
}
