import type { PoolClient } from 'pg';
import type { Position, StoreOutcome } from '../port';

/** The position of a partition in its highest epoch; made at epoch 0, offset 0 where there is none. */
export async function readPosition(
  client: PoolClient,
  { topic, partition }: { topic: string; partition: number },
): Promise<Position> {
  await client.query(
    `insert into sluice.ingest_offset (topic, epoch, "partition", next_offset)
     select $1, coalesce((select max(epoch) from sluice.ingest_offset where topic = $1), 0), $2, 0
     on conflict do nothing`,
    [topic, partition],
  );
  // Waits for a transaction that is about to move the position, so that an unknown COMMIT is known here.
  const { rows } = await client.query<{ epoch: number; next_offset: string }>(
    `select epoch, next_offset from sluice.ingest_offset
     where topic = $1 and "partition" = $2 order by epoch desc limit 1 for update`,
    [topic, partition],
  );
  const row = rows[0];
  if (row === undefined) throw new Error(`no position for ${topic}/${partition} although it was just made`);
  return { epoch: row.epoch, nextOffset: Number(row.next_offset) };
}

/** Moves the fence by compare-and-set; false when the partition does not stand at `from`, or has begun a new epoch. */
export async function advancePosition(
  client: PoolClient,
  place: { topic: string; partition: number; from: Position; nextOffset: number },
  outcome: StoreOutcome,
): Promise<boolean> {
  const { rowCount } = await client.query(
    `update sluice.ingest_offset o
     set next_offset = $5, stored = stored + $6, duplicate = duplicate + $7, dead = dead + $8, updated_at = now()
     where topic = $1 and epoch = $2 and "partition" = $3 and next_offset = $4
       and not exists (
         select from sluice.ingest_offset newer
         where newer.topic = $1 and newer.epoch > $2 and newer."partition" = $3)`,
    [
      place.topic,
      place.from.epoch,
      place.partition,
      place.from.nextOffset,
      place.nextOffset,
      outcome.stored,
      outcome.duplicate,
      outcome.dead,
    ],
  );
  return rowCount === 1;
}
