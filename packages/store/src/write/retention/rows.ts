import type { PoolClient } from 'pg';

/** Rows of one statement. */
const CHUNK = 10_000;

/**
 * Removes series whose points have all expired. Whoever writes a later point raises the day of its series in the same
 * transaction; the condition is tested again after waiting for it.
 * @param before a UTC day
 */
export function removeSeries(client: PoolClient, before: string): Promise<number> {
  return removeAll(
    client,
    `delete from sluice.metric_series where last_received_on < $1 and id = any(array(
       select id from sluice.metric_series where last_received_on < $1 limit ${CHUNK}))`,
    before,
  );
}

/** Forgets which metric requests from before a time (microseconds since the epoch) were stored. */
export function removeReceipts(client: PoolClient, before: number): Promise<number> {
  return removeAll(
    client,
    `delete from sluice.metric_receipts where ctid = any(array(
       select ctid from sluice.metric_receipts where received_at < to_timestamp($1::double precision / 1000000) limit ${CHUNK}))`,
    before,
  );
}

async function removeAll(client: PoolClient, statement: string, before: string | number): Promise<number> {
  let removed = 0;
  for (;;) {
    const { rowCount } = await client.query(statement, [before]);
    if (rowCount === null || rowCount === 0) return removed;
    removed += rowCount;
  }
}
