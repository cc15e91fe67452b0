import { NIL_UUID, OBSERVATION_FIELDS, type TraceRecord, fieldsOf } from '@sluice/record';
import { testUuid as uuid } from '@sluice/testbed/samples';
import { asRole, testDatabaseUrl } from '@sluice/testbed/servers';
import { Pool } from 'pg';
import { observations } from './schema/traces';
import { type TestWriter, openWriter } from './write/writer.testing';

const NOW = Date.UTC(2026, 10, 20) * 1000;
const SECOND = 1_000_000;

let writer: TestWriter;
let reader: Pool;

beforeAll(async () => {
  writer = openWriter({ now: NOW });
  reader = new Pool({ connectionString: asRole(testDatabaseUrl(), 'sluice_reader'), max: 1 });
  await writer.storeAll([records]);
});
afterAll(async () => {
  await reader.end();
  await writer.close();
});

/** Columns of a view with their types, in their order. */
async function columnsOf(view: string): Promise<string[]> {
  const { rows } = await reader.query<{ column: string }>(`
    select attname || ' ' || format_type(atttypid, atttypmod) as column
    from pg_attribute where attrelid = 'sluice.${view}'::regclass and attnum > 0 order by attnum`);
  return rows.map(({ column }) => column);
}

async function read(text: string, on: Pool = reader): Promise<unknown[]> {
  return (await on.query<Record<string, unknown>>(text)).rows;
}

const trace = (n: number, fields: Partial<TraceRecord>): TraceRecord => ({
  kind: 'trace',
  recordId: uuid(100 + n),
  receivedAt: NOW,
  traceId: uuid(n),
  updates: [],
  tags: [],
  observations: [],
  ...fields,
});

const says = (fields: TraceRecord['updates'][number]['fields']): TraceRecord['updates'] => [{ stamp: '3', fields }];

const usage = { input: { input: 70 }, output: { output: 7 }, other: {}, total: null };

const records = [
  // An agent around a model call that two instrumentations sent, all with the tokens; the root speaks for the trace.
  trace(1, {
    updates: says({
      name: 'shop',
      userId: 'ada',
      environment: 'live',
      input: { observationId: uuid(11) },
      output: { observationId: uuid(12) },
      metadata: new Map([['region', '"eu"']]),
    }),
    observations: [
      {
        id: uuid(11),
        parentId: NIL_UUID,
        counted: false,
        usage,
        level: 'ERROR',
        name: 'agent',
        startTime: NOW,
        endTime: NOW + 2 * SECOND,
        input: '{"question":"?"}',
      },
      {
        id: uuid(12),
        parentId: uuid(11),
        counted: true,
        usage,
        scope: 'a',
        type: 'GENERATION',
        startTime: NOW + SECOND,
        endTime: NOW,
        output: '"42"',
        costDetails: { total: 0.25 },
        promptName: 'greet',
        promptVersion: 3,
      },
      {
        ...{ id: uuid(13), parentId: uuid(12), counted: true, usage, scope: 'b' },
        type: 'GENERATION',
        startTime: NOW + SECOND,
      },
    ],
  }),
  trace(2, { updates: says({ input: { text: '"own"' }, output: { none: true } }), tags: ['a'] }),
  // A wrapper that counts, because no call is below it.
  trace(3, { observations: [{ id: uuid(31), counted: false, usage, scope: 'lone' }] }),
];

test('a trace has the input and output that it is answered with, whoever holds them', async () => {
  expect(await read('select id, input, output, metadata from sluice.trace_view order by id')).toEqual([
    { id: uuid(1), input: '{"question":"?"}', output: '"42"', metadata: '{"region":"eu"}' },
    { id: uuid(2), input: '"own"', output: null, metadata: null },
    { id: uuid(3), input: null, output: null, metadata: null },
  ]);
});

test('a trace has the sums of what is counted, and defaults in place of what was not said', async () => {
  expect(
    await read(`
      select name, user_id, environment, public, tags, observation_count as n, error_count as errors, latency_seconds as seconds,
             total_tokens::integer as tokens, total_cost::text as cost
      from sluice.trace_view order by id`),
  ).toEqual([
    {
      ...{ name: 'shop', user_id: 'ada', environment: 'live', public: false, tags: [], n: 3, errors: 1, seconds: 2 },
      ...{ tokens: 77, cost: '0.250000000000' },
    },
    {
      ...{ name: null, user_id: null, environment: 'default', public: false, tags: ['a'], n: 0, errors: 0, seconds: 0 },
      ...{ tokens: 0, cost: '0.000000000000' },
    },
    {
      ...{ name: null, user_id: null, environment: 'default', public: false, tags: [], n: 1, errors: 0, seconds: 0 },
      ...{ tokens: 77, cost: '0.000000000000' },
    },
  ]);
});

test('an observation has what is answered of it, what it counts, and its trace', async () => {
  expect(
    await read(`
      select id, parent_observation_id as parent, type, level, environment, counted, total_tokens::integer as tokens,
             latency_seconds as seconds, end_time >= start_time as ordered, start_time = created_at as received, trace_name
      from sluice.observation_view order by id`),
  ).toEqual([
    {
      ...{
        id: uuid(11),
        parent: null,
        type: 'SPAN',
        level: 'ERROR',
        environment: 'live',
        counted: false,
        tokens: 77,
      },
      ...{ seconds: 2, ordered: true, received: true, trace_name: 'shop' },
    },
    {
      ...{ id: uuid(12), parent: uuid(11), type: 'GENERATION', level: 'DEFAULT', environment: 'live', counted: true },
      ...{ tokens: 77, seconds: 0, ordered: true, received: false, trace_name: 'shop' },
    },
    {
      ...{ id: uuid(13), parent: uuid(12), type: 'GENERATION', level: 'DEFAULT', environment: 'live', counted: false },
      ...{ tokens: 77, seconds: null, ordered: null, received: false, trace_name: 'shop' },
    },
    {
      ...{ id: uuid(31), parent: null, type: 'SPAN', level: 'DEFAULT', environment: 'default', counted: true },
      ...{ tokens: 77, seconds: null, ordered: null, received: true, trace_name: null },
    },
  ]);
  expect(await read('select sum(total_tokens)::integer as tokens from sluice.observation_view where counted')).toEqual([
    { tokens: 154 },
  ]);
});

test('an observation has the one that counts its call, and its prompt', async () => {
  expect(
    await read('select id, counted_in, prompt_name, prompt_version from sluice.observation_view order by id'),
  ).toEqual([
    { id: uuid(11), counted_in: null, prompt_name: null, prompt_version: null },
    { id: uuid(12), counted_in: null, prompt_name: 'greet', prompt_version: 3 },
    { id: uuid(13), counted_in: uuid(12), prompt_name: null, prompt_version: null },
    { id: uuid(31), counted_in: null, prompt_name: null, prompt_version: null },
  ]);
});

test('what retention has taken is in neither', async () => {
  const client = await writer.owner.connect();
  try {
    await client.query('begin; update sluice.retention_floor set closed_below = 1000000, part = 1000000');
    for (const view of ['trace_view', 'observation_view']) {
      expect((await client.query(`select from sluice.${view}`)).rowCount).toBe(0);
    }
  } finally {
    await client.query('rollback');
    client.release();
  }
});

test('a condition on part reads the partitions of those days only, and a trace only where it is asked for', async () => {
  const part = Math.floor(NOW / (3600 * SECOND));
  await writer.owner.query('select sluice.ensure_trace_partitions($1, $2)', [part - 24 * 30, part + 24 * 30]);
  // A stand-in for now() less some days: known when the statement begins, and not when it is planned.
  const hour = (day: string): string => `(extract(epoch from timestamptz '${day}Z' + (now() - now())) / 3600)::integer`;
  const plan = await read(`
    explain (analyze, costs off, timing off, summary off)
    select sum(total_cost) from sluice.observation_view
    where part >= ${hour('2026-11-19')} and part < ${hour('2026-11-21')}`);
  const scans = plan.flatMap((row) => {
    const line = JSON.stringify(row);
    return line.includes('never executed') ? [] : [...line.matchAll(/Scan.* on (\w+)/g)].map(([, table]) => table);
  });
  expect(scans).toEqual(['retention_floor', 'projects', 'observations_20261119', 'observations_20261120']);
});

test('counts and sums read no text', async () => {
  for (const view of ['trace_view', 'observation_view']) {
    const plan = JSON.stringify(await read(`explain select count(*), sum(total_tokens) from sluice.${view}`));
    expect(plan).toContain('Aggregate');
    expect(/text_packs|trace_io/.exec(plan)).toBeNull();
  }
});

test('nobody writes through them', async () => {
  for (const view of ['trace_view', 'observation_view']) {
    for (const role of ['sluice_reader', 'sluice_writer'] as const) {
      const pool = new Pool({ connectionString: asRole(testDatabaseUrl(), role), max: 1 });
      await expect(pool.query(`update sluice.${view} set name = 'x'`)).rejects.toThrow(
        /permission denied|cannot update/,
      );
      await expect(pool.query(`delete from sluice.${view}`)).rejects.toThrow(/permission denied|cannot delete/);
      await pool.end();
    }
  }
});

/** Contract: SQL. A column may be added at the end; one that is changed or gone breaks the reports of users. */
test('columns keep their names, order and types, and new ones come after them', async () => {
  const KEPT = {
    trace_view: [
      'id uuid, timestamp timestamp with time zone, name text, user_id text, session_id text, release text, version text',
      'environment text, public boolean, tags text[], input text, output text, metadata text, observation_count integer',
      'first_start timestamp with time zone, last_end timestamp with time zone, latency_seconds double precision',
      'input_tokens bigint, output_tokens bigint, total_tokens bigint, total_cost numeric(30,12)',
      'created_at timestamp with time zone, updated_at timestamp with time zone, part integer, project text',
      'error_count integer, warning_count integer, outcome text, is_open boolean',
    ],
    observation_view: [
      'id uuid, trace_id uuid, parent_observation_id uuid, type text, name text, start_time timestamp with time zone',
      'end_time timestamp with time zone, completion_start_time timestamp with time zone, latency_seconds double precision',
      'model text, response_model text, provider text, level text, status_message text, version text, environment text',
      'input text, output text, metadata text, model_parameters text, usage_details text, cost_details text',
      'counted boolean, input_tokens bigint, output_tokens bigint, total_tokens bigint',
      'input_cost numeric(30,12), output_cost numeric(30,12), total_cost numeric(30,12), cost_source text',
      'created_at timestamp with time zone, updated_at timestamp with time zone, part integer',
      'trace_name text, user_id text, session_id text, project text',
      'counted_in uuid, prompt_name text, prompt_version integer, is_root boolean, service text',
    ],
  };
  for (const [view, kept] of Object.entries(KEPT)) {
    const columns = kept.join(', ').split(', ');
    expect((await columnsOf(view)).slice(0, columns.length)).toEqual(columns);
  }
});

test('every field of an observation has a column', async () => {
  const named = (await columnsOf('observation_view')).map((column) => column.split(' ')[0]);
  const fields = fieldsOf(OBSERVATION_FIELDS, 'text', 'longText', 'json', 'time', 'integer', 'flag', 'members');
  const internal: readonly string[] = ['scope', 'awaitsEnd'];
  const missing = fields.filter((name) => !internal.includes(name) && !named.includes(observations[name].name));
  expect(missing).toEqual([]);
});
