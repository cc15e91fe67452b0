import { indexDisagreements } from '@sluice/contracts';
import { testDatabaseUrl } from '@sluice/testbed/servers';
import { setTimeout as sleep } from 'node:timers/promises';
import { Pool, type PoolClient } from 'pg';
import { indexerPoolConfig } from '../../session/pool-config';
import { type TraceIndexer, createTraceIndexer } from './index-traces';

const BASE = Date.UTC(2026, 10, 20, 12);

/** SQL: a whole number below another one that follows from a row `g.n` and a seed `$2`. */
const below = (n: number, salt: string): string =>
  `(('x' || substr(md5(g.n::text || '${salt}' || $2), 1, 7))::bit(28)::integer % ${n})`;

/** SQL: a time of three hours, to the microsecond. */
const TIME = `timestamptz 'epoch' + ${BASE} * interval '1 ms' + ${below(10_800_000, 'time')} * interval '1 ms' + interval '7 us'`;
const TAGS = `string_to_array((array['', 'chat', 'chat,beta', 'beta,a b', 'id-' || ${below(1e6, 'id')}])[1 + ${below(5, 'tags')}], ',')`;

/** Adds `$1` traces. Few values that many have, many that few have, long names, none. */
const INSERT = `
  insert into sluice.traces (id, part, shard, project, public_id, name, user_id, session_id, release, environment, tags, "timestamp",
    min_start, max_end, observation_count, total_cost, created_at, updated_at, stamp)
  select md5(g.n::text || $2)::uuid, 494000, 0, project, case when project > 0 then md5('public' || g.n::text || $2)::uuid end,
    (array['flow', 'job', null, repeat('n', 499), repeat('n', 500), repeat('n', 501), 'name ' || g.n])[1 + ${below(7, 'name')}],
    (array['heavy', 'user-' || ${below(3000, 'user')}])[1 + ${below(2, 'heavy')}], 's' || ${below(40, 'session')},
    case when $1 > 50 then '2026.' || ($1 % 3) end, (array['production', null])[1 + ${below(2, 'environment')}],
    ${TAGS}, ${TIME}, ${TIME}, ${TIME} + ${below(5000, 'latency')} * interval '1 ms', 1, ${below(500, 'cost')} / 7.0, now(), now(), 's'
  from generate_series(1, $1::integer) g (n) cross join lateral (select (array[0, 0, 0, 1, 2])[1 + ${below(5, 'project')}] as project) p
  on conflict (id) do nothing`;

/** SQL: one of `$1` traces. */
const SOME = `g.n % $1::integer = 0`;
const TRACES = '(select id, hashtext(id::text || $2) & 1048575 as n from sluice.traces) g';

const UPDATES = {
  late: `name = (array['flow', 'late', null])[1 + ${below(3, 'name')}], "timestamp" = ${TIME}, environment = 'late'`,
  tags: `tags = ${TAGS}`,
  sums: `max_end = max_end + interval '1 ms', total_cost = total_cost + 0.000000000001, observation_count = ${below(2, 'count')}`,
  cost: 'total_cost = total_cost + 1',
  nothing: 'name = name',
};

export type Update = keyof typeof UPDATES;

/** Database of the test file, with its traces and indexers. */
export function openIndexer() {
  const databaseUrl = testDatabaseUrl();
  const owner = new Pool({ connectionString: databaseUrl, max: 3 });
  const pool = new Pool(indexerPoolConfig(databaseUrl));
  for (const each of [owner, pool]) each.on('error', () => undefined);
  const never = new AbortController().signal;

  const number = async (sql: string): Promise<number> => {
    const { rows } = await owner.query<[number]>({ text: `select (${sql})::integer`, rowMode: 'array' });
    return rows[0]?.[0] ?? NaN;
  };
  const allIndexed = async (indexer: TraceIndexer = createTraceIndexer({ pool })): Promise<void> => {
    for (;;) {
      // The connection of another test may not have ended yet.
      if ((await indexer.round(never)) === undefined) await sleep(20);
      const left = await number(
        `select count(*) + (select count(*) from sluice.trace_index_state where not is_complete) from sluice.trace_index_dirty`,
      );
      if (left === 0) return;
    }
  };

  return {
    owner,
    pool,
    number,
    round: (indexer: TraceIndexer) => indexer.round(never),
    /** Two processes at the same time. */
    both: async () => {
      const other = new Pool(indexerPoolConfig(databaseUrl));
      const outcomes = await Promise.all([pool, other].map((each) => createTraceIndexer({ pool: each }).round(never)));
      await other.end();
      return outcomes;
    },
    allIndexed,
    /** Also makes all that is derived of the index. */
    rolledUp: async (indexer: TraceIndexer): Promise<void> => {
      await allIndexed(indexer);
      for (;;) {
        const outcome = await indexer.round(never);
        if (outcome?.rolledUp === false && !outcome.filtered) return;
      }
    },
    add: (client: Pool | PoolClient, count: number, seed: string) => client.query(INSERT, [count, seed]),
    change: (client: Pool | PoolClient, what: Update, each: number, seed: string) =>
      client.query(
        `update sluice.traces t set ${UPDATES[what]} from ${TRACES} where t.id = g.id and ${SOME} and $2::text <> ''`,
        [each, seed],
      ),
    remove: (client: Pool | PoolClient, each: number, seed: string) =>
      client.query(`delete from sluice.traces t using ${TRACES} where t.id = g.id and ${SOME}`, [each, seed]),
    /** No traces, nothing derived. */
    clear: async () => {
      await owner.query('truncate sluice.traces, sluice.trace_index_dirty');
      await owner.query(`insert into sluice.projects (id, name) values (1, 'one'), (2, 'two') on conflict do nothing`);
      await allIndexed();
    },
    expectAgreement: async () => {
      expect(await indexDisagreements(owner)).toEqual([]);
    },
    close: async () => {
      await Promise.all([owner.end(), pool.end()]);
    },
  };
}
