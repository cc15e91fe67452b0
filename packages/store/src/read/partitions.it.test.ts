import type { Pool } from 'pg';
import { dailyMetrics } from './daily-metrics';
import { createDatabase } from './database';
import { type ProjectDatabase, inProject } from './project';
import { findObservations } from './find-observations';
import { getTrace } from './get-trace';
import { listTraces } from './list-traces';
import { queryMetric } from './query-metric';
import { openReader } from './reader.testing';

/** Days apart, each in a partition of its own. */
const PARTS = [494_000, 494_240];
const DAY = 86_400_000_000;
const IDS = ['00000000-0000-4000-8000-000000000001', '00000000-0000-4000-8000-000000000002'];
const include = { io: true, observations: true };
const everything = { tags: [], environments: [] };

let owner: Pool;
let reader: Pool;
let close: () => Promise<void>;
let database: ProjectDatabase;

beforeAll(async () => {
  // A single connection: its transaction holds the locks of all statements.
  ({ owner, pool: reader, close } = openReader({ maxConnections: 1 }));
  const { query } = createDatabase(reader);
  database = await inProject({ query, snapshot: (work) => work({ query }) }, undefined);

  await owner.query('select sluice.ensure_trace_partitions($1, $2)', [494_000 - 960, 494_000 + 960]);
  await owner.query(`select sluice.ensure_metric_partitions(current_date, current_date + 20)`);
  for (const [n, id] of IDS.entries()) {
    await owner.query(
      `insert into sluice.traces (id, part, shard, user_id, "timestamp", input_from, has_io, observation_count, min_start,
         max_end, created_at, updated_at, stamp)
       select $1, $2, 0, $3, t, $1, true, 1, t, t, t, t, '3' from (select to_timestamp($2::bigint * 3600) as t) x`,
      [id, PARTS[n], `user-${n}`],
    );
    await owner.query(
      `insert into sluice.observations (part, trace_id, id, input, counted, created_at, updated_at, stamp)
       values ($1, $2, $2, '1', true, now(), now(), '3')`,
      [PARTS[n], id],
    );
    await owner.query(`insert into sluice.trace_usage values ($1, $2, current_date, '', 1, 0, 0, 0, 0)`, [
      PARTS[n],
      id,
    ]);
  }
});
afterAll(() => close());

/** Postgres locks what it plans: the partitions that some reading has planned, without their parents' names. */
async function planned(work: () => Promise<unknown>): Promise<string[]> {
  await reader.query('begin');
  try {
    await work();
    const { rows } = await reader.query<{ name: string }>(
      `select distinct c.relname as name from pg_locks l join pg_class c on c.oid = l.relation
       where l.pid = pg_backend_pid() and c.relispartition and c.relkind = 'r' order by 1`,
    );
    return rows.map(({ name }) => name);
  } finally {
    await reader.query('rollback');
  }
}

async function drain(portions: AsyncIterable<readonly unknown[]>): Promise<number> {
  let count = 0;
  for await (const portion of portions) count += portion.length;
  return count;
}

const dayOf = (part: number): string => new Date(part * 3_600_000).toISOString().slice(0, 10).replaceAll('-', '');

const list = (userId?: string) => async () => {
  const filter = { ...everything, ...(userId !== undefined && { userId }) };
  const order = { field: 'timestamp', direction: 'desc' } as const;
  const page = await listTraces(database, { page: 1, limit: 50, order, filter, include });
  expect(await drain(page.portions)).toBe(userId === undefined ? 2 : 1);
};

it('a list plans the partitions of the traces of its page only', async () => {
  const days = PARTS.map(dayOf);
  expect(await planned(list())).toEqual(
    ['observations', 'trace_io'].flatMap((table) => days.map((day) => `${table}_${day}`)),
  );
  expect(await planned(list('user-1'))).toEqual(['observations', 'trace_io'].map((table) => `${table}_${days[1]}`));
});

it('values plan partitions only where traces have some', async () => {
  const [first, second] = PARTS.map(dayOf);
  const [own, root] = IDS;
  await owner.query('update sluice.traces set input_from = null where id = $1', [own]);
  await owner.query('update sluice.traces set has_io = false where id = $1', [root]);
  const tables = await planned(async () => {
    const order = { field: 'timestamp', direction: 'desc' } as const;
    const values = { io: true, observations: false };
    const page = await listTraces(database, { page: 1, limit: 50, order, filter: everything, include: values });
    expect(await drain(page.portions)).toBe(2);
  });
  await owner.query('update sluice.traces set input_from = id, has_io = true');
  expect(tables).toEqual([`observations_${second}`, `trace_io_${first}`]);
});

it('a trace plans its own partition only', async () => {
  const [id = ''] = IDS;
  const [day] = PARTS.map(dayOf);
  const tables = await planned(async () => {
    const detail = await getTrace(database, { id, include });
    expect(detail && (await drain(detail.observations))).toBe(1);
  });
  expect(tables).toEqual(['observations', 'trace_io'].map((table) => `${table}_${day}`));
});

it('summaries plan the partitions of the traces of their page only', async () => {
  const day = dayOf(PARTS[1] ?? 0);
  const tables = await planned(async () => {
    const order = { field: 'timestamp', direction: 'desc' } as const;
    const summary = { io: false, observations: false, summary: true };
    const page = await listTraces(database, { page: 1, limit: 1, order, filter: everything, include: summary });
    expect(await drain(page.portions)).toBe(1);
  });
  expect(tables).toEqual(['observations', 'text_packs', 'trace_io', 'trace_usage'].map((table) => `${table}_${day}`));
});

it('an observation plans the partition of its trace only; without a trace, days only from the newest back to where it is', async () => {
  const [old = '', newest = ''] = IDS;
  const find = (id: string, traceId?: string) =>
    planned(async () => {
      const ids = [id];
      const query = { ids, page: 1, limit: 1, ...(traceId !== undefined && { traceId }) };
      const found = await findObservations(database, query);
      expect(await drain(found.observations)).toBe(1);
    });
  const [first = '', last = ''] = PARTS.map(dayOf);
  expect(await find(old, old)).toEqual([`observations_${first}`]);
  const recent = await find(newest);
  const days = recent.filter((table) => table.startsWith('observations_'));
  expect([days.at(-1), days.length <= 2]).toEqual([`observations_${last}`, true]);
  expect(recent.filter((table) => !days.includes(table))).toEqual([]);
  // Ten days and a part of one are between them.
  expect((await find(old)).filter((table) => table.startsWith('observations_'))).toHaveLength(11);
});

it('daily metrics of all traces plan no partition, those of some traces the partitions of their time', async () => {
  expect(await planned(() => dailyMetrics(database, { page: 1, limit: 50, filter: everything }))).toEqual([]);
  const some = () => dailyMetrics(database, { page: 1, limit: 50, filter: { ...everything, userId: 'user-1' } });
  expect(await planned(some)).toEqual([`trace_usage_${dayOf(PARTS[1] ?? 0)}`]);
});

it('a metric query plans the partitions of its window only', async () => {
  const today = Math.floor(Date.now() / 86_400_000);
  const tables = await planned(() =>
    queryMetric(database, {
      name: 'm',
      from: (today + 3) * DAY,
      before: (today + 5) * DAY,
      labels: new Map(),
      step: '1h',
      aggregation: 'avg',
    }),
  );
  expect(tables).toEqual([3, 4].map((days) => `metric_points_${dayOf((today + days) * 24)}`));
});
