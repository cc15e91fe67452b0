import type { SluiceRecord } from '@sluice/record';
import { testUuid, traceRecord } from '@sluice/samples';
import { testDatabaseUrl } from '@sluice/servers';
import { createPostgresStore, writerPoolConfig } from '@sluice/store/write';
import { Pool } from 'pg';
import { runCommand } from './run-command.testing';

const DAY = 86_400_000_000;
const NOW = Date.now() * 1000;
const dayAgo = (days: number): string => new Date((NOW - days * DAY) / 1000).toISOString().slice(0, 10);

let pool: Pool;
let database: Pool;
beforeAll(() => {
  database = new Pool({ connectionString: testDatabaseUrl(), max: 2 });
  pool = new Pool(writerPoolConfig({ databaseUrl: testDatabaseUrl(), maxConnections: 2 }));
});
afterAll(() => Promise.all([database.end(), pool.end()]));
beforeEach(async () => {
  await database.query(`delete from sluice.traces; delete from sluice.trace_io; delete from sluice.observations;
    delete from sluice.trace_usage; delete from sluice.daily_usage; delete from sluice.daily_traces;
    truncate sluice.metric_series, sluice.metric_points, sluice.metric_receipts;
    update sluice.retention_floor set part = 0, pin_from = 0`);
});

const sluice = (args: readonly string[], env: NodeJS.ProcessEnv = {}) =>
  runCommand(['partitions', ...args], { DATABASE_URL: testDatabaseUrl(), ...env });

/** Stores records as the writer does. */
async function store(...records: readonly SluiceRecord[]): Promise<void> {
  const store = createPostgresStore({
    pool,
    prices: { version: 'none', price: () => undefined },
    now: () => NOW,
  });
  const from = await store.position('t', 0);
  const deliveries = records.map((record, index) => ({ offset: from.nextOffset + index, record }));
  const next = from.nextOffset + records.length;
  await store.store({ topic: 't', partition: 0, next, deliveries, undecodable: [] }, from);
}

/** A trace first received so many days ago. */
const trace = (n: number, days: number): SluiceRecord => ({ ...traceRecord(n), receivedAt: NOW - days * DAY });
const points = (n: number, days: number): SluiceRecord => ({
  kind: 'metric',
  recordId: testUuid(0x20000 + n),
  receivedAt: NOW - days * DAY,
  points: [{ name: `metric ${n}`, labels: new Map([['a', 'b']]), value: n, timestamp: NOW - days * DAY }],
});

const traceIds = async (): Promise<unknown[]> =>
  (await database.query<{ id: string }>('select id from sluice.traces order by id')).rows.map(({ id }) => id);

interface ListedDay {
  readonly day: string | null;
  readonly rows: Readonly<Record<string, number | null>>;
  readonly bytes: number;
  readonly floor: string;
}
const listed = async (): Promise<ListedDay[]> =>
  (await sluice(['list', '--json'])).lines.map((line) => JSON.parse(line) as ListedDay);

describe('partitions list', () => {
  test('has each day with its rows and bytes, the oldest first, and where it lies to the floor', async () => {
    await store(trace(1, 3), trace(2, 1), trace(3, 1), points(1, 1));
    await database.query('analyze sluice.observations, sluice.metric_points');
    await database.query('update sluice.retention_floor set part = $1, pin_from = $1', [
      Math.floor((NOW - 2 * DAY) / DAY) * 24 + 1,
    ]);
    const days = await listed();
    expect(days[0]?.day).toBeNull();
    expect(days.slice(1).map(({ day }) => day)).toEqual([...days.slice(1).map(({ day }) => day)].sort());
    const [old, recent] = [3, 1].map((ago) => days.find(({ day }) => day === dayAgo(ago)));
    expect(old).toMatchObject({ rows: { observations: 1 }, floor: 'below' });
    expect(recent).toMatchObject({ rows: { observations: 2, metric_points: 1 }, floor: 'above' });
    const { rows } = await database.query<{ bytes: number }>(
      `select sum(pg_total_relation_size(n::regclass))::float8 as bytes from unnest($1::text[]) n`,
      [['observations', 'trace_io', 'trace_usage'].map((table) => `sluice.${table}_${dayAgo(3).replaceAll('-', '')}`)],
    );
    expect(old?.bytes).toBe(rows[0]?.bytes);
    const { lines } = await sluice(['list']);
    expect(lines[0]).toMatch(/^day +observations +trace_io +trace_usage +metric_points +bytes +retention floor$/);
    expect(lines.find((line) => line.startsWith(dayAgo(3)))).toMatch(/ below$/);
  });
});

describe('partitions drop', () => {
  const drop = (before: string, ...more: readonly string[]) =>
    sluice(['drop', '--before', before, '--yes', '--wait', '0', ...more]);

  test('drops as retention does: answers have nothing below the floor, partitions go, later days stay', async () => {
    await store(trace(1, 5), trace(2, 3), trace(3, 0), points(1, 5), points(2, 0));
    const { code, lines, errors } = await drop(dayAgo(2), '--json');
    expect({ code, errors }).toEqual({ code: 0, errors: '' });
    expect(JSON.parse(lines.join())).toMatchObject({ traces: 2, series: 1, receipts: 0, positions: 0 });
    expect(await traceIds()).toEqual([testUuid(3)]);
    const floor = (await database.query<{ part: number }>('select part from sluice.retention_floor')).rows[0]?.part;
    expect(floor).toBe(Date.parse(dayAgo(2)) / 3_600_000);
    expect(
      (await listed()).filter(({ rows, floor: is }) => rows['observations'] !== undefined && is === 'below'),
    ).toEqual([]);
    expect(await drop(dayAgo(2))).toEqual({ code: 0, lines: ['dropped nothing'], errors: '' });
  });

  test('says in words what was dropped', async () => {
    await store(trace(1, 3), trace(2, 0));
    expect((await drop(dayAgo(2))).lines).toEqual(
      expect.arrayContaining(['dropped traces: 1', 'dropped partitions: 3']),
    );
  });

  test('does nothing without --yes', async () => {
    await store(trace(1, 3), trace(2, 0));
    const { code, errors } = await sluice(['drop', '--before', dayAgo(2)]);
    expect({ code, errors }).toEqual({
      code: 64,
      errors: `error: what was first received before ${dayAgo(2)} would be dropped for ever: add --yes, if it is meant.\n`,
    });
    expect(await traceIds()).toHaveLength(2);
  });

  test('takes today, of which nothing goes, and refuses what is not over', async () => {
    await store(trace(1, 1), trace(2, 0));
    expect(await drop(dayAgo(0))).toMatchObject({ code: 0 });
    expect(await traceIds()).toEqual([testUuid(2)]);
    expect(await drop(dayAgo(-1))).toEqual({
      code: 64,
      lines: [],
      errors: `error: --before ${dayAgo(-1)}: expected a day up to today, ${dayAgo(0)} (UTC).\n`,
    });
  });

  test.each(['2026-02-30', '2026-2-3', 'yesterday', '1969-12-31', '2026-11-01T00:00', ''])(
    'refuses the day %p and says what is accepted',
    async (day) => {
      const { code, errors } = await drop(day);
      expect(code).toBe(64);
      expect(errors).toContain("'--before <day>'");
      expect(errors).toContain('expected a UTC day from 1970 on as YYYY-MM-DD, such as 2026-11-01.');
    },
  );

  test('keeps everything while nothing newer is stored', async () => {
    await store(trace(1, 5), points(1, 5));
    const { code, errors } = await drop(dayAgo(2));
    expect(code).toBe(1);
    expect(errors).toContain('nothing is stored that was received since');
    expect(await traceIds()).toHaveLength(1);
  });

  test('does nothing while somebody else drops', async () => {
    await store(trace(1, 5), trace(2, 0));
    const other = await database.connect();
    await other.query(`select pg_advisory_lock(hashtextextended('sluice.retention', 0))`);
    const { code, errors } = await drop(dayAgo(2));
    await other.query('select pg_advisory_unlock_all()');
    other.release();
    expect({ code, errors }).toEqual({
      code: 1,
      errors: 'a writer, or another command, is dropping what has expired: run this again in a minute\n',
    });
    expect(await traceIds()).toHaveLength(2);
  });

  test('needs a user who may act as the owner, of DATABASE_OWNER_URL where it is set', async () => {
    await store(trace(1, 5), trace(2, 0));
    const url = new URL(testDatabaseUrl());
    url.username = `dropper_${process.pid}`;
    url.password = 'password-of-a-test';
    await database.query(
      `create role ${url.username} login password '${url.password}'; grant sluice_writer to ${url.username}`,
    );
    try {
      const refused = await runCommand(['partitions', 'drop', '--before', dayAgo(2), '--yes'], {
        DATABASE_URL: url.href,
      });
      expect(refused.code).toBe(1);
      expect(refused.errors).toContain(`nothing is dropped, because user ${url.username} may not act as sluice_owner`);
      expect(await traceIds()).toHaveLength(2);
      const env = { DATABASE_URL: url.href, DATABASE_OWNER_URL: testDatabaseUrl() };
      const args = ['partitions', 'drop', '--before', dayAgo(2), '--yes', '--wait', '0'];
      expect(await runCommand(args, env)).toMatchObject({ code: 0 });
    } finally {
      await database.query(`drop role ${url.username}`);
    }
    expect(await traceIds()).toHaveLength(1);
  });
});
