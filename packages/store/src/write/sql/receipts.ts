import { type SluiceRecord, formatMicros } from '@sluice/record';
import type { PoolClient } from 'pg';

/**
 * Inserts a receipt of every record, within the caller's transaction. Separate from applying the records, because a bisected record has one
 * receipt for all its sub-records.
 * @returns the records that are stored already, or that repeat the id of an earlier one in the list
 */
export async function seenRecords(
  client: PoolClient,
  records: readonly SluiceRecord[],
): Promise<ReadonlySet<SluiceRecord>> {
  if (records.length === 0) return new Set();
  const first = new Map<string, SluiceRecord>();
  for (const record of records) if (!first.has(record.recordId)) first.set(record.recordId, record);
  const { rows } = await client.query<{ id: string }>(
    `insert into sluice.metric_receipts (record_id, received_at)
     select * from unnest($1::uuid[], $2::timestamptz[]) as r (record_id, received_at) order by record_id
     on conflict (record_id) do nothing returning record_id as id`,
    [[...first.keys()], Array.from(first.values(), ({ receivedAt }) => formatMicros(receivedAt))],
  );
  const fresh = new Set(rows.map(({ id }) => first.get(id)));
  return new Set(records.filter((record) => !fresh.has(record)));
}
