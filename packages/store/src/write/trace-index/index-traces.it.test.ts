import { createTestDatabase, queryAll, testDatabaseUrl } from '@sluice/testbed/servers';
import fc from 'fast-check';
import { Pool, type PoolClient } from 'pg';
import { indexerPoolConfig } from '../../session/pool-config';
import { cutBefore } from '../retention/retention.testing';
import { type TraceIndexer, type IndexOutcome, createTraceIndexer } from './index-traces';
import { type Update, openIndexer } from './index-traces.testing';

let database: ReturnType<typeof openIndexer>;
beforeAll(() => {
  database = openIndexer();
});
afterAll(() => database.close());
beforeEach(() => database.clear());

/** Step of a history. Seeds choose the rows, one in `each` traces. */
type Step =
  | { readonly do: 'add'; readonly count: number; readonly seed: string }
  | { readonly do: 'change'; readonly what: Update; readonly each: number; readonly seed: string }
  | { readonly do: 'remove'; readonly each: number; readonly seed: string }
  | { readonly do: 'begin' | 'commit' | 'rollback' | 'rebuild' | 'both' }
  | {
      readonly do: 'index';
      readonly of: { readonly maxKeys: number; readonly patience: number };
      readonly then: 'nothing' | 'trace rollups' | 'segment rollups';
    };

const seed = fc.string({ minLength: 8, maxLength: 8, unit: 'grapheme-ascii' });
const each = fc.constantFrom(1, 2, 5, 40);
const weighted = (weight: number, arbitrary: fc.Arbitrary<Step>) => ({ weight, arbitrary });
const update = fc.constantFrom<Update>('late', 'tags', 'sums', 'cost', 'nothing');
const step = fc.oneof(
  weighted(4, fc.record({ do: fc.constant('add'), count: fc.integer({ min: 1, max: 400 }), seed })),
  weighted(4, fc.record({ do: fc.constant('change'), what: update, each, seed })),
  weighted(2, fc.record({ do: fc.constant('remove'), each, seed })),
  weighted(2, fc.record({ do: fc.constantFrom('begin', 'commit', 'rollback') })),
  weighted(1, fc.record({ do: fc.constantFrom('rebuild', 'both') })),
  weighted(
    8,
    fc.record({
      do: fc.constant('index'),
      of: fc.record({ maxKeys: fc.constantFrom(1, 7, 100, 1000, 5000), patience: fc.constantFrom(0, 2) }),
      then: fc.constantFrom('nothing', 'trace rollups', 'segment rollups'),
    }),
  ),
);

const NEVER_MS = 1e9;
const ROLLUPS = {
  nothing: { idleMs: NEVER_MS, earlyRollups: { everyMs: 0, minIndexed: Infinity, idleTraceMs: 0 } },
  'trace rollups': { idleMs: NEVER_MS, earlyRollups: { everyMs: 0, minIndexed: 1, idleTraceMs: 0 } },
  'segment rollups': { idleMs: 0 },
} as const;

/** Does the steps, what changes traces in the transaction that was begun; calls back after each. */
async function play(steps: readonly Step[], after: () => Promise<void>): Promise<void> {
  const { owner, pool, add, change, remove, round, both } = database;
  let open: PoolClient | undefined;
  const end = async (how: string): Promise<void> => {
    await open?.query(how);
    open?.release();
    open = undefined;
  };
  const perform = async (each: Step): Promise<void> => {
    const client = open ?? owner;
    if (each.do === 'add') await add(client, each.count, each.seed);
    else if (each.do === 'change') await change(client, each.what, each.each, each.seed);
    else if (each.do === 'remove') await remove(client, each.each, each.seed);
    else if (each.do === 'index') {
      const rollups = ROLLUPS[each.then];
      const indexer = createTraceIndexer({ pool, ...each.of, analyzeAfter: 500, ...rollups });
      for (let n = 0; n < 4; n += 1) if ((await round(indexer))?.rolledUp !== true) break;
    } else if (each.do === 'both') await both();
    else if (each.do === 'rebuild')
      await owner.query('update sluice.trace_index_state set is_complete = false, must_rebuild = true');
    else if (each.do !== 'begin') await end(each.do);
    else if (open === undefined) {
      open = await owner.connect();
      await open.query('begin');
    }
  };
  try {
    for (const each of steps) {
      await perform(each);
      await after();
    }
  } finally {
    await end('commit');
  }
}

/** SQL: moves the indexed traces, of which there are few, to the end of the first segment. Their only bitmap is that of all traces. */
const MOVE_TO_EDGE = [
  'trace_index_entries set index_position = index_position + 8150',
  'trace_index_sort_keys set index_position = index_position + 8150',
  'trace_index_bitmaps set bitmap = bitmap >> 8150',
]
  .map((change) => `update sluice.${change}`)
  .concat('delete from sluice.observation_blocks')
  .join('; ');

test('after each step of any history, index entries, bitmaps and rollups of a clean trace are those of its row', async () => {
  const { clear, add, owner, allIndexed, expectAgreement, number } = database;
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 8, maxLength: 16 }), fc.boolean(), async (steps, isAtEdge) => {
      await clear();
      if (isAtEdge) {
        await add(owner, 12, 'edge');
        await allIndexed();
        await owner.query(MOVE_TO_EDGE);
      }
      await play(steps, expectAgreement);
      await allIndexed();
      await expectAgreement();
      expect(await number("select sum(n) from sluice.trace_index_bitmaps where field = 'a'")).toBe(
        await number('select nullif(count(*), 0) from sluice.traces'),
      );
    }),
    { numRuns: 24 },
  );
});

const isComplete = () => database.number('select is_complete::integer from sluice.trace_index_state');

test('traces from before the index are indexed page by page, in order of time, beside what changes meanwhile', async () => {
  const { owner, pool, add, change, round, number, expectAgreement, allIndexed } = database;
  await add(owner, 600, 'before');
  await owner.query(
    'delete from sluice.trace_index_dirty; update sluice.trace_index_state set is_complete = false, must_rebuild = true',
  );
  const indexer = createTraceIndexer({ pool, maxKeys: 100 });
  for (let n = 0; n < 4; n += 1) {
    expect(await round(indexer)).toMatchObject({ isComplete: false });
    await add(owner, 20, `meanwhile ${n}`);
    await change(owner, 'late', 5, `meanwhile ${n}`);
  }
  expect(await isComplete()).toBe(0);
  await allIndexed(indexer);
  expect(await isComplete()).toBe(1);
  await expectAgreement();
  await owner.query('update sluice.trace_index_state set is_complete = false, must_rebuild = true');
  await allIndexed(indexer);
  expect(
    await number(`select count(*) from sluice.trace_index_entries a join sluice.trace_index_entries b
      on a.project = b.project and a.index_position = b.index_position + 1 and a."timestamp" < b."timestamp"`),
  ).toBe(0);
});

test('a state that somebody has deleted is made again, and what is derived with it', async () => {
  const { owner, pool, add, round, expectAgreement, allIndexed } = database;
  await add(owner, 30, 'before');
  await allIndexed();
  await owner.query(
    `update sluice.trace_index_entries set user_id = 'of whenever'; delete from sluice.trace_index_state`,
  );
  const indexer = createTraceIndexer({ pool });
  expect(await round(indexer)).toMatchObject({ isComplete: false });
  await allIndexed(indexer);
  expect(await isComplete()).toBe(1);
  await expectAgreement();
});

test('an index of another format is built again', async () => {
  const { owner, pool, add, round, expectAgreement, allIndexed } = database;
  await add(owner, 30, 'format');
  await allIndexed();
  await owner.query(
    `update sluice.trace_index_entries set user_id = 'of whenever'; update sluice.trace_index_state set format = 0`,
  );
  const indexer = createTraceIndexer({ pool });
  expect(await round(indexer)).toMatchObject({ isComplete: false });
  await allIndexed(indexer);
  expect(await isComplete()).toBe(1);
  await expectAgreement();
});

test('a trace that grows stays dirty, with all of its rows, until it grows no more', async () => {
  const { owner, pool, clear, add, change, round, number, allIndexed, expectAgreement } = database;
  await clear();
  await add(owner, 40, 'whole');
  await change(owner, 'cost', 4, 'grows');
  const traces = await number('select count(*) from sluice.traces');
  const growing = await number('select count(*) - count(distinct key) from sluice.trace_index_dirty');
  expect(growing).toBeGreaterThan(0);
  const indexer = createTraceIndexer({ pool, patience: 3 });
  expect(await round(indexer)).toMatchObject({ indexed: traces - growing, growing, waiting: 0 });
  expect(await number('select count(*) from sluice.trace_index_dirty')).toBe(2 * growing);
  await expectAgreement();
  await change(owner, 'cost', 4, 'grows');
  expect(await round(indexer)).toMatchObject({ indexed: 0, growing, waiting: 0 });
  expect(await round(indexer)).toMatchObject({ indexed: growing, growing: 0, waiting: 0 });
  expect(await number('select count(*) from sluice.trace_index_dirty')).toBe(0);
  await expectAgreement();
  // A trace that the last rounds have indexed grows by a single row.
  await change(owner, 'cost', 4, 'grows');
  expect(await round(indexer)).toMatchObject({ indexed: 0, growing });
  // The backlog leaves nothing.
  await allIndexed(createTraceIndexer({ pool, maxKeys: 1, patience: 3 }));
  await expectAgreement();
});

test('a round reads a limited number of observations, of which each project has a share', async () => {
  const { owner, pool, clear, add, round, number, allIndexed, expectAgreement } = database;
  await clear();
  await add(owner, 400, 'long');
  await allIndexed();
  await owner.query('update sluice.traces set observation_count = case project when 0 then 1000 else 1 end');
  const others = await number('select count(*) from sluice.traces where project <> 0');
  const waiting = (await number('select count(*) from sluice.traces')) - others - 49;
  expect(await round(createTraceIndexer({ pool }))).toMatchObject({ indexed: others + 49, waiting });
  expect(await number('select count(*) from sluice.trace_index_dirty where project <> 0')).toBe(0);
  await allIndexed();
  await expectAgreement();
});

test('a kill before any of its statements leaves what was before, and the next round goes on', async () => {
  const { owner, pool, add, change, allIndexed, expectAgreement } = database;
  let kills = 0;
  for (let n = 1, killed = true; killed; n += 1) {
    await add(owner, 120, `kill ${n}`);
    await change(owner, 'late', 3, `kill ${n}`);
    // There are more statements until it is built.
    await owner.query('update sluice.trace_index_state set is_complete = false');
    killed = await createTraceIndexer({ pool: cutBefore(pool, owner, n), maxKeys: 50, analyzeAfter: 10 })
      .round(new AbortController().signal)
      .then(
        () => false,
        () => true,
      );
    if (killed) kills += 1;
    await expectAgreement();
    await allIndexed();
    await expectAgreement();
  }
  expect(kills).toBeGreaterThan(8);
});

test('of two processes one indexes, and the other one when that has ended', async () => {
  const { owner, pool, add, round } = database;
  const other = new Pool(indexerPoolConfig(testDatabaseUrl()));
  other.on('error', () => undefined);
  const indexers = [pool, other].map((each) => createTraceIndexer({ pool: each })) as [TraceIndexer, TraceIndexer];
  const endHolder = () =>
    owner.query(
      `select pg_terminate_backend(l.pid) from pg_locks l join pg_stat_activity a using (pid)
       where l.locktype = 'advisory' and a.datname = current_database() and a.application_name = 'sluice-index'`,
    );
  await endHolder(); // of another test; its connection may not have heard of it
  await add(owner, 30, 'two');
  /** A connection that was ended takes a moment to let go, and to be missed. */
  const roundOf = async (indexer: TraceIndexer): Promise<IndexOutcome> => {
    for (;;) {
      const outcome = await round(indexer).catch(() => undefined);
      if (outcome !== undefined) return outcome;
    }
  };
  expect(await roundOf(indexers[0])).toMatchObject({ indexed: 30, waiting: 0, isComplete: true });
  expect(await round(indexers[1])).toBeUndefined();
  await endHolder();
  await add(owner, 30, 'others');
  expect(await roundOf(indexers[1])).toMatchObject({ indexed: 30 });
  // It may not have heard yet that its connection has ended.
  expect(await round(indexers[0]).catch(() => undefined)).toBeUndefined();
  await other.end();
});

test('a value that many traces of a segment have gets bitmaps in all segments, older ones too', async () => {
  const { owner, add, pool, allIndexed, number } = database;
  await add(owner, 12, 'edge');
  await allIndexed();
  await owner.query(MOVE_TO_EDGE);
  for (let n = 0; n < 6; n += 1) await add(owner, 400, `values ${n}`);
  await allIndexed(createTraceIndexer({ pool, analyzeAfter: 500 }));
  const segments = (field: string, value: string) =>
    number(`select count(distinct segment) from sluice.trace_index_bitmaps
      where project = 0 and field = '${field}' and value = '${value}'`);
  expect(await segments('n', 'flow')).toBe(2);
  expect(await segments('t', 'chat')).toBe(2);
  expect(await segments('u', 'heavy')).toBe(2);
  expect(await segments('e', 'default')).toBe(2);
  expect(await segments('n', 'n'.repeat(499))).toBe(2);
  expect(await segments('n', 'n'.repeat(500))).toBe(0);
  expect(
    await number(`select count(*) from sluice.trace_index_bitmaps where value like 'name %' or value like 'id-%'`),
  ).toBe(0);
});

test('a tag that gets bitmaps has those of a trace that has lost it since it was indexed, and gets it again', async () => {
  const { owner, pool, add, round, allIndexed, expectAgreement, number } = database;
  await add(owner, 400, 'tags');
  await allIndexed();
  const setBits = `select coalesce(sum(n), 0) from sluice.trace_index_bitmaps where project = 0 and field = 't' and value = 'chat'`;
  expect(await number(setBits)).toBe(0);
  const { rows } = await owner.query<{ id: string }>(
    `select id from sluice.traces where project = 0 and tags @> '{chat}' order by id limit 2`,
  );
  const [first, loser] = rows.map(({ id }) => id);
  const setTags = (tags: string) => owner.query('update sluice.traces set tags = $2 where id = $1', [loser, tags]);
  await owner.query(`update sluice.traces set user_id = 'another' where id = $1`, [first]);
  await setTags('{}');
  // Indexes the first trace alone, and analyzes its segment.
  await round(createTraceIndexer({ pool, maxKeys: 1, analyzeAfter: 1 }));
  const { rows: dirty } = await owner.query<{ key: string }>('select key from sluice.trace_index_dirty');
  expect(dirty).toEqual([{ key: loser }]);
  expect(await number(setBits)).toBeGreaterThan(64);
  // Its index entry has had the tag all the time: for the indexer nothing has changed.
  await setTags('{chat}');
  await allIndexed();
  await expectAgreement();
});

test('near the last index position the index is rebuilt', async () => {
  const { owner, add, allIndexed, expectAgreement, number } = database;
  await add(owner, 5, 'last');
  await allIndexed();
  await owner.query(`update sluice.trace_index_entries set index_position = 2000000000 where index_position = 0 and project = 0;
    update sluice.trace_index_sort_keys set index_position = 2000000000 where index_position = 0 and project = 0`);
  await add(owner, 20, 'beyond');
  await allIndexed();
  await expectAgreement();
  expect(await number('select max(index_position) from sluice.trace_index_entries')).toBeLessThan(25);
});

test('the index is complete from the start without traces, otherwise when all are indexed', async () => {
  const url = await createTestDatabase('migrated');
  const state = 'select is_complete, must_rebuild from sluice.trace_index_state';
  expect(await queryAll(url, state)).toEqual([{ is_complete: true, must_rebuild: false }]);
  await database.add(database.owner, 1, 'truncated');
  await database.owner.query('truncate sluice.traces');
  expect(await queryAll(testDatabaseUrl(), state)).toEqual([{ is_complete: false, must_rebuild: true }]);
});

test('trace rollups are made before a segment is valid once enough traces are indexed, and again after a while', async () => {
  const { add, pool, round, number } = database;
  const rollUpWith = (minIndexed: number, everyMs: number) => {
    const indexer = createTraceIndexer({
      pool,
      idleMs: NEVER_MS,
      earlyRollups: { everyMs, minIndexed, idleTraceMs: 0 },
    });
    return async (): Promise<number> => {
      while ((await round(indexer))?.rolledUp !== false);
      return number('select coalesce(sum(bit_count(bitmap)), 0) from sluice.segment_validity');
    };
  };
  const [rarely, many] = [rollUpWith(1, NEVER_MS), rollUpWith(100, 0)];
  await add(database.owner, 100, 'first');
  expect(await rarely()).toBe(100);
  await add(database.owner, 100, 'second');
  expect(await rarely()).toBe(100);
  expect(await many()).toBe(200); // it does not know what has come before
  await add(database.owner, 50, 'third');
  expect(await many()).toBe(200);
  await add(database.owner, 400, 'fourth');
  expect(await many()).toBeGreaterThan(400);
});
