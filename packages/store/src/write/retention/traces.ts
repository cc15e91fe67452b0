import type { PoolClient } from 'pg';
import { pipelined } from '../../session/pipeline';
import { inTransaction } from '../../session/transaction';
import { addDailyTraces, addDailyUsage, selectTraceUsage } from '../sql/usage-tables';
import { DailyChanges } from '../state/daily';
import { UsageTable } from '../state/usage';

/** Traces of one transaction: some tens of milliseconds. A late span of one of them waits for so long. */
const DELETE_BATCH = 1000;
/** And their observations, which bound the usage rows that are read. */
const DELETE_BATCH_OBSERVATIONS = 50_000;
/** Observations of one statement that removes them by themselves. */
const DELETE_BATCH_ROWS = 10_000;
/** Then the floor rises and partitions can go, before the next run takes on the rest. */
const TRACES_A_RUN = 500_000;
const LOCK_TIMEOUT_MS = 5000;
const HOURS_A_DAY = 24;

interface TraceKey {
  readonly id: string;
  readonly part: number;
}

interface ExpiredTrace extends TraceKey {
  readonly observations: number;
}

/**
 * Removes traces below a part, which is closed, the oldest first; enough for one run. What is below them goes with their partitions.
 * @returns how many
 */
export function removeTraces(client: PoolClient, below: number): Promise<number> {
  return removeOldest(client, { below }, (traces) =>
    inTransaction(client, { lockTimeoutMs: LOCK_TIMEOUT_MS }, () => removeChunk(client, traces, below)),
  );
}

/**
 * The same of one project, whose traces are hidden already, with all that is below them: its partitions hold what is of others.
 * @returns how many
 */
export function removeTracesOf(client: PoolClient, project: number, below: number): Promise<number> {
  return removeOldest(client, { below, project }, async (traces) => {
    if (traces.some(({ observations }) => observations > DELETE_BATCH_OBSERVATIONS))
      await removeObservations(client, traces);
    return inTransaction(client, { lockTimeoutMs: LOCK_TIMEOUT_MS }, async () => {
      const removed = await removeChunk(client, traces, below);
      // After the traces, whose rows are locked: nothing more comes to be below them.
      await removeBelow(client, traces);
      return removed;
    });
  });
}

/**
 * Removes what is below hidden traces whose row is a new trace now (`orphaned-traces.ts`). Their part is below the floor, so nothing
 * of the new trace is in it.
 * @returns how many traces
 */
export async function removeReplaced(client: PoolClient): Promise<number> {
  let removed = 0;
  for (;;) {
    const { rows: traces } = await client.query<TraceKey>(
      `select part, trace_id as id from sluice.replaced_traces
       where part = (select min(part) from sluice.replaced_traces) order by trace_id limit ${DELETE_BATCH}`,
    );
    if (traces.length === 0) return removed;
    await removeObservations(client, traces);
    await inTransaction(client, { lockTimeoutMs: LOCK_TIMEOUT_MS }, async () => {
      await removeBelow(client, traces);
      await client.query(`delete from sluice.replaced_traces where ${OF_TRACES}`, partsAndIds(traces));
    });
    removed += traces.length;
  }
}

/** The tables of what is below a trace. */
const BELOW = ['observations', 'trace_io', 'trace_usage'] as const;
const OF_TRACES = 'part = any($1::integer[]) and trace_id = any($2::uuid[])';
const partsAndIds = (traces: readonly TraceKey[]): unknown[] => [
  [...new Set(traces.map(({ part }) => part))],
  traces.map(({ id }) => id),
];

async function removeBelow(client: PoolClient, traces: readonly TraceKey[]): Promise<void> {
  for (const table of BELOW) {
    await client.query(`delete from sluice.${table} where ${OF_TRACES}`, partsAndIds(traces));
  }
}

/** Some thousand rows a statement, each a transaction of its own: of a trace that has more than one transaction may hold. */
async function removeObservations(client: PoolClient, traces: readonly TraceKey[]): Promise<void> {
  for (let removed: number | null = DELETE_BATCH_ROWS; removed === DELETE_BATCH_ROWS;) {
    ({ rowCount: removed } = await client.query(
      `delete from sluice.observations where ${OF_TRACES} and (part, trace_id, id) in (
         select part, trace_id, id from sluice.observations where ${OF_TRACES} limit ${DELETE_BATCH_ROWS})`,
      partsAndIds(traces),
    ));
  }
}

interface Expired {
  readonly below: number;
  /** Its traces alone. */
  readonly project?: number;
}

async function removeOldest(
  client: PoolClient,
  expired: Expired,
  remove: (traces: readonly ExpiredTrace[]) => Promise<number>,
): Promise<number> {
  let removed = 0;
  for (let from = 0; removed < TRACES_A_RUN;) {
    const oldest = await oldestTraces(client, from, expired);
    const last = oldest.at(-1);
    if (last === undefined) break;
    removed += await remove(oldest);
    from = last.part; // starting at 0 again would pass by the remains of all that were removed
  }
  return removed;
}

/** One chunk, all of one day, so that their usage lies in one partition. */
async function oldestTraces(client: PoolClient, from: number, { below, project }: Expired): Promise<ExpiredTrace[]> {
  const expired = `part >= $1 and part < $2 ${project === undefined ? '' : `and project = ${project}`}`;
  const { rows: first } = await client.query<{ part: number | null }>(
    `select min(part) as part from sluice.traces where ${expired}`,
    [from, below],
  );
  const part = first[0]?.part ?? below;
  const endOfDay = (Math.floor(part / HOURS_A_DAY) + 1) * HOURS_A_DAY;
  const { rows } = await client.query<ExpiredTrace>(
    `select id, part, observation_count as observations
     from (select id, part, observation_count, sum(observation_count) over (order by part, id) - observation_count as before
           from (select id, part, observation_count from sluice.traces
                 where ${expired} order by part limit ${DELETE_BATCH}) t) t
     where before < ${DELETE_BATCH_OBSERVATIONS}
     order by part, id`,
    [part, Math.min(endOfDay, below)],
  );
  return rows;
}

/**
 * Removes traces below a part and takes back what they added to the daily sums, in the order in which a writer takes its locks. One
 * that a writer has replaced since it was listed has another part by now, and stays.
 * @returns how many
 */
async function removeChunk(client: PoolClient, chunk: readonly TraceKey[], below: number): Promise<number> {
  const { rows: traces } = await client.query<{ id: string; part: number; shard: number; day: string }>(
    `select id, part, shard, ("timestamp" at time zone 'UTC')::date::text as day
     from sluice.traces where id = any($1::uuid[]) and part < $2 order by id for update`,
    [chunk.map(({ id }) => id), below],
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
    daily.moveUsage(shard, day, usage.get(id) ?? nothing, -1);
  }
  await client.query('delete from sluice.traces where id = any($1::uuid[])', [traces.map(({ id }) => id)]);
  await pipelined(client, (pipeline) => {
    addDailyUsage(pipeline, daily.usage());
    addDailyTraces(pipeline, daily.traces());
  });
  return traces.length;
}
