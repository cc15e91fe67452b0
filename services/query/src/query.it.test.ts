import { setTimeout } from 'node:timers/promises';
import { Closers, createLogger } from '@sluice/runtime';
import { testDatabaseUrl } from '@sluice/servers';
import { Pool } from 'pg';
import { composeQueryProcess } from './compose';
import { readQuerySettings } from './config';

const PART = 494_000;
const TRACE = '00000000-0000-4000-8000-0000000000aa';
const SPAN = '00000000-0000-0000-0123-456789abcdef';

const logger = createLogger({ level: 'silent', pretty: false });
const closers = new Closers({ logger });
let owner: Pool;
let base: string;

beforeAll(async () => {
  owner = new Pool({ connectionString: testDatabaseUrl(), max: 1 });
  const config = readQuerySettings({
    DATABASE_URL: testDatabaseUrl(),
    API_BEARER_TOKEN: 't',
    API_KEYS: 'pk:sk',
    HOST: '127.0.0.1',
    ADMIN_HOST: '127.0.0.1',
    PORT: '0',
    ADMIN_PORT: '0',
    READ_WAIT_MS: '5000',
  });
  ({ url: base } = await composeQueryProcess({ config, logger, closers }));
  await owner.query('select sluice.ensure_trace_partitions($1, $1)', [PART]);
  await owner.query(`select sluice.ensure_metric_partitions(current_date - 1, current_date + 1)`);
});
afterAll(async () => {
  await closers.close(5000);
  await owner.end();
});
beforeEach(async () => {
  await owner.query(`truncate sluice.traces, sluice.trace_io, sluice.observations, sluice.trace_usage, sluice.daily_usage,
    sluice.daily_traces, sluice.metric_series, sluice.metric_points`);
});

const TOKEN = 'Bearer t';

async function get(path: string, authorization = TOKEN): Promise<{ status: number; body: unknown; text: string }> {
  const response = await fetch(base + path, { headers: { authorization } });
  const text = await response.text();
  return { status: response.status, text, body: JSON.parse(text) as unknown };
}

/** All at once, as a writer does. */
async function storeTrace(): Promise<void> {
  await owner.query('begin');
  await owner.query(
    `insert into sluice.traces (id, part, shard, name, tags, "timestamp", input_from, has_io, min_start, max_end,
       observation_count, total_cost, created_at, updated_at, stamp)
     values ($1, $2, 0, 'checkout', '{a,"b c"}', '2026-11-20T10:00:00.123456Z', $3, true, '2026-11-20T10:00:00Z',
       '2026-11-20T10:00:02.5Z', 1, 0.25, '2026-11-20T10:00:03Z', '2026-11-20T10:00:04Z', '3')`,
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

it('lists a trace with its input, output, metadata and observation ids', async () => {
  await storeTrace();
  const { status, body, text } = await get('/api/public/traces?name=checkout&tags=a&tags=b%20c');
  expect(status).toBe(200);
  expect(body).toMatchObject({
    data: [
      {
        id: TRACE,
        timestamp: '2026-11-20T10:00:00.123Z',
        name: 'checkout',
        tags: ['a', 'b c'],
        latency: 2.5,
        totalCost: 0.25,
        input: 'hi',
        observations: [SPAN],
      },
    ],
    meta: { page: 1, limit: 50, totalItems: 1, totalPages: 1 },
  });
  expect(text).toContain('"output":{"answer":1.0}');
  expect(text).toContain('"metadata":{"k": 1e2}');
});

it('finds a trace by the time that it answers, as lower and as upper bound', async () => {
  await storeTrace();
  const at = '2026-11-20T10:00:00.123Z';
  const { body } = await get(`/api/public/traces?fromTimestamp=${at}&toTimestamp=${at}`);
  expect(body).toMatchObject({ meta: { totalItems: 1 } });
  const before = await get('/api/public/traces?toTimestamp=2026-11-20T10:00:00.122Z');
  expect(before.body).toMatchObject({ meta: { totalItems: 0 } });
});

it('finds text with U+0000 as it is stored', async () => {
  await storeTrace();
  await owner.query(`update sluice.traces set user_id = $1`, ['a\uFFFDb']);
  expect((await get('/api/public/traces?userId=a%00b')).body).toMatchObject({ meta: { totalItems: 1 } });
});

it('answers a trace by every form of its id, with Bearer and with Basic', async () => {
  await storeTrace();
  const basic = `Basic ${Buffer.from('pk:sk').toString('base64')}`;
  for (const [id, authorization] of [
    [TRACE, TOKEN],
    [TRACE.toUpperCase(), basic],
    [TRACE.replaceAll('-', ''), TOKEN],
  ] as const) {
    const { status, body } = await get(`/api/public/traces/${id}`, authorization);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      id: TRACE,
      observations: [
        {
          id: SPAN,
          traceId: TRACE,
          type: 'GENERATION',
          latency: 2.5,
          usage: { input: 10, output: 20, total: 30 },
          usageDetails: { input: 10, output: 20, total: 30 },
          costDetails: { total: 0.25 },
          calculatedTotalCost: 0.25,
          environment: 'default',
        },
      ],
    });
  }
});

it('answers the OpenAPI document to everybody', async () => {
  const { status, body } = await get('/api/public/openapi.json', '');
  expect(status).toBe(200);
  expect(body).toMatchObject({ openapi: '3.1.0', servers: [{ url: '/' }] });
});

it('waits for a trace that is being written', async () => {
  const asked = get(`/api/public/traces/${TRACE}`);
  await setTimeout(150);
  await storeTrace();
  expect((await asked).status).toBe(200);
});

it('streams a trace that is larger than one portion', async () => {
  await storeTrace();
  const large = JSON.stringify('x'.repeat(3 * 2 ** 20));
  await owner.query(
    `insert into sluice.observations (part, trace_id, id, input, counted, created_at, updated_at, stamp)
     select $1, $2, gen_random_uuid(), $3, true, now(), now(), '3' from generate_series(1, 5)`,
    [PART, TRACE, large],
  );
  const { body, text } = await get(`/api/public/traces/${TRACE}`);
  expect(text.length).toBeGreaterThan(15 * 2 ** 20);
  expect((body as { observations: unknown[] }).observations).toHaveLength(6);
});

it('sums up days, by counters and by a filter alike', async () => {
  await storeTrace();
  const usage = {
    model: 'gpt-4o',
    inputUsage: 10,
    outputUsage: 20,
    totalUsage: 30,
    countTraces: 1,
    countObservations: 1,
    totalCost: 0.25,
  };
  const day = { date: '2026-11-20', countTraces: 1, countObservations: 1, totalCost: 0.25, usage: [usage] };
  const expected = { data: [day], meta: { page: 1, limit: 50, totalItems: 1, totalPages: 1 } };
  expect((await get('/api/public/metrics/daily')).body).toEqual(expected);
  expect((await get('/api/public/metrics/daily?traceName=checkout&tags=a')).body).toEqual(expected);
  expect((await get('/api/public/metrics/daily?traceName=other')).body).toMatchObject({ data: [] });
});

it('answers sums of tokens with all their digits', async () => {
  await storeTrace();
  await owner.query('update sluice.traces set input_tokens = 9007199254740993');
  await owner.query('update sluice.daily_usage set input_tokens = 9007199254740995');
  expect((await get('/api/public/traces')).text).toContain('"usage":{"input":9007199254740993,');
  expect((await get(`/api/public/traces/${TRACE}`)).text).toContain('"usage":{"input":9007199254740993,');
  expect((await get('/api/public/metrics/daily')).text).toContain('"inputUsage":9007199254740995,"outputUsage":20,');
});

it('answers the metrics of the last hour, the present second included', async () => {
  await owner.query(
    `insert into sluice.metric_series (hash, name, labels) values (gen_random_uuid(), 'm', '{"host":"a"}')`,
  );
  await owner.query(
    `insert into sluice.metric_points (series_id, ts, value)
     select id, now() - age, 2 from sluice.metric_series, unnest('{0 minutes, 30 minutes, 2 hours}'::interval[]) age`,
  );
  const { body } = await get(
    '/api/public/metrics/query?name=m&agg=sum&step=1d&group_by=host&labels=%7B%22host%22:%22a%22%7D',
  );
  const { data, meta } = body as { data: { labels: unknown; values: { value: number }[] }[]; meta: object };
  expect(data[0]?.labels).toEqual({ host: 'a' });
  expect(data[0]?.values.reduce((sum, { value }) => sum + value, 0)).toBe(4);
  expect(meta).toMatchObject({ series_count: 1, truncated: false, latest_ts: expect.stringMatching(/\+00:00$/) });
  expect((await get('/api/public/metrics/names')).body).toEqual({ data: ['m'] });
});

it('tells a client of buckets whose sum no double can hold, and answers the others', async () => {
  await owner.query(`insert into sluice.metric_series (hash, name, labels) values (gen_random_uuid(), 'm', '{}')`);
  await owner.query(
    `insert into sluice.metric_points (series_id, ts, value)
     select id, now() - age, value
     from sluice.metric_series, (values (interval '0', 1.7e308), ('0', 1.7e308), ('30 minutes', 7)) as v (age, value)`,
  );
  const { body } = await get('/api/public/metrics/query?name=m&agg=sum');
  expect(body).toMatchObject({ data: [{ values: [{ value: 7 }] }], meta: { series_count: 1, omitted_buckets: 1 } });
  const { body: average } = await get('/api/public/metrics/query?name=m&agg=avg');
  expect(average).toMatchObject({ data: [{ values: [{ value: 7 }, { value: 1.7e308 }] }] });
  expect(average).not.toHaveProperty('meta.omitted_buckets');
});
