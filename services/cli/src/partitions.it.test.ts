import { testUuid } from '@sluice/testbed/samples';
import { testDatabaseUrl } from '@sluice/testbed/servers';
import { dayAgo, partitions, points, timeAgo, trace, useDays, withinADay } from './partitions.testing';
import { runCommand } from './run-command.testing';

const database = useDays();

const traceIds = async (): Promise<unknown[]> =>
  (await database.query<{ id: string }>('select id from sluice.traces order by id')).rows.map(({ id }) => id);

interface ListedDay {
  readonly day: string | null;
  readonly rows: Readonly<Record<string, number | null>>;
  readonly bytes: number;
  readonly floor: string;
}
const listed = async (): Promise<ListedDay[]> =>
  (await partitions('list', '--json')).lines.map((line) => JSON.parse(line) as ListedDay);

describe('partitions list', () => {
  test('has each day with its rows and bytes, the oldest first, and where it lies to the floor', async () => {
    await database.store(trace(1, 3), trace(2, 1), trace(3, 1), points(1, 1));
    await database.query('analyze sluice.observations, sluice.metric_points');
    await database.query('update sluice.retention_floor set part = $1, closed_below = $1', [
      Math.floor(timeAgo(2) / 86_400_000_000) * 24 + 1,
    ]);
    const days = await listed();
    expect(days[0]?.day).toBeNull();
    expect(days.slice(1).map(({ day }) => day)).toEqual([...days.slice(1).map(({ day }) => day)].sort());
    const [old, recent] = [3, 1].map((ago) => days.find(({ day }) => day === dayAgo(ago)));
    expect(old).toMatchObject({ rows: { observations: 1 }, floor: 'below' });
    expect(recent).toMatchObject({ rows: { observations: 2, metric_points: 1 }, floor: 'above' });
    const { rows } = await database.query<{ bytes: number }>(
      `select sum(pg_total_relation_size(n::regclass))::float8 as bytes from unnest($1::text[]) n`,
      [
        ['observations', 'trace_io', 'text_packs', 'trace_usage'].map(
          (table) => `sluice.${table}_${dayAgo(3).replaceAll('-', '')}`,
        ),
      ],
    );
    expect(old?.bytes).toBe(rows[0]?.bytes);
    const { lines } = await partitions('list');
    expect(lines[0]).toMatch(
      /^day +observations +trace_io +text_packs +trace_usage +metric_points +bytes +retention floor$/,
    );
    expect(lines.find((line) => line.startsWith(dayAgo(3)))).toMatch(/ below$/);
  });
});

test('partitions list --packs has the packed and the dead bytes of each day', async () => {
  const long = (n: number): string =>
    JSON.stringify(Array.from({ length: 2000 }, (_, at) => n * 10_000 + at).join(' '));
  const withInput = (n: number, days: number, input: string) => {
    const { observations, ...record } = trace(n, days);
    return { ...record, observations: observations.slice(0, 1).map((each) => ({ ...each, input })) };
  };
  await database.store(withInput(1, 3, long(1)), trace(2, 1), withInput(3, 1, long(3)), withInput(4, 1, long(4)));
  const replaced = { ...withInput(3, 1, long(5)), recordId: testUuid(0x30003), receivedAt: timeAgo(1) + 1000 };
  await database.store(replaced);
  const of = (days: readonly object[], ago: number) =>
    days.find((day) => (day as ListedDay).day === dayAgo(ago)) as ListedDay & Readonly<Record<string, number>>;
  const days = (await partitions('list', '--packs', '--json')).lines.map((line) => JSON.parse(line) as object);
  const bytesOf = (...numbers: readonly number[]): number =>
    numbers.reduce((sum, n) => sum + Buffer.byteLength(long(n)), 0);
  expect(of(days, 3)).toMatchObject({ packedBytes: bytesOf(1), deadBytes: 0 });
  expect(of(days, 1)).toMatchObject({ packedBytes: bytesOf(3, 4, 5), deadBytes: bytesOf(3) });
  expect(of(days, 2)).toMatchObject({ packedBytes: 0, deadBytes: 0 });
  const { lines } = await partitions('list', '--packs');
  expect(lines[0]).toMatch(/ bytes +packed bytes +dead bytes +retention floor$/);
  const line = lines.find((each) => each.startsWith(dayAgo(1)));
  expect(line?.split(/ +/)).toEqual(expect.arrayContaining([String(bytesOf(3, 4, 5)), String(bytesOf(3))]));
});

describe('partitions drop', () => {
  const drop = (before: string, ...more: readonly string[]) =>
    partitions('drop', '--before', before, '--yes', '--wait', '0', ...more);

  test('drops as retention does: answers have nothing below the floor, partitions go, later days stay', async () => {
    await database.store(trace(1, 5), trace(2, 3), trace(3, 0), points(1, 5), points(2, 0));
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
    await database.store(trace(1, 3), trace(2, 0));
    expect((await drop(dayAgo(2))).lines).toEqual(
      expect.arrayContaining(['dropped traces: 1', 'dropped partitions: 4']),
    );
  });

  test('does nothing without --yes', async () => {
    await database.store(trace(1, 3), trace(2, 0));
    const { code, errors } = await partitions('drop', '--before', dayAgo(2));
    expect({ code, errors }).toEqual({
      code: 64,
      errors: `error: what was first received before ${dayAgo(2)} would be deleted for good: add --yes to confirm.\n`,
    });
    expect(await traceIds()).toHaveLength(2);
  });

  test('takes today, of which nothing goes, and refuses what is not over', () =>
    withinADay(async (today) => {
      await database.store(trace(1, 1), { ...trace(2, 0), receivedAt: Date.now() * 1000 });
      expect(await drop(today)).toMatchObject({ code: 0 });
      expect(await traceIds()).toEqual([testUuid(2)]);
      const tomorrow = new Date(Date.parse(today) + 86_400_000).toISOString().slice(0, 10);
      expect(await drop(tomorrow)).toEqual({
        code: 64,
        lines: [],
        errors: `error: --before ${tomorrow}: expected a day up to today, ${today} (UTC).\n`,
      });
    }));

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
    await database.store(trace(1, 5), points(1, 5));
    const { code, errors } = await drop(dayAgo(2));
    expect(code).toBe(1);
    expect(errors).toContain('nothing is stored that was received since');
    expect(await traceIds()).toHaveLength(1);
  });

  test('does nothing while somebody else drops', async () => {
    await database.store(trace(1, 5), trace(2, 0));
    const other = await database.connect();
    await other.query(`select pg_advisory_lock(hashtextextended('sluice.retention', 0))`);
    const { code, errors } = await drop(dayAgo(2));
    await other.query('select pg_advisory_unlock_all()');
    other.release();
    expect({ code, errors }).toEqual({
      code: 1,
      errors: 'a writer or another command is deleting expired data: run this again in a minute\n',
    });
    expect(await traceIds()).toHaveLength(2);
  });

  test('that fails does not say that nothing was dropped', async () => {
    await database.store(trace(1, 5), trace(2, 0), points(1, 5));
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
    await database.store(trace(1, 5), trace(2, 0));
    const args = ['partitions', 'drop', '--before', dayAgo(2), '--yes', '--wait', '0'];
    await database.asMember('sluice_writer', async ({ href, username }) => {
      const refused = await runCommand(args, { DATABASE_URL: href });
      expect(refused.code).toBe(1);
      expect(refused.errors).toContain(`nothing is dropped, because user ${username} may not act as sluice_owner`);
      expect(await traceIds()).toHaveLength(2);
      const env = { DATABASE_URL: href, DATABASE_OWNER_URL: testDatabaseUrl() };
      expect(await runCommand(args, env)).toMatchObject({ code: 0 });
    });
    expect(await traceIds()).toHaveLength(1);
  });
});
