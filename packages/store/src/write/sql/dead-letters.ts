import { type SluiceRecord, encodeRecord, formatMicros } from '@sluice/record';
import type { PoolClient } from 'pg';

/** One item that Postgres refused, as a record that holds nothing else. */
export interface DeadLetter {
  readonly offset: number;
  /** Index of the item in its record; -1 for what a record says about the trace itself. */
  readonly item: number;
  readonly record: SluiceRecord;
  readonly sqlstate: string;
  /** Postgres's message without its detail, which may quote the data. */
  readonly message: string;
}

export async function insertDeadLetter(
  client: PoolClient,
  place: { topic: string; partition: number; epoch: number },
  letter: DeadLetter,
): Promise<void> {
  await client.query(
    `insert into sluice.ingest_dead_letter
       (topic, epoch, "partition", record_offset, item, record_id, sqlstate, message, record, received_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
    [
      place.topic,
      place.epoch,
      place.partition,
      letter.offset,
      letter.item,
      letter.record.recordId,
      letter.sqlstate,
      letter.message.slice(0, 1000),
      Buffer.from(encodeRecord(letter.record)),
      formatMicros(letter.record.receivedAt),
    ],
  );
}
