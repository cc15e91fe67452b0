import { RecordDecodeError, type SluiceRecord, decodeRecord } from '@sluice/record';
import type { Pool } from 'pg';
import type { LetterId } from './letter-id';

/** A dead letter in a list. */
export interface DeadLetterSummary {
  readonly id: LetterId;
  readonly recordId: string;
  /** SQLSTATE of the error with which Postgres refused the item; empty if the bytes could not be decoded. */
  readonly sqlstate: string;
  readonly message: string;
  /** Size of the record that contains the item. */
  readonly bytes: number;
  readonly receivedAt: Date;
  readonly storedAt: Date;
  /** Undefined if the letter was not replayed. */
  readonly replayedAt: Date | undefined;
}

/** A dead letter with its content. */
export interface StoredDeadLetter extends DeadLetterSummary {
  /** Undefined if the bytes are no record that this version can read. */
  readonly record: SluiceRecord | undefined;
  readonly content: Uint8Array;
}

export interface DeadLetterFilter {
  readonly topic?: string | undefined;
  /** Includes letters that were replayed. */
  readonly replayed: boolean;
  readonly limit: number;
}

interface Row extends LetterId, Omit<DeadLetterSummary, 'id' | 'replayedAt'> {
  readonly replayedAt: Date | null;
}

const COLUMNS = `topic, epoch, "partition", record_offset::float8 as "offset", item, record_id as "recordId", sqlstate, message,
  length(record) as bytes, received_at as "receivedAt", stored_at as "storedAt", replayed_at as "replayedAt"`;
/** SQL condition on the key; its parameters are `keyOf` an id. */
export const IS_LETTER = 'topic = $1 and epoch = $2 and "partition" = $3 and record_offset = $4 and item = $5';

export const keyOf = ({ topic, epoch, partition, offset, item }: LetterId): unknown[] => [
  topic,
  epoch,
  partition,
  offset,
  item,
];

/** Lists dead letters, the oldest first. */
export async function listDeadLetters(pool: Pool, filter: DeadLetterFilter): Promise<DeadLetterSummary[]> {
  const { rows } = await pool.query<Row>(
    `select ${COLUMNS} from sluice.ingest_dead_letter
     where ($1::text is null or topic = $1) and ($2 or replayed_at is null)
     order by stored_at, topic, epoch, "partition", record_offset, item limit $3`,
    [filter.topic ?? null, filter.replayed, filter.limit],
  );
  return rows.map(toSummary);
}

/** Reads one dead letter with its content; undefined if there is none. */
export async function readDeadLetter(pool: Pool, id: LetterId): Promise<StoredDeadLetter | undefined> {
  const { rows } = await pool.query<Row & { readonly record: Buffer }>(
    `select ${COLUMNS}, record from sluice.ingest_dead_letter where ${IS_LETTER}`,
    keyOf(id),
  );
  if (rows[0] === undefined) return undefined;
  const { record, ...row } = rows[0];
  return { ...toSummary(row), content: record, record: decoded(record) };
}

/** Deletes a dead letter for ever. @returns whether it existed */
export async function discardDeadLetter(pool: Pool, id: LetterId): Promise<boolean> {
  const { rowCount } = await pool.query(`delete from sluice.ingest_dead_letter where ${IS_LETTER}`, keyOf(id));
  return rowCount === 1;
}

function toSummary({ topic, epoch, partition, offset, item, replayedAt, ...row }: Row): DeadLetterSummary {
  return { id: { topic, epoch, partition, offset, item }, ...row, replayedAt: replayedAt ?? undefined };
}

function decoded(bytes: Uint8Array): SluiceRecord | undefined {
  try {
    return decodeRecord(bytes);
  } catch (error) {
    if (error instanceof RecordDecodeError) return undefined;
    throw error;
  }
}
