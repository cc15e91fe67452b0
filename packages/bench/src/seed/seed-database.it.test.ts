import { testDatabaseUrl } from '@sluice/testbed/servers';
import { Client } from 'pg';
import { findInconsistencies } from '../check/consistency';
import { seedDatabase } from './seed-database';
import type { SeedOptions } from './seed-database';
import { LONG_TRACES } from './seed-shape';

const TRACES = 400;
const [LONG_TRACE = { id: '', observations: 0 }] = LONG_TRACES;
const OBSERVATIONS = TRACES * 10 + LONG_TRACE.observations;

function options(): SeedOptions {
  return {
    databaseUrl: testDatabaseUrl(),
    traces: TRACES,
    observationsPerTrace: 10,
    longTraces: [LONG_TRACE],
    days: 30,
    now: Date.UTC(2026, 10, 20, 12) * 1000,
    seed: 1,
    signal: new AbortController().signal,
    progress: () => undefined,
  };
}

describe('a seeded database', () => {
  let sql: Client;

  async function one(query: string): Promise<Record<string, unknown>> {
    const { rows } = await sql.query<Record<string, unknown>>(query);
    return rows[0] ?? {};
  }

  beforeAll(async () => {
    sql = new Client({ connectionString: testDatabaseUrl() });
    await sql.connect();
    await expect(seedDatabase(options())).resolves.toMatchObject({ traces: TRACES + 1, observations: OBSERVATIONS });
  });
  afterAll(() => sql.end());

  test('has the rows that were asked for', async () => {
    await expect(
      one(`select (select count(*) from sluice.traces)::int as traces, count(*)::int as observations,
                  count(distinct part / 24)::int as days from sluice.observations`),
    ).resolves.toEqual({ traces: TRACES + 1, observations: OBSERVATIONS, days: 31 });
  });

  test('has three projects', async () => {
    await expect(
      one(
        'select count(distinct project)::int as projects, count(public_id) = count(*) filter (where project > 0) as named from sluice.traces',
      ),
    ).resolves.toEqual({ projects: 3, named: true });
  });

  test('holds sums that agree with its rows', async () => {
    await expect(findInconsistencies(sql)).resolves.toEqual([]);
  });

  test('has rolled up the hours of its metric points', async () => {
    await expect(
      one(`select f.rolled_up_before > now() - interval '2 hours' as is_rolled_up,
             (select coalesce(sum(h.points), 0) from sluice.metric_hours h)
               = (select count(*) from sluice.metric_points p where p.ts < f.rolled_up_before) as all
           from sluice.metric_rollup_state f`),
    ).resolves.toEqual({ is_rolled_up: true, all: true });
  });

  test('has metric points in partitions by day', async () => {
    const { days } = await one('select count(distinct tableoid)::int as days from sluice.metric_points');
    expect(days).toBeGreaterThan(15);
  });

  test('is not seeded again', async () => {
    await expect(seedDatabase(options())).rejects.toThrow('has traces already');
  });

  test.each([
    ['update sluice.traces set total_tokens = total_tokens + 1 where id = $1', 'traces hold the sums'],
    ["update sluice.traces set max_end = max_end + interval '1 second' where id = $1", 'traces hold the sums'],
    ['delete from sluice.observations where trace_id = $1', 'traces hold the sums'],
    ['update sluice.trace_usage set cost = cost + 1 where trace_id = $1', 'trace_usage holds'],
    ['delete from sluice.traces where id = $1', 'daily_traces holds'],
    ['update sluice.daily_usage set traces = traces + 1 where $1::uuid is not null', 'daily_usage holds'],
    [
      'update sluice.traces set has_io = not has_io where id = $1',
      'traces with rows of trace_io that have a value are those marked so',
    ],
    ['update sluice.metric_hours set greatest = greatest + 1 where $1::uuid is not null', 'metric_hours holds'],
  ])('shows what is wrong after: %s', async (damage, name) => {
    await sql.query('begin');
    try {
      await sql.query(damage, [LONG_TRACE.id]);
      const found = await findInconsistencies(sql);
      expect(found.join('\n')).toContain(name);
    } finally {
      await sql.query('rollback');
    }
  });
});
