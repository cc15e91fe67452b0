import type { Micros } from '@sluice/record';
import type { PoolClient } from 'pg';

/**
 * Positions in a stream that one process has made up for itself: no name of a Kafka topic can hold the sign. What a log
 * that all writers share was read up to is never forgotten.
 */
const OF_ONE_PROCESS = `topic like '%@%'`;

/**
 * Marks the process that has these streams as alive, however quiet they are; in a shared log the row of a position keeps
 * the time when it was last moved. At most once a day: the rows are those that every batch changes.
 */
export async function keepStreams(client: PoolClient, streams: readonly string[]): Promise<void> {
  await client.query(
    `update sluice.ingest_offset set updated_at = now()
     where topic = any($1::text[]) and ${OF_ONE_PROCESS} and updated_at < now() - interval '1 day'`,
    [streams],
  );
}

/**
 * Forgets the positions of processes that have ended: those without change since a time (microseconds since the epoch).
 * A stream that has dead letters keeps its own, because the letters are named by its offsets.
 * @returns how many
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
