import { testDatabaseUrl } from '@sluice/testbed/servers';
import { Pool, type PoolClient } from 'pg';
import { ANSWERED, rowsOf } from '../session/column-types';
import { readPoolConfig } from '../session/pool-config';
import { type TestIndex, openTestIndex } from './index-traces.testing';
import { answer, answerBy, plansOf } from './list-answers.testing';
import { PART } from './list-oracle.testing';
import { type ProjectDatabase, inProject } from './project';
import type { ListPlan, TraceFilter, TraceListQuery, TraceOrderField } from './trace';

const READS = 150;
/** Traces that deletions leave: with ever more of them, no page would be past the end, and one plan would be the best for all. */
const KEPT = 900;

const everything: TraceFilter = { tags: [], environments: [] };
const DAY = Date.UTC(2026, 10, 20) * 1000;
const HOUR = 3_600_000_000;

/** Filters, and the same by hand. */
const FILTERS: readonly (readonly [TraceFilter, string])[] = [
  [everything, 'true'],
  [{ ...everything, userId: 'heavy' }, `user_id = 'heavy'`],
  [{ ...everything, userId: 'u7' }, `user_id = 'u7'`],
  [{ ...everything, tags: ['a'] }, `'a' = any(tags)`],
  [{ ...everything, tags: ['a', 'rare'] }, `'a' = any(tags) and 'rare' = any(tags)`],
  [
    { ...everything, environments: ['default', 'staging'] },
    `coalesce(environment, 'default') in ('default', 'staging')`,
  ],
  [
    { ...everything, name: 'flow', from: DAY + 90 * 60_000_000, before: DAY + 20 * HOUR },
    `name = 'flow' and "timestamp" >= '2026-11-20 01:30Z' and "timestamp" < '2026-11-20 20:00Z'`,
  ],
];
const ORDERS: readonly (readonly [TraceOrderField, string])[] = [
  ['timestamp', '"timestamp"'],
  ['userId', 'user_id'],
  ['environment', `coalesce(environment, 'default')`],
  ['latency', `case when observation_count = 0 then interval '0' else max_end - min_start end`],
  ['totalCost', 'total_cost'],
  ['id', 'id'],
];

const below = (n: number): number => Math.floor(Math.random() * n);
const one = <T>(of: readonly T[]): T => of[below(of.length)] as T;

let owner: Pool;
let readers: Pool;
let index: TestIndex;

beforeAll(async () => {
  owner = new Pool({ connectionString: testDatabaseUrl(), max: 4 });
  const limits = { maxConnections: 2, connectTimeoutMs: 20_000, statementTimeoutMs: 60_000 };
  index = openTestIndex();
  readers = new Pool(readPoolConfig({ databaseUrl: testDatabaseUrl(), applicationName: 'test', ...limits }));
  await owner.query('select sluice.ensure_trace_partitions($1, $2)', [PART - 48, PART + 48]);
});
afterAll(async () => {
  await readers.end();
  await index.close();
  await owner.end();
});

/** SQL: `count` traces with values that often meet. */
const inserted = (count: number): string => `
  insert into sluice.traces (id, part, shard, name, user_id, environment, tags, "timestamp", min_start, max_end,
    observation_count, total_cost, created_at, updated_at, stamp)
  select gen_random_uuid(), ${PART}, 0, (array['flow', 'other', null])[1 + (random() * 2)::int],
    (array['heavy', 'u' || (random() * 9)::int])[1 + (random())::int], (array['production', 'staging', null])[1 + (random() * 2)::int],
    (array['{a}', '{a,b}', '{}', '{a,rare}'])[1 + (random() * 2.6)::int]::text[], t, t, t + random() * interval '1 minute',
    (random() * 3)::int, (random() * 4)::int, t, t, '3'
  from (select timestamptz '2026-11-20' + (random() * 86400)::int * interval '1 second' as t from generate_series(1, ${count})) x`;

const CHANGES = [
  inserted(10),
  `update sluice.traces set name = 'flow', tags = '{b}', total_cost = total_cost + 1, max_end = max_end + interval '1 second'
   where id in (select id from sluice.traces order by md5(id::text || random()) limit 10)`,
  `update sluice.traces set "timestamp" = "timestamp" - interval '1 hour', user_id = 'heavy', environment = null
   where id in (select id from sluice.traces order by md5(id::text || random()) limit 10)`,
  `delete from sluice.traces where id in (select id from sluice.traces order by md5(id::text || random())
     limit (select greatest(count(*) - ${KEPT}, 0) from sluice.traces))`,
];

/** A writer's transactions of several statements, some of which it takes back. */
async function writes(): Promise<void> {
  const client = await owner.connect();
  try {
    await client.query('begin');
    for (let n = 0; n < 3; n += 1) await client.query(one(CHANGES));
    await client.query(below(10) === 0 ? 'rollback' : 'commit');
  } catch (error) {
    await client.query('rollback');
    if ((error as { code?: string }).code !== '40P01') throw error; // a deadlock with a session that changes the same rows in another order
  } finally {
    client.release();
  }
}

/** The database as one snapshot has it. */
async function inSnapshot(work: (client: PoolClient, database: ProjectDatabase) => Promise<void>): Promise<void> {
  const client = await readers.connect();
  try {
    await client.query('begin isolation level repeatable read');
    const query: ProjectDatabase['query'] = ({ text, values = [] }) => rowsOf(client, text, values, ANSWERED);
    await work(client, await inProject({ query, snapshot: (part) => part({ query }) }, undefined));
    await client.query('commit');
  } finally {
    client.release();
  }
}

it('a page and its total are those of one moment, while traces are written and indexed', async () => {
  await owner.query(inserted(KEPT));
  await index.all();
  const answered = new Set<ListPlan>();
  let done = 0;
  const isOver = (): boolean => done >= READS;
  const again = async (work: () => Promise<unknown>): Promise<void> => {
    while (!isOver()) await work();
  };
  const reads = (): Promise<void> =>
    inSnapshot(async (client, database) => {
      const [filter, where] = one(FILTERS);
      // Newest pages of everything are counted by daily sums, which this test does not write.
      const [field, key] = one(where === 'true' ? ORDERS.slice(1) : ORDERS);
      const direction = one(['asc', 'desc'] as const);
      const [limit, page] = [20, 1 + below(12)];
      const query: TraceListQuery = {
        filter,
        order: { field, direction },
        page,
        limit,
        include: { io: false, observations: false },
      };
      const { rows } = await client.query<{ total: string; id: string | null }>(
        `select c.total, p.id from (select count(*) as total from sluice.traces where ${where}) c left join (
           select id, row_number() over () as nth from (select id from sluice.traces where ${where}
             order by ${key} ${direction} ${direction === 'asc' ? 'nulls first' : 'nulls last'}, id ${direction}
             limit ${limit} offset ${(page - 1) * limit}) x) p on true order by nth`,
      );
      const asked = { where, field, direction, number: page };
      const wanted = { ...asked, total: Number(rows[0]?.total), ids: rows.flatMap(({ id }) => id ?? []) };
      const plan = one(plansOf(database, query));
      expect({ plan, ...asked, ...(await answerBy(database, query, plan)) }).toEqual({ plan, ...wanted });
      const { plan: chosen, ...found } = await answer(database, query);
      expect({ ...asked, ...found }).toEqual(wanted);
      answered.add(chosen);
      done += 1;
    });
  try {
    await Promise.all([
      again(writes),
      again(writes),
      again(() => index.some(1 + below(300))),
      again(reads),
      again(reads),
    ]);
  } finally {
    done = READS;
  }
  expect(answered).not.toContain('rows');
  expect(answered.size).toBeGreaterThan(1);
});
