import { testUuid } from '@sluice/testbed/samples';
import { testDatabaseUrl } from '@sluice/testbed/servers';
import {
  type TraceIndexer,
  type MetricRollup,
  createTraceIndexer,
  createMetricRollup,
  indexerPoolConfig,
  writerPoolConfig,
} from '@sluice/store/write';
import { Pool } from 'pg';
import { troubles } from './doctor.testing';
import { points, trace, useDays } from './partitions.testing';
import { runCommand } from './run-command.testing';

const database = useDays();
const rebuild = (...args: readonly string[]) =>
  runCommand(['rebuild-counters', ...args], { DATABASE_URL: testDatabaseUrl() });

const never = new AbortController().signal;
let pools: readonly Pool[] = [];
let traces: TraceIndexer;
let metrics: MetricRollup;
beforeAll(() => {
  const databaseUrl = testDatabaseUrl();
  const ofTraces = new Pool(indexerPoolConfig(databaseUrl));
  const ofMetrics = new Pool(writerPoolConfig({ databaseUrl, maxConnections: 1 }));
  pools = [ofTraces, ofMetrics];
  for (const pool of pools) pool.on('error', () => undefined);
  traces = createTraceIndexer({ pool: ofTraces, idleMs: 0 });
  metrics = createMetricRollup({ pool: ofMetrics });
});
afterAll(() => Promise.all(pools.map((pool) => pool.end())));

/** Indexes traces as the writers do, until none is left. */
async function indexAll(): Promise<void> {
  for (;;) {
    const outcome = await traces.round(never);
    if (outcome?.isComplete === true && outcome.indexed + outcome.waiting === 0 && !outcome.rolledUp) break;
  }
  while ((await metrics.run(never))?.left !== 'nothing');
}

/** Findings of the doctor about the trace index. */
const fastReads = async () =>
  (await troubles({ DATABASE_URL: testDatabaseUrl() })).filter((line) => line.includes('fast reads'));

const number = async (sql: string): Promise<number> =>
  (await database.query<{ n: number }>(`select (${sql})::integer as n`)).rows[0]?.n ?? NaN;

test('what is wrong is rebuilt, while reads do without it', async () => {
  await database.store(trace(1, 2), trace(2, 1), points(1, 2));
  await indexAll();
  expect(await number('select count(*) from sluice.metric_hours')).toBe(1);
  await database.query('update sluice.trace_index_entries set user_id = $1', ['nobody']);
  await database.query('update sluice.metric_hours set greatest = 4711');
  expect(await fastReads()).toEqual([
    'wrong fast reads: 2 traces, 0 values and 0 blocks of observations of 1 segment differ from the rows: lists, totals and groups may be wrong; rebuild it: sluice rebuild-counters',
  ]);

  expect(await rebuild()).toEqual({ code: 0, lines: ['indexed 2 of about 2 traces; metrics not yet'], errors: '' });
  expect(await number('select is_complete::integer from sluice.trace_index_state')).toBe(0);
  expect(await number('select count(*) from sluice.metric_hours')).toBe(0);
  expect(await fastReads()).toEqual([
    'warn fast reads: not all traces are indexed: reads are slower; let a writer run, and wait for it',
  ]);
  await indexAll();
  expect(await fastReads()).toEqual([]);
  expect(await number('select count(*) from sluice.trace_index_entries')).toBe(2);
  expect(await number("select count(*) from sluice.trace_index_entries where user_id = 'nobody'")).toBe(0);
  expect(await number('select count(*) from sluice.metric_hours where greatest <> 4711')).toBe(1);
});

test('trace rollups that differ from the usage of their traces are found', async () => {
  const withTokens = { id: testUuid(1), parentId: null, counted: true, usage: { input: { input: 5 } } };
  await database.store(trace(1, 2), { ...trace(2, 1), observations: [withTokens] });
  await indexAll();
  expect(await fastReads()).toEqual([]);
  expect(await number('select count(*) from sluice.trace_rollups')).toBe(2);
  const add = (column: string, position: number, n: number) =>
    database.query(`update sluice.trace_rollups set ${column} = ${column} + ${n} where index_position = ${position}`);
  for (const [column, position] of [
    ['plain_observations', 0],
    ['traces', 0],
    ['observations', 1],
    ['total_tokens', 1],
  ] as const) {
    await add(column, position, 1);
    expect((await fastReads()).join()).toMatch(/1 trace, 0 values and 0 blocks of observations of 1 segment differ/);
    await add(column, position, -1);
    expect(await fastReads()).toEqual([]);
  }
});

test('rollups of observations that differ from their rows are found', async () => {
  await database.store(trace(1, 2), trace(2, 1));
  await indexAll();
  expect(await fastReads()).toEqual([]);
  await database.query('update sluice.observation_rollups set calls = calls + 1');
  expect((await fastReads()).join()).toMatch(/0 traces, 0 values and 1 block of observations of 1 segment differ/);
  await database.query('update sluice.traces set updated_at = now()');
  expect(await fastReads()).toEqual([]);
});

test('bits that are not those of their traces are found', async () => {
  await database.store(trace(1, 2), trace(2, 1));
  await indexAll();
  await database.query('update sluice.trace_index_bitmaps set bitmap = set_bit(bitmap, 0, 0)');
  expect((await fastReads()).join()).toMatch(/0 traces, 2 values and 0 blocks of observations of 1 segment differ/);
  // Dirty traces are not judged.
  await database.query('update sluice.traces set updated_at = now()');
  expect(await fastReads()).toEqual([]);
});

test('a rollup without its state row is reported, with what helps, and nothing is started', async () => {
  await database.store(trace(1, 2), points(1, 2));
  await indexAll();
  await database.query('delete from sluice.metric_rollup_state');
  const mend =
    'insert into sluice.metric_rollup_state default values; delete from sluice.metric_hours; delete from sluice.metric_values;';
  expect(await rebuild()).toMatchObject({
    code: 1,
    errors: expect.stringContaining(`sluice.metric_rollup_state has no row: run in one transaction: ${mend}`) as string,
  });
  expect(await fastReads()).toEqual([
    `wrong fast reads: sluice.metric_rollup_state has no row: metrics are no longer rolled up; run in one transaction: ${mend}`,
  ]);
  await expect(metrics.run(never)).rejects.toThrow(mend);
  expect(await number('select is_complete::integer from sluice.trace_index_state')).toBe(1);
  await database.query(mend);
  await indexAll();
  expect(await fastReads()).toEqual([]);
  expect(await number('select count(*) from sluice.metric_hours')).toBe(1);

  await database.query('delete from sluice.trace_index_state');
  const hint = 'sluice.trace_index_state has no row: let a writer run, which makes it, and indexes all traces again';
  expect(await rebuild()).toMatchObject({ code: 1, errors: expect.stringContaining(hint) as string });
  await indexAll();
  expect(await rebuild()).toMatchObject({ code: 0 });
  await indexAll();
});

test('waits for the writers, and starts nothing again where one is under way', async () => {
  await database.store(trace(1, 2));
  await rebuild();
  await traces.round(never); // empties
  const waited = await rebuild('--wait', '1', '--json');
  expect(waited).toMatchObject({ code: 1, errors: expect.stringContaining('run this again') as string });
  expect(await number('select must_rebuild::integer from sluice.trace_index_state')).toBe(0);
  // The writers continue until the command has ended: if they finish before its first check, it rebuilds again.
  const ended = new AbortController();
  const waiting = rebuild('--wait', '60', '--json').finally(() => {
    ended.abort();
  });
  while (!ended.signal.aborted) await indexAll();
  const done = await waiting;
  expect(JSON.parse(done.lines.join())).toMatchObject({ traces: { isComplete: true, indexed: 1 } });
});
