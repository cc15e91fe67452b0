import type { PoolClient } from 'pg';
import { inTransaction } from '../../session/transaction';
import { addDailyTraces, addDailyUsage, selectTraceUsage } from '../sql/usage-tables';
import { DailyChanges, moveTraceUsage } from '../state/daily';
import { UsageTable } from '../state/usage';

/** Traces of one transaction: some tens of milliseconds. A late span of one of them waits for so long. */
const CHUNK = 1000;
/** And their observations, which bound the usage rows that are read. */
const CHUNK_OBSERVATIONS = 50_000;
/** Then the floor rises and partitions can go, before the next run takes on the rest. */
const TRACES_A_RUN = 500_000;
const LOCK_TIMEOUT_MS = 5000;
const HOURS_A_DAY = 24;

/** Removes traces below a part, which is closed, the oldest first; enough for one run. @returns how many */
export async function removeTraces(client: PoolClient, below: number): Promise<number> {
  let removed = 0;
  for (let from = 0; removed < TRACES_A_RUN;) {
    const oldest = await oldestTraces(client, from, below);
    const last = oldest.at(-1);
    if (last === undefined) break;
    const ids = oldest.map(({ id }) => id);
    await inTransaction(client, { lockTimeoutMs: LOCK_TIMEOUT_MS }, () => removeChunk(client, ids));
    removed += oldest.length;
    from = last.part; // starting at 0 again would pass by the remains of all that were removed
  }
  return removed;
}

/** One chunk, all of one day, so that their usage lies in one partition. */
async function oldestTraces(client: PoolClient, from: number, below: number): Promise<{ id: string; part: number }[]> {
  const { rows: first } = await client.query<{ part: number | null }>(
    'select min(part) as part from sluice.traces where part >= $1 and part < $2',
    [from, below],
  );
  const part = first[0]?.part ?? below;
  const endOfDay = (Math.floor(part / HOURS_A_DAY) + 1) * HOURS_A_DAY;
  const { rows } = await client.query<{ id: string; part: number }>(
    `select id, part
     from (select id, part, sum(observation_count) over (order by part, id) - observation_count as before
           from (select id, part, observation_count from sluice.traces
                 where part >= $1 and part < $2 order by part limit ${CHUNK}) t) t
     where before < ${CHUNK_OBSERVATIONS}
     order by part, id`,
    [part, Math.min(endOfDay, below)],
  );
  return rows;
}

/** Removes traces and takes back what they added to the daily sums, in the order in which a writer takes its locks. */
async function removeChunk(client: PoolClient, ids: readonly string[]): Promise<void> {
  const { rows: traces } = await client.query<{ id: string; part: number; shard: number; day: string }>(
    `select id, part, shard, ("timestamp" at time zone 'UTC')::date::text as day
     from sluice.traces where id = any($1::uuid[]) order by id for update`,
    [ids],
  );
  // After the lock, or it would miss what a writer has just added.
  const usage = await selectTraceUsage(client, {
    parts: traces.map((trace) => trace.part),
    traceIds: traces.map((trace) => trace.id),
  });
  const nothing = new UsageTable();
  const daily = new DailyChanges();
  for (const { id, shard, day } of traces) {
    daily.countTrace(shard, day, -1);
    const before = { traceDay: day, rows: usage.get(id) ?? nothing };
    moveTraceUsage(daily, shard, before, { traceDay: day, rows: nothing });
  }
  await client.query('delete from sluice.traces where id = any($1::uuid[])', [ids]);
  await addDailyUsage(client, daily.usage());
  await addDailyTraces(client, daily.traces());
}
