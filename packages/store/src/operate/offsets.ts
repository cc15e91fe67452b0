import type { Pool } from 'pg';

/** Where a partition stands, and its ledger in items: `stored + duplicate + dead` is what lies below `nextOffset`. */
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

/** All positions, in order of topic, epoch and partition. */
export async function listOffsets(pool: Pool): Promise<StoredOffset[]> {
  const { rows } = await pool.query<Readonly<Record<string, string>> & { readonly updated_at: Date }>(
    `select topic, epoch, "partition", next_offset, stored, duplicate, dead, updated_at
     from sluice.ingest_offset order by topic, epoch, "partition"`,
  );
  return rows.map((row) => ({
    topic: row['topic'] ?? '',
    epoch: Number(row['epoch']),
    partition: Number(row['partition']),
    nextOffset: Number(row['next_offset']),
    stored: Number(row['stored']),
    duplicate: Number(row['duplicate']),
    dead: Number(row['dead']),
    updatedAt: row.updated_at,
  }));
}
