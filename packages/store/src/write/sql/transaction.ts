import type { PoolClient } from 'pg';
import { SHARDS } from '../../projects';

/** A transaction that writes traces. */
export interface Transaction {
  /** Shard of the daily rows that its new traces use, the same number in each project. */
  readonly shard: number;
  /** Start time of the server: each server process that counts transactions by itself has its own. */
  readonly server: string;
  /** Version of the rows that it writes outside of savepoints. */
  readonly version: string;
}

/**
 * Reads the open transaction, and chooses its shard: one that no other open transaction has chosen, so that no transaction waits for the
 * commit of another one. With more transactions than shards some share one. A connection mostly gets the same shard again.
 */
export async function readTransaction(client: PoolClient): Promise<Transaction> {
  const { rows } = await client.query<Transaction>(
    `select number as shard, pg_postmaster_start_time()::text as server, pg_current_xact_id()::xid::text as version
     from (
       select number from (select (pg_backend_pid() + n) % ${SHARDS} as number from generate_series(0, ${SHARDS - 1}) n) s
       where pg_try_advisory_xact_lock(hashtextextended('sluice.daily_shard', number))
       union all select pg_backend_pid() % ${SHARDS} limit 1
     ) free`,
  );
  return rows[0] as Transaction;
}
