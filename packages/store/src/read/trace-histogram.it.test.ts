import fc from 'fast-check';
import { type TestIndex, openTestIndex } from './index-traces.testing';
import { type TestReader, openReader, whileTracesAreLocked } from './reader.testing';
import { BASE, MINUTE, PART, everything, percentile } from './selection-rows.testing';
import { type TraceBucket, type TraceHistogramQuery, traceHistogram } from './trace-histogram';

const uuid = (n: number): string => `${n.toString(16).padStart(8, '0')}-0000-4000-8000-000000000000`;

interface Row {
  readonly project: 0 | 1;
  /** After BASE. */
  readonly minute: number;
  readonly user: string;
  /** Microseconds; undefined: no observations. */
  readonly latency: number | undefined;
  readonly cost: number;
  /** Levels of its observations, the root first. */
  readonly levels: readonly (string | null)[];
  /** Hours after PART. */
  readonly part: number;
}

let reader: TestReader;
let index: TestIndex;
let rows: readonly Row[];

beforeAll(async () => {
  reader = openReader();
  index = openTestIndex();
  await reader.owner.query('select sluice.ensure_trace_partitions($1, $2)', [PART, PART + 96]);
  await reader.owner.query(`select sluice.ensure_projects('{acme}')`);
  rows = fc.sample(arbitrary, { numRuns: 1, seed: 5 })[0] ?? [];
  for (const [n, row] of rows.entries()) await insert(n, row);
});
afterAll(async () => {
  await index.close();
  await reader.close();
});

const arbitrary: fc.Arbitrary<Row[]> = fc.array(
  fc.record({
    project: fc.constantFrom<0 | 1>(0, 0, 0, 1),
    minute: fc.integer({ min: 0, max: 59 }),
    user: fc.oneof(
      { weight: 7, arbitrary: fc.constantFrom('ada', 'bob') },
      { weight: 1, arbitrary: fc.constant('eve') },
    ),
    latency: fc.constantFrom(undefined, 0, 1, 1000, 999_999, 1_000_000, 7_000_000),
    cost: fc.constantFrom(0, 0.25, 1.5),
    levels: fc.array(fc.constantFrom('ERROR', 'ERROR', 'WARNING', 'DEFAULT', null), { maxLength: 3 }),
    part: fc.integer({ min: 0, max: 90 }),
  }),
  { minLength: 80, maxLength: 80 },
);

async function insert(n: number, { project, minute, user, latency, cost, levels, part }: Row): Promise<void> {
  for (const [at, level] of levels.entries()) {
    await reader.owner.query(
      `insert into sluice.observations (part, trace_id, id, level, counted, created_at, updated_at, stamp)
       values ($1, $2, $3, $4, true, now(), now(), '3')`,
      [PART + part, uuid(n), uuid(at), level],
    );
  }
  await reader.owner.query(
    `insert into sluice.traces (id, part, shard, project, public_id, user_id, "timestamp", min_start, max_end, observation_count,
       total_cost, error_count, warning_count, root_error_count, created_at, updated_at, stamp)
     select $1::uuid, $2, 0, $3::integer, case when $3 > 0 then $1 end, $4, t, t, t + $6::bigint * interval '1 microsecond',
       case when $6::bigint is null then 0 else 1 end, $7, $8, $9, $10, t, t, '3'
     from (select timestamptz 'epoch' + $5::bigint * interval '1 microsecond' as t) x`,
    [
      ...[uuid(n), PART + part, project, user, BASE + minute * MINUTE, latency, cost],
      ...['ERROR', 'WARNING'].map((level) => levels.filter((each) => each === level).length),
      Number(levels[0] === 'ERROR'),
    ],
  );
}

const BOUNDS = [1000, 1_000_000];

/** The rule of the contract, in plain code. */
function expected(selected: readonly Row[], { from, width, length }: TraceHistogramQuery): readonly TraceBucket[] {
  return Array.from({ length }, (_, bucket) => {
    const timestamp = from + bucket * width;
    const inside = selected.filter(({ minute }) => {
      const time = BASE + minute * MINUTE;
      return time >= timestamp && (bucket === length - 1 || time < timestamp + width);
    });
    const latencies = inside.map(({ latency = 0 }) => latency);
    return {
      timestamp,
      count: inside.length,
      errors: inside.filter(({ levels }) => levels.includes('ERROR')).length,
      failed: inside.filter(({ levels }) => levels[0] === 'ERROR').length,
      recovered: inside.filter(({ levels }) => levels.includes('ERROR') && levels[0] !== 'ERROR').length,
      p50: percentile(latencies, 0.5),
      p95: percentile(latencies, 0.95),
      totalCost: inside.reduce((sum, { cost }) => sum + cost, 0),
      byLatency: [
        latencies.filter((latency) => latency < 1000).length,
        latencies.filter((latency) => latency >= 1000 && latency < 1_000_000).length,
        latencies.filter((latency) => latency >= 1_000_000).length,
      ],
    };
  });
}

const near = (value: number | null): unknown => (value === null ? null : (expect.closeTo(value, 3) as unknown));

/** Functions that produce a state of the trace index. The user eve is rare, so that the index finds her traces. */
const STATES: Readonly<Record<string, () => Promise<void>>> = {
  'nothing is indexed': () => Promise.resolve(),
  'all is indexed': () => index.all(),
  'users have changed since': async () => {
    await index.all();
    rows = rows.map((row, n) => ({ ...row, user: n % 9 === 0 ? 'eve' : row.user === 'eve' ? 'ada' : row.user }));
    const users = rows.map(({ user }) => user);
    const change = `update sluice.traces t set user_id = c.name from unnest($1::uuid[], $2::text[]) c (id, name)
      where t.id = c.id and t.user_id <> c.name`;
    await reader.owner.query(change, [users.map((_, n) => uuid(n)), users]);
  },
  'the index is rebuilt': async () => {
    await reader.owner.query('update sluice.trace_index_state set is_complete = false');
  },
};

it.each(Object.entries(STATES))(
  'counts, measures and sums exactly the traces of the selection where %s',
  async (_, prepare) => {
    await prepare();
    const query = fc.record({
      project: fc.constantFrom<0 | 1>(0, 1),
      first: fc.integer({ min: 0, max: 40 }),
      minutes: fc.integer({ min: 1, max: 40 }),
      length: fc.integer({ min: 1, max: 50 }),
      user: fc.constantFrom(undefined, 'ada', 'eve'),
      isCostly: fc.boolean(),
    });
    await fc.assert(
      fc.asyncProperty(query, async ({ project, first, minutes, length, user, isCostly }) => {
        const from = BASE + first * MINUTE;
        const asked: TraceHistogramQuery = {
          filter: { ...everything, from, before: from + minutes * MINUTE, ...(user !== undefined && { userId: user }) },
          ...(isCostly && { conditions: [{ type: 'number', column: 'totalCost', operator: '>', value: 0 }] }),
          ...{ from, width: Math.ceil((minutes * MINUTE) / length), length, latencyBounds: BOUNDS },
        };
        const selected = rows.filter(
          (row) =>
            row.project === project &&
            row.minute >= first &&
            row.minute < first + minutes &&
            (user === undefined || row.user === user) &&
            (!isCostly || row.cost > 0),
        );
        const { buckets } = await reader.reads.of(project === 0 ? undefined : 'acme').traceHistogram(asked);
        expect(buckets).toEqual(
          expected(selected, asked).map((bucket) => ({ ...bucket, p50: near(bucket.p50), p95: near(bucket.p95) })),
        );
      }),
      { numRuns: 100 },
    );
  },
);

const hour: TraceHistogramQuery = { filter: everything, from: BASE, width: 60 * MINUTE, length: 1 };

it('counts what comes after the last bucket in it, and tells of latency only where it is asked', async () => {
  const own = rows.filter(({ project }) => project === 0);
  const { buckets } = await reader.store.traceHistogram({ ...hour, width: MINUTE });
  expect(buckets).toEqual([expect.objectContaining({ count: own.length, timestamp: BASE })]);
  expect(buckets[0]).not.toHaveProperty('byLatency');
});

it('has no buckets of no time, and hides what is below the floor of the project', async () => {
  expect((await reader.store.traceHistogram({ ...hour, length: 0 })).buckets).toEqual([]);
  await reader.owner.query('update sluice.projects set part = $1 where id = 1', [PART + 91]);
  const { buckets } = await reader.reads.of('acme').traceHistogram(hour);
  expect(buckets).toEqual([
    { timestamp: BASE, count: 0, errors: 0, failed: 0, recovered: 0, p50: null, p95: null, totalCost: 0 },
  ]);
  await reader.owner.query('update sluice.projects set part = 0');
});

it('refuses to go on where it takes too long', async () => {
  const late = whileTracesAreLocked(reader, (database) => traceHistogram(database, hour, 50));
  await expect(late).rejects.toThrow('ask for a shorter time range');
});
