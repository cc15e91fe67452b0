import { askDatabase } from '../session/with-client';

/** A session that others wait for, and that waits for none itself. */
export interface LockHolder {
  /** Process id; 0: a prepared transaction. */
  readonly pid: number;
  readonly user: string | null;
  readonly application: string | null;
  /** `null` if the user may not see it. */
  readonly state: string | null;
  /** Duration of its transaction in seconds; `null` if the user may not see it. */
  readonly transactionSeconds: number | null;
  /** Number of sessions that wait for it, and the longest wait in seconds. */
  readonly waiting: number;
  readonly longestSeconds: number;
  /** Tables, or kinds of lock, that sessions wait for. */
  readonly places: readonly string[];
}

/** SQL: every user may read `pg_locks` and the ids of blocking sessions; further columns of a session are visible only to its own user. */
const HOLDERS = /* sql */ `
with waiting as materialized (
  select l.pid, clock_timestamp() - coalesce(l.waitstart, clock_timestamp()) as waited,
    coalesce(l.relation::regclass::text, l.locktype) as place
  from pg_locks l join pg_stat_activity a using (pid)
  where not l.granted and a.datname = current_database()
)
select b.pid, a.usename::text as "user", a.application_name as application, a.state,
  extract(epoch from max(clock_timestamp() - a.xact_start))::float8 as "transactionSeconds",
  count(distinct w.pid)::int as waiting, extract(epoch from max(w.waited))::float8 as "longestSeconds",
  array_agg(distinct w.place order by w.place) as places
from waiting w cross join lateral unnest(pg_blocking_pids(w.pid)) as b (pid) left join pg_stat_activity a on a.pid = b.pid
where not exists (select from waiting o where o.pid = b.pid)
group by b.pid, a.usename, a.application_name, a.state
order by "longestSeconds" desc, b.pid`;

/**
 * Lists the sessions of a database that block others at this moment. Reads no table of Sluice, so that nothing blocks the call.
 * @throws the driver's error if the database cannot be reached, or refuses the user
 */
export function listLockHolders(databaseUrl: string): Promise<LockHolder[]> {
  return askDatabase(databaseUrl, 'sluice-doctor', async (client) => (await client.query<LockHolder>(HOLDERS)).rows);
}
