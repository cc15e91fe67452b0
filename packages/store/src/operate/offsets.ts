import type { Pool } from 'pg';
import { withClient } from '../session/with-client';

/** Committed offset of a partition, and its ledger in items: `stored + duplicate + dead` is the number below `nextOffset`. */
export interface StoredOffset {
  readonly topic: string;
  readonly epoch: number;
  readonly partition: number;
  readonly nextOffset: number;
  readonly stored: number;
  readonly duplicate: number;
  readonly dead: number;
  readonly updatedAt: Date;
}

/** Lists all committed offsets, in order of topic, epoch and partition. */
export async function listOffsets(pool: Pool): Promise<StoredOffset[]> {
  const { rows } = await pool.query<StoredOffset>(
    `select topic, epoch, "partition", next_offset::float8 as "nextOffset", stored::float8, duplicate::float8, dead::float8,
       updated_at as "updatedAt"
     from sluice.ingest_offset order by topic, epoch, "partition"`,
  );
  return rows;
}

export interface Gap {
  /** Name of the topic at the brokers. */
  readonly topic: string;
  readonly partition: number;
  /** Committed offset of the partition. */
  readonly from: number;
  /** First offset that the log still has; the new committed offset. */
  readonly to: number;
}

/**
 * Moves a committed offset forward over offsets that are lost. Running writers notice it by the fence.
 * @returns false if the committed offset is not `from`
 */
export async function acceptGap(pool: Pool, { topic, partition, from, to }: Gap): Promise<boolean> {
  const { rowCount } = await pool.query(
    `update sluice.ingest_offset o set next_offset = $4, updated_at = now()
     where topic = $1 and "partition" = $2 and next_offset = $3 and $4 > $3
       and epoch = (select max(epoch) from sluice.ingest_offset where topic = $1 and "partition" = $2)`,
    [topic, partition, from, to],
  );
  return rowCount === 1;
}

/**
 * Moves all partitions of a topic to offset 0 of a new epoch, because the topic was created again. The ledger of the old epoch stays. Safe
 * while writers run: from then on batches with offsets of the old epoch are refused.
 * @returns the new epoch; undefined for an unknown topic
 */
export function beginEpoch(pool: Pool, topic: string): Promise<number | undefined> {
  return withClient(pool.connect(), async (client) => {
    await client.query('begin');
    const { rows } = await client.query<{ readonly epoch: number; readonly ledger: string }>(
      `select epoch, to_json(o)::text as ledger from sluice.ingest_offset o
       where topic = $1 and epoch = (select max(epoch) from sluice.ingest_offset where topic = $1)
       order by "partition" for update`,
      [topic],
    );
    // Moved, not copied: a transaction that waits for the row no longer finds it. Later transactions see the higher epoch.
    await client.query(
      `update sluice.ingest_offset
       set epoch = epoch + 1, next_offset = 0, stored = 0, duplicate = 0, dead = 0, updated_at = now()
       where topic = $1 and epoch = $2`,
      [topic, rows[0]?.epoch ?? null],
    );
    await client.query(
      `insert into sluice.ingest_offset
       select (json_populate_record(null::sluice.ingest_offset, row)).* from unnest($1::json[]) as row`,
      [rows.map(({ ledger }) => ledger)],
    );
    await client.query('commit');
    return rows[0] === undefined ? undefined : rows[0].epoch + 1;
  });
}
