import { patience } from '@sluice/testbed/machine';
import { testDatabaseUrl } from '@sluice/testbed/servers';
import { type TraceQuestion, traceQuestions } from '@sluice/testbed/samples';
import fc from 'fast-check';
import { Pool } from 'pg';
import { readPoolConfig } from '../session/pool-config';
import { compareTraces } from './compare-traces';
import { dailyMetrics } from './daily-metrics';
import { createDatabase } from './database';
import { type TestIndex, openTestIndex } from './index-traces.testing';
import { collect } from './collect-fragments.testing';
import { answer } from './list-answers.testing';
import { PART, type Row, expected, questionValues, rowsOf, store } from './list-oracle.testing';
import { type ProjectDatabase, inProject } from './project';
import { traceGroups } from './trace-groups';
import { traceHistogram } from './trace-histogram';

/*
 * The questions of the benchmark `filters`, of few traces: answers are compared with the rule, and no time limit may be met. Nothing is
 * analyzed, and no sort or hash finds the room that it would like.
 */

const HOUR = 3_600_000_000;
const SMALL = ' -c work_mem=64kB';
const PROJECTS = [undefined, 'acme'] as const;

let owner: Pool;
let pool: Pool;
let index: TestIndex;
let data: readonly (readonly Row[])[];
beforeAll(async () => {
  const databaseUrl = testDatabaseUrl();
  owner = new Pool({ connectionString: databaseUrl, max: 1 });
  const limits = { maxConnections: 1, connectTimeoutMs: patience(20_000), statementTimeoutMs: patience(60_000) };
  const config = readPoolConfig({ databaseUrl, applicationName: 'test', ...limits });
  const url = new URL(config.connectionString ?? '');
  url.searchParams.set('options', `${url.searchParams.get('options') ?? ''}${SMALL}`);
  pool = new Pool({ ...config, connectionString: url.href });
  index = openTestIndex();
  await owner.query('select sluice.ensure_trace_partitions($1, $2)', [PART - 480, PART + 48]);
  await owner.query(`insert into sluice.projects (id, name) values (1, 'acme')`);
  const some = { longNames: true, count: { minLength: 200, maxLength: 200 }, step: HOUR, isDeep: true };
  data = PROJECTS.map((_, seed) => fc.sample(rowsOf(some), { numRuns: 1, seed })[0] ?? []);
  for (const [project, rows] of data.entries()) await store(owner, rows, project);
});
afterAll(async () => {
  await index.close();
  await pool.end();
  await owner.end();
});

/** How many traces the other reads of a selection count, of which each has all of them. */
async function counts(database: ProjectDatabase, { filter, conditions }: TraceQuestion): Promise<readonly number[]> {
  const selection = { filter, conditions };
  const sum = (each: readonly number[]): number => each.reduce((all, count) => all + count, 0);
  const { days } = await dailyMetrics(database, { ...selection, page: 1, limit: 1000 });
  const from = Math.min(...data.flat().map(({ timestamp }) => timestamp));
  const { buckets } = await traceHistogram(database, { ...selection, from, width: HOUR, length: 10 });
  const { groups } = await traceGroups(database, { ...selection, by: 'environment', orderBy: 'errors', limit: 100 });
  const compared = await compareTraces(database, {
    ...{ filter: { tags: [], environments: [] }, picked: selection, limit: 10 },
  });
  return [
    sum((await collect(days)).map(({ traces }) => traces)),
    sum(buckets.map(({ count }) => count)),
    sum(groups.map(({ count }) => count)),
    compared.picked,
  ];
}

const questions = traceQuestions(questionValues(HOUR), { count: 120, seed: 25 });

it('asks with every number of conditions, of which many have matches', () => {
  const sizes = questions.map(({ conditions }) => conditions.length);
  expect([Math.min(...sizes), Math.max(...sizes)]).toEqual([0, 20]);
  const found = questions.filter((question) => expected(data[1] ?? [], question).total > 0);
  expect(found.length).toBeGreaterThan(questions.length / 8);
});

it.each([
  ['before traces are indexed', false],
  ['from the index', true],
])('answers filters, conditions and orders by the rule %s', async (_, isIndexed) => {
  if (isIndexed) await index.all();
  for (const [project, name] of PROJECTS.entries()) {
    const database = await inProject(createDatabase(pool), name);
    for (const question of questions) {
      const wanted = expected(data[project] ?? [], question);
      const found = await answer(database, { ...question, include: { io: false, observations: false } });
      expect([question, found.total, found.ids]).toEqual([question, wanted.total, wanted.ids]);
      const all = await counts(database, question);
      expect([question, all]).toEqual([question, all.map(() => wanted.total)]);
    }
  }
});
