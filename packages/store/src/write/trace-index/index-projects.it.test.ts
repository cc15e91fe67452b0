import { createTraceIndexer } from './index-traces';
import { openIndexer } from './index-traces.testing';

const PART = 494_000;
/** Idle time that no segment reaches. */
const NEVER_MS = 1e9;

let database: ReturnType<typeof openIndexer>;
beforeAll(async () => {
  database = openIndexer();
  await database.owner.query('select sluice.ensure_trace_partitions($1, $1)', [PART]);
});
afterAll(() => database.close());

/** Adds traces with a name, and with a row of usage each. Those of all projects have the same times. */
async function add(project: number, count: number, name: string, tags: readonly string[] = []): Promise<void> {
  await database.owner.query(
    `with added as (
       insert into sluice.traces (id, part, shard, project, public_id, name, tags, "timestamp", min_start, max_end, observation_count,
         total_cost, created_at, updated_at, stamp)
       select gen_random_uuid(), ${PART}, 0, $1::integer, case when $1 > 0 then gen_random_uuid() end, $3::text, $4::text[], at, at,
         at + n * interval '1 ms', 1, n / 7.0, now(), now(), 's'
       from generate_series(1, $2::integer) n
         cross join lateral (select timestamptz 'epoch' + ${PART} * interval '1 hour' + n * interval '1 s' as at) t
       returning id, part, "timestamp", total_cost)
     insert into sluice.trace_usage (part, trace_id, day, model, observations, input_tokens, output_tokens, total_tokens, cost)
     select part, id, ("timestamp" at time zone 'UTC')::date, 'm', 1, 2, 3, 5, total_cost from added`,
    [project, count, name, tags],
  );
}

/**
 * Indexes all traces, by a process that has just started.
 * @param idleMs 0: rolls up all segments as well; trace rollups are made only with these
 */
async function indexAll(idleMs: number): Promise<void> {
  const earlyRollups = { everyMs: NEVER_MS, minIndexed: Infinity, idleTraceMs: NEVER_MS };
  const indexer = createTraceIndexer({ pool: database.pool, analyzeAfter: 40, idleMs, earlyRollups });
  for (;;) {
    const outcome = await database.round(indexer);
    if (outcome?.isComplete === true && outcome.indexed + outcome.waiting === 0 && !outcome.rolledUp) return;
  }
}

const rows = async (sql: string): Promise<unknown[][]> =>
  (await database.owner.query<unknown[]>({ text: sql, rowMode: 'array' })).rows;
const rolledUp = async () => (await rows('select project from sluice.valid_segments order by 1')).flat();
const withBits = () =>
  rows(
    `select project, field::text, value, n from sluice.trace_index_bitmaps where field in ('n', 't') order by 1, 2, 3`,
  );

test('what is derived of a project is made of its traces alone', async () => {
  const { clear, owner, expectAgreement } = database;
  await clear();
  // A value is frequent in one project and rare in another, and another value the other way round.
  await add(0, 5, 'few');
  await add(1, 100, 'alpha', ['both']);
  await add(1, 10, 'beta');
  await add(2, 30, 'alpha');
  await add(2, 70, 'beta', ['both']);
  await indexAll(0);
  await expectAgreement();
  expect(
    await rows(
      'select project, min(index_position), max(index_position) from sluice.trace_index_entries group by 1 order by 1',
    ),
  ).toEqual([
    [0, 0, 4],
    [1, 0, 109],
    [2, 0, 99],
  ]);
  expect(await withBits()).toEqual([
    [1, 'n', 'alpha', 100],
    [1, 't', 'both', 100],
    [2, 'n', 'beta', 70],
    [2, 't', 'both', 70],
  ]);
  expect(await rows(`select distinct project from sluice.trace_index_bitmaps where field = 'h' order by 1`)).toEqual([
    [1],
    [2],
  ]);
  expect(await rolledUp()).toEqual([0, 1, 2]);

  // A change of each kind, in one project.
  await owner.query(
    `update sluice.traces set name = 'beta', total_cost = total_cost + 1 where id = (select key from sluice.trace_index_entries where project = 1 and name = 'alpha' order by index_position limit 1)`,
  );
  await add(1, 70, 'gamma');
  await indexAll(NEVER_MS);
  await expectAgreement();
  expect(await rolledUp()).toEqual([0, 2]);
  await indexAll(0);
  await expectAgreement();
  expect(await rolledUp()).toEqual([0, 1, 2]);
  await add(2, 1, 'alpha');
  await owner.query(`delete from sluice.traces where project = 1 and tags = '{both}'`);
  await indexAll(0);
  await expectAgreement();
  expect(await withBits()).toEqual([
    [1, 'n', 'gamma', 70],
    [2, 'n', 'beta', 70],
    [2, 't', 'both', 70],
  ]);
  // Positions go on from the last one of the project.
  expect(
    await rows(
      'select project, count(*)::integer, max(index_position) from sluice.trace_index_entries group by 1 order by 1',
    ),
  ).toEqual([
    [0, 5, 4],
    [1, 80, 179],
    [2, 101, 100],
  ]);
});

test('trace rollups of a project are those of its traces alone, before the segment is valid and after that', async () => {
  const { clear, owner, pool, round, expectAgreement } = database;
  await clear();
  const usage = () => rows('select project, bit_count(bitmap)::integer from sluice.segment_validity order by 1');
  const indexUsage = async (): Promise<void> => {
    const earlyRollups = { everyMs: 0, minIndexed: 1, idleTraceMs: 0 };
    const indexer = createTraceIndexer({ pool, analyzeAfter: 1e6, idleMs: NEVER_MS, earlyRollups });
    while ((await round(indexer))?.rolledUp !== false);
    await expectAgreement();
  };
  for (const [project, count] of [40, 60, 50].entries()) await add(project, count, 'alpha');
  await indexUsage();
  expect(await usage()).toEqual([
    [0, 40],
    [1, 60],
    [2, 50],
  ]);
  expect(await rolledUp()).toEqual([]);

  // A round rolls up one segment.
  const rollUp = createTraceIndexer({ pool, analyzeAfter: 1e6, idleMs: 0 });
  await round(rollUp);
  await expectAgreement();
  expect(await rolledUp()).toEqual([0]);
  expect(await usage()).toEqual([
    [1, 60],
    [2, 50],
  ]);
  await add(1, 20, 'beta');
  await owner.query(
    'update sluice.traces set total_cost = 1 where id = (select key from sluice.trace_index_entries where project = 1 limit 1)',
  );
  await indexUsage();
  expect(await usage()).toEqual([
    [1, 80],
    [2, 50],
  ]);

  await indexAll(0);
  await expectAgreement();
  expect(await rolledUp()).toEqual([0, 1, 2]);
  expect(await usage()).toEqual([]);
  await owner.query(
    'update sluice.traces set total_cost = 2 where id = (select key from sluice.trace_index_entries where project = 1 limit 1)',
  );
  await indexAll(NEVER_MS);
  await expectAgreement();
  expect(await rolledUp()).toEqual([0, 2]);
  expect(await usage()).toEqual([[1, 8191]]);
});
