import fc from 'fast-check';
import type { Pool } from 'pg';
import { createDatabase } from './database';
import { type TestIndex, openTestIndex } from './index-traces.testing';
import { answer, answerBy, plansOf } from './list-answers.testing';
import { PART, type Row, expected, queriesOf, row, rowsOf, store } from './list-oracle.testing';
import { type ProjectDatabase, inProject } from './project';
import { openReader } from './reader.testing';
import type { TraceListQuery } from './trace';

/** In each project the same ids and values, at the same positions, of other traces. */
const PROJECTS = [undefined, 'one', 'two'] as const;
const HOUR = 3_600_000_000;
const COUNT = 300;

let owner: Pool;
let pool: Pool;
let index: TestIndex;
let close: () => Promise<void>;
beforeAll(async () => {
  ({ owner, pool, close } = openReader());
  index = openTestIndex();
  await owner.query('select sluice.ensure_trace_partitions($1, $2)', [PART - 480, PART + 48]);
  await owner.query(`insert into sluice.projects (id, name) values (1, 'one'), (2, 'two'), (3, 'long')`);
});
afterAll(async () => {
  await index.close();
  await close();
});

afterEach(() =>
  owner.query('delete from sluice.trace_index_dirty where project = 9 or key not in (select id from sluice.traces)'),
);

const data = (seed: number): Row[] =>
  fc.sample(rowsOf({ longNames: false, count: { minLength: COUNT, maxLength: COUNT }, step: HOUR }), {
    numRuns: 1,
    seed,
  })[0] ?? [];

it('every plan gives the traces of its project alone, indexed or dirty', async () => {
  const all = PROJECTS.map((_, project) => data(project));
  await store(owner, [row(1, { name: 'x'.repeat(600) })], 3); // which orders by name nowhere else
  // A larger part of some projects is indexed than of others.
  for (const [project, rows] of all.entries()) await store(owner, rows.slice(0, COUNT - 40 * project), project);
  await index.all();
  for (const [project, rows] of all.entries()) await store(owner, rows.slice(COUNT - 40 * project - 20), project);

  for (const [project, rows] of all.entries()) {
    const database: ProjectDatabase = await inProject(createDatabase(pool), PROJECTS[project]);
    await fc.assert(
      fc.asyncProperty(queriesOf({ pages: 5, step: HOUR }), async (query) => {
        const wanted = expected(rows, query);
        for (const plan of plansOf(database, query)) {
          expect([plan, await answerBy(database, query, plan)]).toEqual([plan, wanted]);
        }
        expect(await answer(database, query)).toMatchObject(wanted);
      }),
      { numRuns: 60, seed: 11 },
    );
  }
});

const BY_LATENCY: TraceListQuery = {
  filter: { tags: [], environments: [] },
  order: { field: 'latency', direction: 'desc' },
  page: 1,
  limit: 5,
  include: { io: false, observations: false },
};
const makeDirty = (project: number, count: number) =>
  owner.query(
    'insert into sluice.trace_index_dirty select $1, gen_random_uuid() from generate_series(1, $2::integer)',
    [project, count],
  );
const planOf = async (project: string) =>
  (await answer(await inProject(createDatabase(pool), project), BY_LATENCY)).plan;

it('uses the index until too many traces of its own project are dirty', async () => {
  await makeDirty(9, 60_000);
  expect(await planOf('one')).not.toBe('rows');
  await makeDirty(1, 50_001);
  expect(await planOf('one')).toBe('rows');
  await owner.query('delete from sluice.trace_index_dirty where project = 1');
  expect(await planOf('one')).not.toBe('rows');
});

it('keeps the index for a modest project while a greedy one has more dirty traces than the limit', async () => {
  await makeDirty(1, 210_000);
  for (let rounds = 0; rounds < 5; rounds += 1) await index.some(100);
  expect(await planOf('one')).toBe('rows');
  expect(await planOf('two')).not.toBe('rows');
  await owner.query('delete from sluice.trace_index_dirty where project = 1');
});

it('counts keys in the dirty backlog as dirty traces', async () => {
  await index.all();
  const project = 2;
  const database = await inProject(createDatabase(pool), 'two');
  const query: TraceListQuery = { ...BY_LATENCY, limit: 100 };
  await makeDirty(9, 500);
  const rows = data(project).map((each) => ({ ...each, name: 'changed' }));
  await owner.query(`update sluice.traces set name = 'changed' where project = $1`, [project]);
  await index.some(10);
  const { rows: waiting } = await owner.query<{ n: number }>(
    'select count(*)::integer as n from sluice.trace_index_dirty_backlog where project = $1',
    [project],
  );
  expect(waiting).toEqual([{ n: COUNT - 5 }]);
  const filtered = { ...query, filter: { ...query.filter, name: 'changed' } };
  for (const each of [query, filtered]) {
    const wanted = expected(rows, each);
    for (const plan of plansOf(database, each)) {
      expect([plan, await answerBy(database, each, plan)]).toEqual([plan, wanted]);
    }
  }
});
