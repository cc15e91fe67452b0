import type { Micros } from '@sluice/record';
import type { PoolClient } from 'pg';

/**
 * SQL condition: the stream was named by one process; no name of a Kafka topic can contain the sign. The committed offset of a log that all
 * writers share is never deleted.
 */
const OF_ONE_PROCESS = `topic like '%@%'`;

/**
 * Updates the time of the offsets of these streams, so that an idle process counts as alive; in a shared log that time stays that of the
 * last move. At most once a day, because every batch locks these rows.
 */
export async function keepStreams(client: PoolClient, streams: readonly string[]): Promise<void> {
  await client.query(
    `update sluice.ingest_offset set updated_at = now()
     where topic = any($1::text[]) and ${OF_ONE_PROCESS} and updated_at < now() - interval '1 day'`,
    [streams],
  );
}

/**
 * Deletes the committed offsets of ended processes: those without a change since a time (microseconds since the epoch). A stream with dead
 * letters keeps its own, because the offsets identify the letters.
 * @returns number of offsets
 */
export async function removePositions(client: PoolClient, before: Micros): Promise<number> {
  const { rowCount } = await client.query(
    `delete from sluice.ingest_offset o
     where ${OF_ONE_PROCESS} and o.updated_at < to_timestamp($1::double precision / 1000000)
       and not exists (select from sluice.ingest_dead_letter d where d.topic = o.topic)`,
    [before],
  );
  return rowCount ?? 0;
}
