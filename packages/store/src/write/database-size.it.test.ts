import { measureDatabase } from './database-size';
import { DAY, NOW, dayName, points, traceReceived, useDatabase } from './retention/retention.testing';

const database = useDatabase();

/** Bytes of relations, summed by hand. */
async function bytesOf(...names: readonly string[]): Promise<number> {
  const [bytes] = await database.column(
    'select sum(pg_total_relation_size(n::regclass))::float8 from unnest($1::text[]) n',
    [names.map((name) => `sluice.${name}`)],
  );
  return bytes as number;
}

/** A table and its partitions, by the server's own list. */
const treeOf = async (table: string): Promise<string[]> => {
  const names = await database.column('select relid::regclass::text from pg_partition_tree($1)', [`sluice.${table}`]);
  return [table, ...names.map((name) => String(name).replace('sluice.', '')).filter((name) => name !== table)];
};

const large = (n: number, daysAgo: number) => traceReceived(n, NOW - daysAgo * DAY, [1, 2, 3, 4], 300_000);

test('each table has its partitions, indexes and TOAST; the database has all of it', async () => {
  await database.send([large(1, 3), large(2, 1)]);
  const { database: bytes, tables } = await measureDatabase(database.retentionPool, NOW);
  for (const table of ['observations', 'trace_io', 'metric_points', 'traces', 'ingest_dead_letter']) {
    expect([table, tables.get(table)]).toEqual([table, await bytesOf(...(await treeOf(table)))]);
  }
  expect([...tables.keys()]).not.toContain('other');
  const all = [...tables.values()].reduce((sum, each) => sum + each, 0);
  expect(bytes).toBeGreaterThan(all);
});

test('a day has the mean of the full days since the first, at most seven, and neither today nor what is older', async () => {
  await database.send([large(1, 3), large(2, 1), large(3, 0), large(4, 0)]);
  const recent = [3, 2, 1].map((days) => `observations_${dayName(NOW - days * DAY)}`);
  await database.send([traceReceived(5, NOW - 2 * DAY)]);
  // Partitions of the tests before are there, empty: those of older days count as days without anything.
  await database.owner.query(`select sluice.ensure_trace_partitions($1, $1)`, [
    Math.floor((NOW - 40 * DAY) / DAY) * 24,
  ]);
  const { days } = await measureDatabase(database.retentionPool, NOW);
  const week = await database.column(
    `select relid::regclass::text from pg_partition_tree('sluice.observations')
     where right(relid::regclass::text, 8) between $1 and $2`,
    [dayName(NOW - 7 * DAY), dayName(NOW - DAY)],
  );
  expect(week).toEqual(expect.arrayContaining(recent.map((name) => `sluice.${name}`)));
  expect(days.get('observations')).toBeCloseTo(
    (await bytesOf(...week.map((name) => String(name).replace('sluice.', '')))) / 7,
    3,
  );
  expect([...days.keys()].sort()).toEqual([
    'observations',
    'text_packs',
    'trace_index_bitmaps',
    'trace_index_entries',
    'trace_index_observations',
    'trace_index_sort_keys',
    'trace_io',
    'trace_usage',
    'traces',
  ]);
  expect(days.get('traces')).toBeGreaterThan(0);
});

test('what an operator has detached is counted apart', async () => {
  await database.send([large(1, 3)]);
  const name = `observations_${dayName(NOW - 3 * DAY)}`;
  const before = await measureDatabase(database.retentionPool, NOW);
  await database.owner.query(`alter table sluice.observations detach partition sluice.${name}`);
  const after = await measureDatabase(database.retentionPool, NOW);
  const detached = await bytesOf(name);
  await database.owner.query(`drop table sluice.${name}`);
  expect(after.tables.get('other')).toBe(detached);
  expect(after.tables.get('observations')).toBe((before.tables.get('observations') ?? 0) - detached);
});

test('points of metrics have their own days', async () => {
  // By the clock of the database, which decides the first day with a partition of its own.
  const now = Date.now() * 1000;
  await database.send([points(1, now - DAY, [now - DAY])], database.newStore(now));
  const { days } = await measureDatabase(database.retentionPool, now);
  expect(days.get('metric_points')).toBeGreaterThan(0);
});

test('on the first day nothing is known of a day', async () => {
  const tables = await database.column(
    `select c.relname from pg_class c join pg_inherits i on i.inhrelid = c.oid
     where c.relnamespace = 'sluice'::regnamespace and c.relkind = 'r' and c.relname ~ '^(observations|trace_io|text_packs|trace_usage)_' and right(c.relname, 8) < $1`,
    [dayName(NOW)],
  );
  for (const name of tables) await database.owner.query(`drop table sluice.${String(name)}`);
  await database.send([large(1, 0)]);
  const { days } = await measureDatabase(database.retentionPool, NOW);
  expect([...days.keys()].filter((table) => table !== 'metric_points')).toEqual([]);
});
