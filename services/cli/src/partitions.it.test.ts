import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { eventually, temporaryFolder } from '@sluice/machine';
import { type SluiceRecord, receiveStamp } from '@sluice/record';
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

  test('that fails does not say that nothing was dropped', async () => {
    await store(trace(1, 5), trace(2, 0), points(1, 5));
    await database.query(`create function refuse() returns trigger language plpgsql as $$ begin
        raise exception 'refused by a test'; end $$;
      create trigger refuse before delete on sluice.traces for each row execute function refuse()`);
    const dropped = await drop(dayAgo(2)).finally(() =>
      database.query('drop trigger refuse on sluice.traces; drop function refuse'),
    );
    expect(dropped).toEqual({ code: 1, lines: [], errors: 'failed: refused by a test\n' });
    expect(await traceIds()).toHaveLength(2);
    expect((await drop(dayAgo(2))).lines).toContain('dropped traces: 1');
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

describe('partitions export', () => {
  const TABLES = ['traces', 'trace_io', 'observations', 'trace_usage', 'metric_points'];
  let to: string;
  beforeEach(() => {
    to = temporaryFolder('export', (remove) => removals.push(remove));
  });
  const removals: (() => void)[] = [];
  afterAll(() => removals.forEach((remove) => remove()));

  const exportDay = (day: string, ...more: readonly string[]) => sluice(['export', '--day', day, '--to', to, ...more]);
  const folderOf = (day: string) => join(to, `sluice-${day}`);
  type Row = Readonly<Record<string, unknown>>;
  const rowsOf = (day: string, table: string): Row[] => {
    const text = gunzipSync(readFileSync(join(folderOf(day), `${table}.ndjson.gz`))).toString();
    return text === ''
      ? []
      : text
          .trimEnd()
          .split('\n')
          .map((line) => JSON.parse(line) as Row);
  };
  interface Manifest {
    readonly files: readonly {
      readonly table: string;
      readonly file: string;
      rows: number;
      bytes: number;
      sha256: string;
    }[];
  }
  const manifestOf = (day: string) =>
    JSON.parse(readFileSync(join(folderOf(day), 'manifest.json'), 'utf8')) as Manifest & Row;

  /** What JSON, COPY and shells give a meaning to. */
  const ODD = '"\\n\\\\ \n\r\n\t\u0001\u0002\u001f \\. \u2028 \u{1f6b0} \\u0041"';

  test('has every row of the day as it is stored, and none of another day', async () => {
    const { observations, ...record } = trace(1, 2) as Extract<SluiceRecord, { kind: 'trace' }>;
    const odd = { ...observations[0]!, input: JSON.stringify(ODD), statusMessage: ODD.replaceAll('\u0000', '') };
    const fields = { input: { text: JSON.stringify(ODD) } };
    const statements = [{ stamp: receiveStamp(record.receivedAt, record.recordId), fields }];
    await store(
      { ...record, statements, observations: [odd] },
      trace(2, 2),
      trace(3, 1),
      trace(4, 3),
      points(1, 2),
      points(2, 1),
    );
    const day = dayAgo(2);
    const { code, lines, errors } = await exportDay(day, '--json');
    expect({ code, errors }).toEqual({ code: 0, errors: '' });
    for (const table of TABLES.slice(0, 4)) {
      const { rows } = await database.query<{ row: Row }>(
        `select to_jsonb(t) as row from sluice.${table} t where part / 24 = $1 order by 1`,
        [Date.parse(day) / 86_400_000],
      );
      expect(rows.length).toBe(table === 'trace_io' ? 1 : 2);
      const written = rowsOf(day, table);
      expect(written).toHaveLength(rows.length);
      expect(written).toEqual(expect.arrayContaining(rows.map(({ row }) => row)));
    }
    expect(rowsOf(day, 'observations').map(({ status_message: text }) => text)).toContain(odd.statusMessage);
    expect(rowsOf(day, 'metric_points')).toEqual([
      expect.objectContaining({ name: 'metric 1', labels: { a: 'b' }, value: 1, received_on: day }),
    ]);
    expect(lines.map((line) => JSON.parse(line) as object)).toEqual(manifestOf(day).files);
  });

  test('has a manifest by which the files can be checked', async () => {
    await store(trace(1, 2), points(1, 2));
    const day = dayAgo(2);
    await exportDay(day);
    const manifest = manifestOf(day);
    expect(manifest).toMatchObject({
      format: 'sluice-day/1',
      day,
      from: `${day}T00:00:00.000Z`,
      to: `${dayAgo(1)}T00:00:00.000Z`,
      schemaVersion: expect.any(Number) as number,
    });
    expect(manifest.files.map(({ table }) => table)).toEqual(TABLES);
    for (const { table, file, rows, bytes, sha256 } of manifest.files) {
      const content = readFileSync(join(folderOf(day), file));
      expect([rows, bytes]).toEqual([rowsOf(day, table).length, content.length]);
      expect(sha256).toBe(createHash('sha256').update(content).digest('hex'));
    }
    expect(readdirSync(to)).toEqual([`sluice-${day}`]);
    for (const name of readdirSync(folderOf(day))) expect(statSync(join(folderOf(day), name)).mode & 0o077).toBe(0);
    expect(statSync(folderOf(day)).mode & 0o077).toBe(0);
  });

  test('is of one moment, whatever is stored meanwhile', async () => {
    await store(trace(1, 2), points(1, 2));
    const other = await database.connect();
    await other.query('begin; lock table sluice.trace_usage in access exclusive mode');
    const running = exportDay(dayAgo(2));
    await eventually(async () => {
      const { rows } = await database.query<{ waiting: boolean }>(
        `select exists (select from pg_stat_activity where application_name = 'sluice-export' and wait_event_type = 'Lock'
           and datname = current_database()) as waiting`,
      );
      return rows[0]?.waiting === true;
    });
    await database.query(
      `insert into sluice.metric_points (series_id, ts, value, received_on) select id, now() - interval '2 days', 7, $1 from sluice.metric_series`,
      [dayAgo(2)],
    );
    await other.query('commit');
    other.release();
    expect(await running).toMatchObject({ code: 0 });
    expect(rowsOf(dayAgo(2), 'metric_points').map(({ value }) => value)).toEqual([1]);
  });

  test('of a day without anything is empty', async () => {
    expect(await exportDay('2020-01-01')).toMatchObject({ code: 0 });
    expect(manifestOf('2020-01-01').files.map(({ rows }) => rows)).toEqual([0, 0, 0, 0, 0]);
  });

  test('writes over nothing', async () => {
    mkdirSync(folderOf(dayAgo(2)));
    writeFileSync(join(folderOf(dayAgo(2)), 'mine'), '1');
    expect(await exportDay(dayAgo(2))).toEqual({
      code: 64,
      lines: [],
      errors: `error: --to ${to}: ${folderOf(dayAgo(2))} exists already: nothing is written over it.\n`,
    });
    expect(readdirSync(to)).toEqual([`sluice-${dayAgo(2)}`]);
  });

  test('that fails leaves nothing', async () => {
    await store(trace(1, 2), points(1, 2));
    await database.query('revoke select on sluice.metric_points from sluice_reader');
    const { code, errors } = await exportDay(dayAgo(2)).finally(() =>
      database.query('grant select on sluice.metric_points to sluice_reader'),
    );
    expect(code).toBe(1);
    expect(errors).toContain('permission denied for table metric_points');
    expect(readdirSync(to)).toEqual([]);
  });

  test('begins where the retention floor stands, and is refused below it', async () => {
    const day = dayAgo(2);
    const midday = Date.parse(day) / 3_600_000 + 12;
    await database.query('update sluice.retention_floor set part = $1, pin_from = $1', [midday]);
    expect(await exportDay(day)).toMatchObject({ code: 0 });
    expect(manifestOf(day)).toMatchObject({ from: `${day}T12:00:00.000Z` });
    expect(await exportDay(dayAgo(3))).toEqual({
      code: 1,
      lines: [],
      errors: `--day ${dayAgo(3)}: what was first received on ${dayAgo(3)} has been dropped\n`,
    });
    expect(readdirSync(to)).toEqual([`sluice-${day}`]);
  });

  test('refuses a day that is not over, and a folder that is not there', async () => {
    expect((await exportDay(dayAgo(0))).errors).toBe(
      `error: --day ${dayAgo(0)}: expected a day that is over, before today, ${dayAgo(0)} (UTC).\n`,
    );
    const { code, errors } = await sluice(['export', '--day', dayAgo(1), '--to', join(to, 'missing')]);
    expect({ code, errors }).toEqual({
      code: 64,
      errors: `error: --to ${to}/missing: expected a folder that exists.\n`,
    });
    expect(existsSync(join(to, 'missing'))).toBe(false);
  });

  test('by a user who may not read names the setting of one who may', async () => {
    const url = new URL(testDatabaseUrl());
    url.username = `writer_${process.pid}`;
    url.password = 'password-of-a-test';
    await database.query(
      `create role ${url.username} login password '${url.password}'; grant sluice_writer to ${url.username}`,
    );
    const args = ['partitions', 'export', '--day', dayAgo(2), '--to', to];
    const refused = await runCommand(args, { DATABASE_URL: url.href }).finally(() =>
      database.query(`drop role ${url.username}`),
    );
    expect(refused).toEqual({
      code: 1,
      lines: [],
      errors: 'permission denied to set role "sluice_reader": name a login that may read in DATABASE_READ_URL\n',
    });
    expect(readdirSync(to)).toEqual([]);
  });

  test('needs only what a reader may, by DATABASE_READ_URL', async () => {
    await store(trace(1, 2), points(1, 2));
    const url = new URL(testDatabaseUrl());
    url.username = `exporter_${process.pid}`;
    url.password = 'password-of-a-test';
    await database.query(
      `create role ${url.username} login password '${url.password}'; grant sluice_reader to ${url.username}`,
    );
    const args = ['partitions', 'export', '--day', dayAgo(2), '--to', to];
    const { code, errors } = await runCommand(args, { DATABASE_READ_URL: url.href }).finally(() =>
      database.query(`drop role ${url.username}`),
    );
    expect({ code, errors }).toEqual({ code: 0, errors: '' });
    expect(rowsOf(dayAgo(2), 'metric_points')).toHaveLength(1);
    expect(await runCommand(args, {})).toMatchObject({
      code: 78,
      errors: expect.stringContaining('DATABASE_URL: required, or DATABASE_READ_URL in its place') as string,
    });
  });
});
