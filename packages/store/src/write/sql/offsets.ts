import type { PoolClient } from 'pg';
import type { FencedBatch, CommittedOffset, StoreOutcome } from '../port';

/** Reads the committed offset of a partition in its highest epoch; inserts epoch 0, offset 0 if there is none. */
export async function readPosition(
  client: PoolClient,
  { topic, partition }: { topic: string; partition: number },
): Promise<CommittedOffset> {
  await client.query(
    `insert into sluice.ingest_offset (topic, epoch, "partition", next_offset)
     select $1, coalesce((select max(epoch) from sluice.ingest_offset where topic = $1), 0), $2, 0
     on conflict do nothing`,
    [topic, partition],
  );
  // Waits for a transaction that is about to move the offset, so that the outcome of an unknown COMMIT is known here.
  const { rows } = await client.query<{ epoch: number; next_offset: string }>(
    `select epoch, next_offset from sluice.ingest_offset
     where topic = $1 and "partition" = $2 order by epoch desc limit 1 for update`,
    [topic, partition],
  );
  const row = rows[0];
  if (row === undefined) throw new Error(`no position for ${topic}/${partition} although it was just made`);
  return { epoch: row.epoch, nextOffset: Number(row.next_offset) };
}

/** Outcome of a batch, with its committed offset before and after. */
export interface Advance extends FencedBatch {
  readonly outcome: StoreOutcome;
}

/**
 * Moves committed offsets by compare-and-set. Their rows are locked in one order, so that no two transactions deadlock.
 * @returns number of partitions whose committed offset was `from`, and that have no newer epoch
 */
export async function advancePositions(client: PoolClient, advances: readonly Advance[]): Promise<number> {
  const { rowCount } = await client.query(
    `with wanted as (
       select * from unnest($1::text[], $2::int[], $3::int[], $4::bigint[], $5::bigint[], $6::bigint[], $7::bigint[], $8::bigint[])
         as w (topic, epoch, "partition", from_offset, next_offset, stored, duplicate, dead)
     ), held as materialized (
       select o.topic, o.epoch, o."partition" from sluice.ingest_offset o join wanted using (topic, epoch, "partition")
       order by o.topic, o."partition" for update of o
     )
     update sluice.ingest_offset o
     set next_offset = w.next_offset, stored = o.stored + w.stored, duplicate = o.duplicate + w.duplicate,
       dead = o.dead + w.dead, updated_at = now()
     from wanted w join held using (topic, epoch, "partition")
     where o.topic = w.topic and o.epoch = w.epoch and o."partition" = w."partition" and o.next_offset = w.from_offset
       and not exists (
         select from sluice.ingest_offset newer
         where newer.topic = w.topic and newer.epoch > w.epoch and newer."partition" = w."partition")`,
    [
      advances.map(({ batch }) => batch.topic),
      advances.map(({ from }) => from.epoch),
      advances.map(({ batch }) => batch.partition),
      advances.map(({ from }) => from.nextOffset),
      advances.map(({ batch }) => batch.next),
      advances.map(({ outcome }) => outcome.stored),
      advances.map(({ outcome }) => outcome.duplicate),
      advances.map(({ outcome }) => outcome.dead),
    ],
  );
  return rowCount ?? 0;
}
