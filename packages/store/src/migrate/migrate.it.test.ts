import { asRole, connected, createTestDatabase, queryAll } from '@sluice/testbed/servers';
import { migrate } from './migrate';
import { MIGRATIONS, SCHEMA_VERSION } from './migrations';

const OUT_OF_RANGE = { code: '23514' };
const DAY_HOURS = 24;

const VERSIONS = MIGRATIONS.map((migration) => migration.version);

/** The number of partitions of a table. */
async function partitionsOf(url: string, table: string): Promise<unknown> {
  const [row] = await queryAll(url, `select count(*)::int as n from pg_inherits where inhparent = $1::regclass`, [
    table,
  ]);
  return row?.['n'];
}

const INSERT_USAGE = `insert into sluice.trace_usage values ($1, gen_random_uuid(), '2026-11-20', 'm', 1, 2, 3, 5, 0.25)`;
const INSERT_POINT = `insert into sluice.metric_points (series_id, ts, value) values (1, $1, 0.5) returning tableoid::regclass::text as partition`;

test('an empty database is brought to the version of this program', async () => {
  const url = await createTestDatabase('empty');
  await expect(migrate(url)).resolves.toMatchObject({ versions: VERSIONS });
  await expect(queryAll(url, 'select version from public.sluice_migration order by version')).resolves.toEqual(
    VERSIONS.map((version) => ({ version })),
  );
});

test('versions are numbered from one without gaps', () => {
  expect(VERSIONS).toEqual(Array.from({ length: SCHEMA_VERSION }, (_, index) => index + 1));
});

test('a migrated database is left as it is', async () => {
  const url = await createTestDatabase('migrated');
  await expect(migrate(url)).resolves.toEqual({ versions: [], repaired: 0 });
});

test('of ten migrations at the same time one applies each version and the others wait', async () => {
  const url = await createTestDatabase('empty');
  const applied = await Promise.all(Array.from({ length: 10 }, () => migrate(url)));
  expect(applied.flatMap(({ versions }) => versions)).toEqual(VERSIONS);
});

describe('partitions of everything below a trace', () => {
  test('the writer makes the day partitions that it then writes', async () => {
    const url = asRole(await createTestDatabase('migrated'), 'sluice_writer');
    const part = 20_000 * DAY_HOURS + 7;
    await expect(queryAll(url, INSERT_USAGE, [part])).rejects.toMatchObject(OUT_OF_RANGE);
    await queryAll(url, 'select sluice.ensure_trace_partitions($1, $1)', [part]);
    await queryAll(url, INSERT_USAGE, [part]);
    await queryAll(url, INSERT_USAGE, [20_000 * DAY_HOURS]);
    await queryAll(url, INSERT_USAGE, [20_000 * DAY_HOURS + 23]);
    await expect(queryAll(url, INSERT_USAGE, [20_001 * DAY_HOURS])).rejects.toMatchObject(OUT_OF_RANGE);
    await queryAll(url, `insert into sluice.trace_io (part, trace_id, input) values ($1, gen_random_uuid(), 'text')`, [
      part,
    ]);
    await queryAll(
      url,
      `insert into sluice.observations (part, trace_id, id, counted, created_at, updated_at, stamp)
       values ($1, gen_random_uuid(), gen_random_uuid(), true, now(), now(), 's')`,
      [part],
    );
  });

  test('making them again changes nothing, and ten callers at the same time do not disturb each other', async () => {
    const url = await createTestDatabase('migrated');
    const from = 20_000 * DAY_HOURS;
    const ensure = `select sluice.ensure_trace_partitions(${from}, ${from + 2 * DAY_HOURS})`;
    await Promise.all(Array.from({ length: 10 }, () => queryAll(asRole(url, 'sluice_writer'), ensure)));
    await queryAll(url, ensure);
    await expect(partitionsOf(url, 'sluice.observations')).resolves.toBe(3);
  });

  test('400 days can be made at once, more are refused', async () => {
    const url = await createTestDatabase('migrated');
    const from = 20_000 * DAY_HOURS;
    const writer = asRole(url, 'sluice_writer');
    await queryAll(writer, `select sluice.ensure_trace_partitions($1, $2)`, [from, from + 400 * DAY_HOURS - 1]);
    for (const table of ['observations', 'trace_io', 'text_packs', 'trace_usage']) {
      await expect(partitionsOf(url, `sluice.${table}`)).resolves.toBe(400);
    }
    await expect(
      queryAll(writer, `select sluice.ensure_trace_partitions($1, $2)`, [from, from + 402 * DAY_HOURS]),
    ).rejects.toMatchObject({ code: 'P0001' });
  });

  test('a partition is keyed and indexed as its parent and belongs to the owner', async () => {
    const url = await createTestDatabase('migrated');
    await queryAll(asRole(url, 'sluice_writer'), 'select sluice.ensure_trace_partitions(480000, 480000)');
    await expect(
      queryAll(
        url,
        `select pg_get_indexdef(indexrelid) as definition, pg_get_userbyid(relowner) as owner
         from pg_index join pg_class on pg_class.oid = indrelid where indrelid = 'sluice.observations_20241004'::regclass
         order by indisprimary desc`,
      ),
    ).resolves.toEqual([
      { definition: expect.stringContaining('(part, trace_id, id)') as string, owner: 'sluice_owner' },
      { definition: expect.stringContaining(`WHERE (level = 'ERROR'::text)`) as string, owner: 'sluice_owner' },
    ]);
  });
});

describe('partitions of metric points', () => {
  test('a day has a partition of its own once it was made', async () => {
    const url = await createTestDatabase('migrated');
    const [today] = await queryAll(url, "select (now() at time zone 'UTC')::date::text as day");
    const day = String(today?.['day']);
    await expect(queryAll(url, INSERT_POINT, [`${day}T12:00:00Z`])).rejects.toMatchObject(OUT_OF_RANGE);
    await queryAll(asRole(url, 'sluice_writer'), 'select sluice.ensure_metric_partitions($1, $1)', [day]);
    for (const time of ['00:00:00', '23:59:59.999999']) {
      await expect(queryAll(url, INSERT_POINT, [`${day}T${time}Z`])).resolves.toEqual([
        { partition: `sluice.metric_points_${day.replaceAll('-', '')}` },
      ]);
    }
  });

  test('days are UTC days whatever the time zone of the session', async () => {
    const url = await createTestDatabase('migrated');
    await connected(url, async (client) => {
      await client.query("set timezone to 'Pacific/Kiritimati'");
      await client.query("select sluice.ensure_metric_partitions('2099-01-02', '2099-01-02')");
      for (const time of ['2099-01-02T00:00:00Z', '2099-01-02T23:59:59Z']) {
        expect((await client.query(INSERT_POINT, [time])).rows).toEqual([
          { partition: 'sluice.metric_points_20990102' },
        ]);
      }
    });
  });

  test('points of the days before the first one share a partition, also when such a day is asked for', async () => {
    const url = await createTestDatabase('migrated');
    const [start] = await queryAll(
      url,
      'select first_day::text as first, (first_day - 1)::text as before from sluice.metric_points_start',
    );
    const first = String(start?.['first']);
    const before = String(start?.['before']);
    await queryAll(asRole(url, 'sluice_writer'), 'select sluice.ensure_metric_partitions($1, $2)', [before, first]);
    const old = [{ partition: 'sluice.metric_points_old' }];
    await expect(queryAll(url, INSERT_POINT, ['1970-01-01T00:00:00Z'])).resolves.toEqual(old);
    await expect(queryAll(url, INSERT_POINT, [`${before}T23:59:59.999999Z`])).resolves.toEqual(old);
    await expect(queryAll(url, INSERT_POINT, [`${first}T00:00:00Z`])).resolves.toEqual([
      { partition: `sluice.metric_points_${first.replaceAll('-', '')}` },
    ]);
  });

  test('401 days can be made at once, more are refused', async () => {
    const url = await createTestDatabase('migrated');
    await queryAll(url, "select sluice.ensure_metric_partitions('2099-01-01', date '2099-01-01' + 400)");
    await expect(partitionsOf(url, 'sluice.metric_points')).resolves.toBe(402);
    await expect(
      queryAll(url, "select sluice.ensure_metric_partitions('2099-01-01', date '2099-01-01' + 401)"),
    ).rejects.toMatchObject({ code: 'P0001' });
  });
});
