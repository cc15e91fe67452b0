import type { PoolClient } from 'pg';
import { BELOW_TRACES } from '../../schema/tables';
import { pipelined } from '../../session/pipeline';
import { inTransaction } from '../../session/transaction';
import { addDailyTraces, addDailyUsage, selectTraceUsage } from '../sql/usage-tables';
import { DailyChanges } from '../state/daily';
import { UsageTable } from '../state/usage';

/** Traces of one transaction, which lasts some tens of milliseconds. A late span of one of them waits that time. */
const DELETE_BATCH = 1000;
/** Limit of their observations, which bounds the usage rows that are read. */
const DELETE_BATCH_OBSERVATIONS = 50_000;
/** Limit of the rows of one statement that removes rows of one table alone. */
const DELETE_BATCH_ROWS = 10_000;
/** Traces of a run; then the floor rises and partitions can be dropped, before the next run removes the rest. */
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
 * Removes traces below a receipt hour, which is closed, the oldest first, up to the limit of a run. The rows below them are dropped with
 * their partitions.
 * @returns number of traces
 */
export function removeTraces(client: PoolClient, below: number): Promise<number> {
  return removeOldest(client, { below }, (traces) =>
    inTransaction(client, { lockTimeoutMs: LOCK_TIMEOUT_MS }, () => removeChunk(client, traces, below)),
  );
}

/**
 * Removes traces of one project, which are hidden already, with all rows below them: the partitions also contain rows of other projects.
 * @returns number of traces
 */
export function removeTracesOf(client: PoolClient, project: number, below: number): Promise<number> {
  return removeOldest(client, { below, project }, async (traces) => {
    // Sums of hidden traces would disagree with fewer observations after a kill: these are removed beforehand only where there are too many.
    if (traces.some(({ observations }) => observations > DELETE_BATCH_OBSERVATIONS))
      await removeInBatches(client, OBSERVATIONS, traces);
    await removeInBatches(client, PACKS, traces);
    return inTransaction(client, { lockTimeoutMs: LOCK_TIMEOUT_MS }, async () => {
      const removed = await removeChunk(client, traces, below);
      // After the traces, whose rows are locked: no more rows are added below them.
      await removeBelow(client, traces);
      return removed;
    });
  });
}

/**
 * Removes the orphaned rows of hidden traces (`orphaned-traces.ts`). Their receipt hour is below the floor, so it contains no rows of the
 * new trace with the same key.
 * @returns number of traces
 */
export async function removeReplaced(client: PoolClient): Promise<number> {
  let removed = 0;
  for (;;) {
    const { rows: traces } = await client.query<TraceKey>(
      `select part, trace_id as id from sluice.orphaned_traces
       where part = (select min(part) from sluice.orphaned_traces) order by trace_id limit ${DELETE_BATCH}`,
    );
    if (traces.length === 0) return removed;
    await removeInBatches(client, OBSERVATIONS, traces);
    await removeInBatches(client, PACKS, traces);
    await inTransaction(client, { lockTimeoutMs: LOCK_TIMEOUT_MS }, async () => {
      await removeBelow(client, traces);
      await client.query(`delete from sluice.orphaned_traces where ${OF_TRACES}`, partsAndIds(traces));
    });
    removed += traces.length;
  }
}

const OF_TRACES = 'part = any($1::integer[]) and trace_id = any($2::uuid[])';
const partsAndIds = (traces: readonly TraceKey[]): unknown[] => [
  [...new Set(traces.map(({ part }) => part))],
  traces.map(({ id }) => id),
];

async function removeBelow(client: PoolClient, traces: readonly TraceKey[]): Promise<void> {
  for (const table of BELOW_TRACES) await removeFrom(client, table, traces);
}

async function removeFrom(
  client: PoolClient,
  table: (typeof BELOW_TRACES)[number],
  traces: readonly TraceKey[],
): Promise<void> {
  await client.query(`delete from sluice.${table} where ${OF_TRACES}`, partsAndIds(traces));
}

/** Tables that may contain more rows of one trace than one statement may delete, and the last column of their keys. */
const OBSERVATIONS = { table: 'observations', key: 'id' } as const;
const PACKS = { table: 'text_packs', key: 'no' } as const;
type Unbounded = typeof OBSERVATIONS | typeof PACKS;

/** Deletes rows of traces in statements of at most `DELETE_BATCH_ROWS`, each a transaction of its own. */
async function removeInBatches(client: PoolClient, rows: Unbounded, traces: readonly TraceKey[]): Promise<void> {
  for (const batch of batchesOf(await countRows(client, rows, traces))) {
    const [only] = batch;
    if (only !== undefined && only.rows > DELETE_BATCH_ROWS) await removeInRanges(client, rows, only);
    else await removeFrom(client, rows.table, batch);
  }
}

interface CountedTrace extends TraceKey {
  readonly rows: number;
}

async function countRows(
  client: PoolClient,
  { table }: Unbounded,
  traces: readonly TraceKey[],
): Promise<CountedTrace[]> {
  const { rows } = await client.query<CountedTrace>(
    `select part, trace_id as id, count(*)::integer as rows from sluice.${table} where ${OF_TRACES} group by part, trace_id`,
    partsAndIds(traces),
  );
  return rows;
}

/** Groups traces so that a group has at most `DELETE_BATCH_ROWS` rows; a trace that has more is a group of its own. */
function batchesOf(traces: readonly CountedTrace[]): CountedTrace[][] {
  const batches: CountedTrace[][] = [];
  let room = 0;
  for (const trace of traces) {
    const last = batches.at(-1);
    if (last === undefined || trace.rows > room) {
      batches.push([trace]);
      room = DELETE_BATCH_ROWS;
    } else last.push(trace);
    room -= trace.rows;
  }
  return batches;
}

/**
 * Deletes the rows of one trace in statements of `DELETE_BATCH_ROWS`. Each deletes a range of the key: a join with the keys of its rows
 * would compare each with each where the table has no statistics yet.
 */
async function removeInRanges(client: PoolClient, { table, key }: Unbounded, { part, id }: TraceKey): Promise<void> {
  for (let removed: number | null = DELETE_BATCH_ROWS; removed === DELETE_BATCH_ROWS;) {
    ({ rowCount: removed } = await client.query(
      `delete from sluice.${table} where part = $1 and trace_id = $2 and ${key} <= (
         select ${key} from (
           select ${key} from sluice.${table} where part = $1 and trace_id = $2 order by ${key} limit ${DELETE_BATCH_ROWS}) r
         order by ${key} desc limit 1)`,
      [part, id],
    ));
  }
}

interface Expired {
  readonly below: number;
  /** Limits the removal to one project. */
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
    from = last.part; // starting at 0 again would read the dead rows of all removed traces
  }
  return removed;
}

/** Reads the traces of one transaction, all of one day, so that their usage is in one partition. */
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
 * Removes traces below a receipt hour and subtracts them from the daily sums, with locks in the same order as a writer. A trace that a
 * writer has replaced since it was listed has a later receipt hour and stays.
 * @returns number of traces
 */
async function removeChunk(client: PoolClient, chunk: readonly TraceKey[], below: number): Promise<number> {
  const { rows: traces } = await client.query<{ id: string; part: number; shard: number; day: string }>(
    `select id, part, shard, ("timestamp" at time zone 'UTC')::date::text as day
     from sluice.traces where id = any($1::uuid[]) and part < $2 order by id for update`,
    [chunk.map(({ id }) => id), below],
  );
  // After the lock; otherwise it would miss the last changes of a writer.
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
