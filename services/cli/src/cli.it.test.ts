import type { MetricRecord, SluiceRecord, TraceRecord } from '@sluice/record';
import { testUuid, traceRecord } from '@sluice/testbed/samples';
import { testDatabaseUrl } from '@sluice/testbed/servers';
import { OffsetConflictError, createPostgresStore, writerPoolConfig } from '@sluice/store/write';
import { Pool } from 'pg';
import { runCommand } from './run-command.testing';

const TOPIC = 'sluice.traces.v1';
let pool: Pool;
let database: Pool;
beforeAll(() => {
  database = new Pool({ connectionString: testDatabaseUrl(), max: 2 });
  pool = new Pool(writerPoolConfig({ databaseUrl: testDatabaseUrl(), maxConnections: 2 }));
});
afterAll(() => Promise.all([database.end(), pool.end()]));

const sluice = (args: readonly string[], env: NodeJS.ProcessEnv = { DATABASE_URL: testDatabaseUrl() }) =>
  runCommand(args, env);

const prices = { version: 'none', price: () => undefined };
/** Offset of the next record of the test. */
let offset = 0;

/** Stores a record as the writer does. */
async function store(record: SluiceRecord, topic = TOPIC): Promise<void> {
  const records = createPostgresStore({ pool, prices, now: () => Date.now() * 1000 });
  const from = await records.position(topic, 0);
  offset = from.nextOffset;
  await records.store(
    { topic, partition: 0, next: offset + 1, deliveries: [{ offset, record }], undecodable: [] },
    from,
  );
}

/** Adds constraints by which Postgres refuses these observations and points. */
const refuse = () =>
  database.query(`alter table sluice.observations add constraint refuses check (name <> 'refused') not valid;
    alter table sluice.metric_points add constraint refuses check (value <> 13) not valid`);
const accept = () =>
  database.query(`alter table sluice.observations drop constraint if exists refuses;
    alter table sluice.metric_points drop constraint if exists refuses`);
beforeEach(async () => {
  await database.query('delete from sluice.ingest_dead_letter');
  await refuse();
});
afterEach(accept);

const count = async (sql: string, ...values: unknown[]): Promise<number> =>
  Number((await database.query<{ count: string }>(sql, values)).rows[0]?.count);

function trace(n: number): TraceRecord {
  const record = traceRecord(n);
  const refused = record.observations.map((each) => ({ ...each, id: testUuid(2), name: 'refused' }));
  return { ...record, receivedAt: Date.now() * 1000, observations: [...record.observations, ...refused] };
}

function metrics(n: number): MetricRecord {
  const now = Date.now() * 1000;
  const points = [1, 13].map((value) => ({ name: `metric ${n}`, labels: new Map(), value, timestamp: now }));
  return { kind: 'metric', recordId: testUuid(0x20000 + n), receivedAt: now, points };
}

test('a refused item is listed, shown and, when it is not refused any more, replayed once', async () => {
  await store(trace(1));
  const id = `${TOPIC}/0/0/${offset}/1`;
  expect((await sluice(['dead-letters', 'list'])).lines).toEqual([
    expect.stringMatching(/^id +stored +bytes +sqlstate +message$/),
    expect.stringMatching(new RegExp(`^${id} .* 23514 `)),
  ]);
  const shown = await sluice(['dead-letters', 'show', id]);
  expect(JSON.parse(shown.lines.join('\n'))).toMatchObject({
    id,
    sqlstate: '23514',
    record: { traceId: testUuid(1), observations: [{ id: testUuid(2), name: 'refused' }] },
  });

  expect(await sluice(['dead-letters', 'replay', id])).toEqual({
    code: 1,
    lines: [`refused ${id}`],
    errors: '1 letter could not be stored\n',
  });
  await accept();
  expect(await sluice(['dead-letters', 'replay', '--all'])).toEqual({ code: 0, lines: [`stored ${id}`], errors: '' });
  expect(await count('select count(*) from sluice.observations where trace_id = $1', testUuid(1))).toBe(2);
  expect(await sluice(['dead-letters', 'replay', id])).toMatchObject({ code: 1, lines: [`missing ${id}`] });
  expect((await sluice(['dead-letters', 'list'])).lines).toHaveLength(1);
  expect((await sluice(['dead-letters', 'list', '--all', '--json'])).lines).toEqual([expect.stringContaining(id)]);
});

test('a refused item of a project is shown with it, and replayed in it', async () => {
  await store({ ...trace(4), project: 'acme' });
  const id = `${TOPIC}/0/0/${offset}/1`;
  const shown = await sluice(['dead-letters', 'show', id]);
  expect(JSON.parse(shown.lines.join('\n'))).toMatchObject({ record: { project: 'acme', traceId: testUuid(4) } });
  await accept();
  expect((await sluice(['dead-letters', 'replay', id])).lines).toEqual([`stored ${id}`]);
  const ofTrace = `select t.observation_count as count from sluice.traces t join sluice.projects p on p.id = t.project
    where p.name = $1 and t.public_id = $2`;
  expect(await count(ofTrace, 'acme', testUuid(4))).toBe(2);
});

test.each([['list'], ['list', '--json'], ['show']])(
  'dead-letters %s obeys nothing that was stored, and JSON still says it',
  async (...command) => {
    const model = '\u001b]0;owned\u0007\u009b31m\u007f\u202e\u2028';
    await store({ ...trace(3), observations: [{ ...trace(3).observations[0]!, name: 'refused', model }] });
    await database.query('update sluice.ingest_dead_letter set message = message || $1', [model]);
    const id = `${TOPIC}/0/0/${offset}/0`;
    const { code, lines } = await sluice(['dead-letters', ...command, ...(command[0] === 'show' ? [id] : [])]);
    const text = lines.join('\n');
    expect(code).toBe(0);
    expect(text).toContain(id);
    expect(text).not.toMatch(/(?!\n)[\p{Cc}\p{Cf}\p{Zl}]/u);
    if (command.length === 1 && command[0] === 'list') return;
    expect(JSON.parse(text)).toMatchObject({ message: expect.stringContaining(model) as string });
    if (command[0] === 'show') expect(JSON.parse(text)).toMatchObject({ record: { observations: [{ model }] } });
  },
);

test('a refused point is stored once, however often its replay is refused or cut off before', async () => {
  await store(metrics(1), 'sluice.metrics.v1');
  const id = `sluice.metrics.v1/0/0/${offset}/1`;
  const stored = () =>
    count(
      `select count(*) from sluice.metric_points p join sluice.metric_series s on s.id = p.series_id where s.name = $1`,
      'metric 1',
    );
  expect(await stored()).toBe(1);
  for (const _ of [1, 2]) expect((await sluice(['dead-letters', 'replay', id])).lines).toEqual([`refused ${id}`]);
  expect(await count('select count(*) from sluice.ingest_dead_letter')).toBe(1);
  await accept();
  expect((await sluice(['dead-letters', 'replay', id])).lines).toEqual([`stored ${id}`]);
  await database.query('update sluice.ingest_dead_letter set replayed_at = null'); // killed before it was marked
  expect((await sluice(['dead-letters', 'replay', id])).lines).toEqual([`stored ${id}`]);
  expect(await stored()).toBe(2);
});

test('a discarded letter is gone', async () => {
  await store(trace(2));
  const id = `${TOPIC}/0/0/${offset}/1`;
  expect(await sluice(['dead-letters', 'discard', id])).toMatchObject({ code: 0, lines: [`discarded ${id}`] });
  expect(await sluice(['dead-letters', 'discard', id])).toMatchObject({ code: 1, lines: [`missing ${id}`] });
  expect(await sluice(['dead-letters', 'show', id])).toMatchObject({ code: 1, lines: [] });
});

test('only one replay runs at a time', async () => {
  const other = await database.connect();
  await other.query("select pg_advisory_lock(hashtextextended('sluice.replay', 0))");
  const answer = await sluice(['dead-letters', 'replay', '--all']);
  other.release(true);
  expect(answer).toMatchObject({ code: 1, errors: expect.stringContaining('wait for its end') as string });
});

test('offsets tell where partitions stand and what became of the items', async () => {
  await store({ ...traceRecord(7), receivedAt: Date.now() * 1000 }, 'team.sluice.traces.v1');
  const { code, lines } = await sluice(['offsets', 'show', '--json']);
  expect(code).toBe(0);
  const rows = lines.map((line) => JSON.parse(line) as Record<string, unknown>);
  expect(rows).toContainEqual(
    expect.objectContaining({ topic: 'team.sluice.traces.v1', partition: 0, nextOffset: 1, stored: 1, dead: 0 }),
  );
  expect((await sluice(['offsets', 'show'])).lines[0]).toMatch(/^topic +epoch +partition +next +stored/);
});

test('accept-gap moves a partition forward from where it stands, and not otherwise', async () => {
  const topic = 'gap.sluice.traces.v1';
  await store(traceRecord(8), topic);
  const accept = (from: number, to: number) => sluice(['offsets', 'accept-gap', topic, '0', String(from), String(to)]);
  for (const [from, to] of [
    [0, 5],
    [1, 1],
    [2, 5],
  ] as const)
    expect(await accept(from, to)).toMatchObject({ code: 1 });
  expect(await accept(1, 5)).toEqual({ code: 0, lines: [`${topic}/0 goes on at 5`], errors: '' });
  const records = createPostgresStore({ pool, prices, now: () => Date.now() * 1000 });
  expect(await records.position(topic, 0)).toEqual({ epoch: 0, nextOffset: 5 });
});

test('new-epoch begins at 0 again, keeps the ledger, and shuts out who still writes in the old one', async () => {
  const topic = 'recreated.sluice.traces.v1';
  await store(traceRecord(9), topic);
  const records = createPostgresStore({ pool, prices, now: () => Date.now() * 1000 });
  const old = await records.position(topic, 0);
  expect(await sluice(['offsets', 'new-epoch', topic])).toEqual({
    code: 0,
    lines: [`${topic} begins at 0 in epoch 1`],
    errors: '',
  });
  const batch = { topic, partition: 0, next: 2, deliveries: [{ offset: 1, record: traceRecord(10) }], undecodable: [] };
  await expect(records.store(batch, old)).rejects.toThrow(OffsetConflictError);
  expect(await records.position(topic, 0)).toEqual({ epoch: 1, nextOffset: 0 });
  const { lines } = await sluice(['offsets', 'show', '--json']);
  const rows = lines.map((line) => JSON.parse(line) as Record<string, unknown>).filter((row) => row['topic'] === topic);
  expect(rows).toMatchObject([
    { epoch: 0, nextOffset: 1, stored: 1 },
    { epoch: 1, nextOffset: 0, stored: 0 },
  ]);
  expect(await sluice(['offsets', 'new-epoch', 'unknown'])).toMatchObject({ code: 1 });
});

test.each([
  ['no command', [], {}, 64, 'Usage: sluice'],
  ['a command that is none', ['frobnicate'], {}, 64, 'unknown command'],
  ['an id that is none', ['dead-letters', 'show', 'x'], {}, 64, 'topic/epoch/partition/offset/item'],
  ['neither ids nor --all', ['dead-letters', 'replay'], {}, 64, 'give ids, or --all'],
  ['a number that is none', ['topics', '--partitions', '0'], {}, 64, 'expected a whole number from 1'],
  ['no database', ['migrate'], {}, 78, 'DATABASE_URL: required'],
  ['no brokers', ['topics'], {}, 78, 'KAFKA_BROKERS: required'],
])('%s: the exit code says what kind of mistake it is', async (_, args, env, code, message) => {
  expect(await sluice(args, env)).toMatchObject({
    code,
    errors: expect.stringContaining(message) as string,
    lines: [],
  });
});

test('what the database says is told', async () => {
  const absent = new URL(testDatabaseUrl());
  absent.pathname = '/absent';
  const answer = await sluice(['offsets', 'show'], { DATABASE_URL: absent.href });
  expect(answer).toMatchObject({ code: 1, errors: expect.stringContaining('does not exist') as string });
});

test('help and version are answers', async () => {
  expect(await sluice(['--version'])).toEqual({ code: 0, lines: ['1.2.3'], errors: '' });
  const { code, lines } = await sluice(['dead-letters', 'replay', '--help']);
  expect([code, lines.join('\n')]).toEqual([0, expect.stringContaining('--all')]);
});
