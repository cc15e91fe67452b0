import { type Micros, NIL_UUID, type SluiceRecord, encodeRecord, formatMicros, parseTraceId } from '@sluice/record';
import type { PoolClient } from 'pg';
import type { UndecodableRecord } from '../port';

/** An item that Postgres refused, as a record that contains nothing else. */
export interface DeadLetter {
  readonly place: LogPartition;
  readonly offset: number;
  /** Index of the item in its record; -1 for the fields of the trace itself. */
  readonly item: number;
  readonly record: SluiceRecord;
  readonly sqlstate: string;
  /** Postgres's message without its detail, which may quote the data. */
  readonly message: string;
}

/** Partition and epoch of the log from which a record was read. */
export interface LogPartition {
  readonly topic: string;
  readonly partition: number;
  readonly epoch: number;
}

interface Row {
  readonly offset: number;
  readonly item: number;
  readonly recordId: string;
  readonly sqlstate: string;
  readonly message: string;
  readonly bytes: Uint8Array;
  readonly receivedAt: Micros;
}

export async function insertDeadLetter(client: PoolClient, letter: DeadLetter): Promise<void> {
  const { place, record } = letter;
  const { recordId, receivedAt } = record;
  await insertRow(client, place, { ...letter, recordId, receivedAt, bytes: encodeRecord(record) });
}

/** Stores undecodable bytes unchanged: neither their items nor the owner of the record is known for certain. */
export async function insertUndecodable(
  client: PoolClient,
  place: LogPartition,
  letter: UndecodableRecord,
): Promise<void> {
  const recordId = parseTraceId(letter.recordId ?? '') ?? NIL_UUID;
  await insertRow(client, place, { ...letter, item: 0, recordId, sqlstate: '', message: letter.reason });
}

async function insertRow(client: PoolClient, place: LogPartition, row: Row): Promise<void> {
  await client.query(
    `insert into sluice.ingest_dead_letter
       (topic, epoch, "partition", record_offset, item, record_id, sqlstate, message, record, received_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
    [
      place.topic,
      place.epoch,
      place.partition,
      row.offset,
      row.item,
      row.recordId,
      row.sqlstate,
      row.message.slice(0, 1000),
      Buffer.from(row.bytes),
      formatMicros(row.receivedAt),
    ],
  );
}
