import type { PoolClient } from 'pg';
import { SHARDS } from '../../projects';

/**
 * Chooses the shard whose daily rows the new traces of a transaction use, the same number in each project: a shard that no other open
 * transaction has chosen, so that no transaction waits for the commit of another one. With more transactions than shards some share one. A
 * connection mostly gets the same shard again.
 */
export async function freeShard(client: PoolClient): Promise<number> {
  const { rows } = await client.query<{ number: number }>(
    `select number from (select (pg_backend_pid() + n) % ${SHARDS} as number from generate_series(0, ${SHARDS - 1}) n) s
     where pg_try_advisory_xact_lock(hashtextextended('sluice.daily_shard', number))
     union all select pg_backend_pid() % ${SHARDS} limit 1`,
  );
  return (rows[0] as { readonly number: number }).number;
}
