import { setTimeout } from 'node:timers/promises';
import { Closers, OutsideError, createLogger } from '@sluice/runtime';
import { eventually } from '@sluice/testbed/machine';
import { createTestDatabase, testDatabaseUrl } from '@sluice/testbed/servers';
import { Pool } from 'pg';
import { composeQueryProcess } from './compose';
import { readQuerySettings } from './config';

const PART = 494_000;
const TRACE = '00000000-0000-4000-8000-0000000000aa';
const SPAN = '00000000-0000-0000-0123-456789abcdef';

const logger = createLogger({ level: 'silent', pretty: false });
const closers = new Closers({ logger });
const fail = jest.fn((_error: unknown) => undefined);
const ENV = {
  API_BEARER_TOKEN: 't',
  API_KEYS: 'pk:sk',
  HOST: '127.0.0.1',
  ADMIN_HOST: '127.0.0.1',
  PORT: '0',
  ADMIN_PORT: '0',
};
let owner: Pool;
let base: string;
let admin: string;

beforeAll(async () => {
  owner = new Pool({ connectionString: testDatabaseUrl(), max: 1 });
  const config = readQuerySettings({ ...ENV, DATABASE_URL: testDatabaseUrl(), READ_WAIT_MS: '5000' });
  ({ url: base, adminUrl: admin } = await composeQueryProcess({ config, logger, closers, fail }));
  await owner.query('select sluice.ensure_trace_partitions($1, $1)', [PART]);
  await owner.query(`select sluice.ensure_metric_partitions(current_date - 1, current_date + 1)`);
});
afterAll(async () => {
  await closers.close(5000);
  await owner.end();
});
beforeEach(async () => {
  await owner.query(`truncate sluice.traces, sluice.trace_io, sluice.text_packs, sluice.observations, sluice.trace_usage, sluice.daily_usage,
    sluice.daily_traces, sluice.metric_series, sluice.metric_points`);
});

const TOKEN = 'Bearer t';

async function get(path: string, authorization = TOKEN): Promise<{ status: number; body: unknown; text: string }> {
  const response = await fetch(base + path, { headers: { authorization } });
  const text = await response.text();
  return { status: response.status, text, body: JSON.parse(text) as unknown };
}

/** Stores everything in one transaction, as a writer does. */
async function storeTrace(): Promise<void> {
  await owner.query('begin');
  await owner.query(
    `insert into sluice.traces (id, part, shard, name, tags, "timestamp", input_from, has_io, min_start, max_end,
       observation_count, total_cost, costed_count, created_at, updated_at, stamp)
     values ($1, $2, 0, 'checkout', '{a,"b c"}', '2026-11-20T10:00:00.123456Z', $3, true, '2026-11-20T10:00:00Z',
       '2026-11-20T10:00:02.5Z', 1, 0.25, 1, '2026-11-20T10:00:03Z', '2026-11-20T10:00:04Z', '3')`,
    [TRACE, PART, SPAN],
  );
  await owner.query(`insert into sluice.trace_io values ($1, $2, null, '{"answer":1.0}', '{"k": 1e2}')`, [PART, TRACE]);
  await owner.query(
    `insert into sluice.observations (part, trace_id, id, type, name, start_time, end_time, model, input, usage_details,
       input_tokens, output_tokens, total_tokens, total_cost, cost_source, counted, created_at, updated_at, stamp)
     values ($1, $2, $3, 'GENERATION', 'call', '2026-11-20T10:00:00Z', '2026-11-20T10:00:02.5Z', 'gpt-4o', '"hi"',
       '{"input":10,"output":20}', 10, 20, 30, 0.25, 'prices@1', true, now(), now(), '3')`,
    [PART, TRACE, SPAN],
  );
  await owner.query(`insert into sluice.trace_usage values ($1, $2, '2026-11-20', 'gpt-4o', 1, 10, 20, 30, 0.25)`, [
    PART,
    TRACE,
  ]);
  await owner.query(`insert into sluice.daily_traces values ('2026-11-20', 0, 1)`);
  await owner.query(
    `insert into sluice.daily_usage values ('2026-11-20', '2026-11-20', 'gpt-4o', 0, 1, 1, 10, 20, 30, 0.25)`,
  );
  await owner.query('commit');
}

it('finds a trace by the time that it answers, as lower and as upper bound', async () => {
  await storeTrace();
  const at = '2026-11-20T10:00:00.123Z';
  const { body } = await get(`/api/public/traces?fromTimestamp=${at}&toTimestamp=${at}`);
  expect(body).toMatchObject({ meta: { totalItems: 1 } });
  const before = await get('/api/public/traces?toTimestamp=2026-11-20T10:00:00.122Z');
  expect(before.body).toMatchObject({ meta: { totalItems: 0 } });
});

it('counts lists by how they were read', async () => {
  const lists = async (plan: string): Promise<number> => {
    const text = await (await fetch(`${admin}/metrics`)).text();
    return Number(new RegExp(`^sluice_query_lists_total\\{plan="${plan}"\\} (\\d+)$`, 'm').exec(text)?.[1] ?? 0);
  };
  await owner.query('update sluice.trace_index_state set is_complete = true, must_rebuild = false');
  const before = [await lists('rows'), await lists('fetch')];
  await get('/api/public/traces');
  await get('/api/public/traces?userId=u');
  expect([await lists('rows'), await lists('fetch')]).toEqual(before.map((count) => count + 1));
});

it('counts searches, and has a tag for what they answer', async () => {
  await storeTrace();
  const metric = async (name: string): Promise<number> => {
    const text = await (await fetch(`${admin}/metrics`)).text();
    return Number(
      text
        .split('\n')
        .find((line) => line.startsWith(`${name} `))
        ?.split(' ')[1] ?? 0,
    );
  };
  const names = ['limit', 'all', 'time'].map((end) => `sluice_query_searches_total{end="${end}"}`);
  const read = ['sluice_query_searched_traces_total', 'sluice_query_searched_bytes_total'];
  const counts = () => Promise.all([...names, ...read].map(metric));
  const [limit = 0, all = 0, time = 0, traces = 0, bytes = 0] = await counts();
  const path = '/api/public/traces?q=ANSWER&searchIn=output';
  const { body } = await get(path);
  expect(body).toMatchObject({ data: [{ id: TRACE, output: { answer: 1 } }], meta: { searchedTo: null } });
  expect(await counts()).toEqual([limit, all + 1, time, traces + 1, bytes + 14]);
  await get('/api/public/traces?q=hi&searchIn=input&limit=1&fields=core');
  expect(await counts()).toEqual([limit + 1, all + 1, time, traces + 2, bytes + 14 + 4]);

  const ask = (headers: Record<string, string>, of = path) =>
    fetch(base + of, { headers: { authorization: TOKEN, ...headers } });
  const tag = (await ask({})).headers.get('etag') ?? '';
  expect(tag).not.toBe('');
  expect((await ask({ 'If-None-Match': tag })).status).toBe(304);
  await owner.query(`update sluice.traces set name = 'other'`);
  expect((await ask({ 'If-None-Match': tag })).status).toBe(200);
  expect((await ask({ 'If-None-Match': tag }, `${path}&limit=1`)).status).toBe(200);
});

it('finds text with U+0000 as it is stored', async () => {
  await storeTrace();
  await owner.query(`update sluice.traces set user_id = $1`, ['a\uFFFDb']);
  expect((await get('/api/public/traces?userId=a%00b')).body).toMatchObject({ meta: { totalItems: 1 } });
});

it('waits for a trace that is being written', async () => {
  const asked = get(`/api/public/traces/${TRACE}`);
  await setTimeout(150);
  await storeTrace();
  expect((await asked).status).toBe(200);
});

it('answers sums of tokens with all their digits', async () => {
  await storeTrace();
  await owner.query('update sluice.traces set input_tokens = 9007199254740993');
  await owner.query('update sluice.daily_usage set input_tokens = 9007199254740995');
  expect((await get('/api/public/traces')).text).toContain('"usage":{"input":9007199254740993,');
  expect((await get(`/api/public/traces/${TRACE}`)).text).toContain('"usage":{"input":9007199254740993,');
  expect((await get('/api/public/metrics/daily')).text).toContain('"inputUsage":9007199254740995,"outputUsage":20,');
});

it('ends where its PROJECT_ID is the id of a project with data of its own', async () => {
  const url = await createTestDatabase('migrated');
  const start = async (PROJECT_ID: string) => {
    const failed = jest.fn((_error: unknown) => undefined);
    const config = readQuerySettings({ ...ENV, DATABASE_URL: url, PROJECT_ID });
    await composeQueryProcess({ config, logger, closers, fail: failed });
    return failed;
  };
  const other = new Pool({ connectionString: url, max: 1 });
  await other.query("select sluice.ensure_projects('{acme}')");
  await other.end();
  const [taken, free] = [await start('acme'), await start('other')];
  await eventually(() => Promise.resolve(taken.mock.calls.length === 1));
  expect(taken.mock.calls[0]?.[0]).toBeInstanceOf(OutsideError);
  expect(String(taken.mock.calls[0]?.[0])).toContain('PROJECT_ID: there is data of a project "acme" of its own');
  expect([free.mock.calls, fail.mock.calls]).toEqual([[], []]);
});
