import type { PoolClient } from 'pg';
import { removeInPages } from './pages';

/**
 * Removes series whose points have all expired. Whoever writes a later point raises the day of its series in the same
 * transaction; the condition is tested again after waiting for it.
 * @param before a UTC day
 */
export function removeSeries(client: PoolClient, before: string): Promise<number> {
  return removeInPages(client, { table: 'metric_series', condition: 'last_received_on < $1', limit: before });
}

const TIME_LIMIT = 'to_timestamp($1::double precision / 1000000)';

/** Forgets which metric requests from before a time (microseconds since the epoch) were stored. */
export function removeReceipts(client: PoolClient, before: number): Promise<number> {
  return removeInPages(client, {
    table: 'metric_receipts',
    condition: `received_at < ${TIME_LIMIT}`,
    limit: before,
  });
}
