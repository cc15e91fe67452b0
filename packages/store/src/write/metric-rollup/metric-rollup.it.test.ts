import { summaryDisagreements } from '@sluice/contracts';
import { METRIC_AGGREGATIONS } from '@sluice/record';
import fc from 'fast-check';
import type { MetricAggregation, MetricQuery } from '../../read/metric';
import { DAY, type TestRollup, HOSTS, HOUR, type Point, T0, openRollup, queryOf } from './metric-rollup.testing';

let rollup: TestRollup;
beforeAll(() => {
  rollup = openRollup();
});
afterAll(() => rollup.close());
beforeEach(() => rollup.clear());

/** Queries for all that hours are read for, in one window, without dirty hours or with the present ones. */
async function expectExact(
  from = T0 - 2 * DAY,
  before = T0 + 2 * DAY,
  aggregations: readonly MetricAggregation[] = METRIC_AGGREGATIONS,
): Promise<void> {
  await rollup.inSnapshot(async ({ answer, plain }) => {
    for (const step of ['1h', '1d'] as const) {
      for (const shown of [{}, { groupBy: 'host' }, { labels: new Map([['host', 'b']]) }]) {
        for (const aggregation of aggregations) {
          const query = queryOf({ from, before, step, aggregation, ...shown });
          expect(await answer(query)).toEqual(await plain(query));
        }
      }
    }
  });
}

/** Seen where hours are made wrong. */
const readsHours = (query: Partial<MetricQuery> = {}): Promise<boolean> =>
  rollup.undone(async ({ answer, plain }, run) => {
    await run('update sluice.metric_hours set small = small + 1000000');
    const [one, other] = [await answer(queryOf(query)), await plain(queryOf(query))];
    return JSON.stringify(one) !== JSON.stringify(other);
  });

const at = fc.oneof(
  fc.integer({ min: -2 * DAY, max: 2 * DAY - 1 }),
  fc.integer({ min: -48, max: 47 }).map((hour) => hour * HOUR),
  fc.integer({ min: -47, max: 48 }).map((hour) => hour * HOUR - 1),
  fc.constant(1800 * 1_000_000),
);
const point: fc.Arbitrary<Point> = fc.record({
  host: fc.constantFrom(...HOSTS),
  at,
  value: fc.integer({ min: -1000, max: 1000 }),
});
const change = fc.oneof(
  { weight: 4, arbitrary: fc.array(point, { minLength: 1, maxLength: 30 }).map((points) => ({ points })) },
  { weight: 2, arbitrary: fc.integer({ min: 1, max: 6 }).map((steps) => ({ steps })) },
  { weight: 2, arbitrary: fc.constant({ steps: Infinity }) },
  {
    weight: 2,
    arbitrary: fc
      .constantFrom(
        `delete from sluice.metric_points where seq % 3 = 0`,
        `delete from sluice.metric_points where value > 300`,
        `update sluice.metric_points set value = value + 1 where seq % 2 = 0`,
        `update sluice.metric_points set ts = ts + interval '25 hours' where seq % 5 = 0 and ts < now() - interval '3 days'`,
        `delete from sluice.metric_points_DAY where seq % 2 = 0`,
        `update sluice.metric_points_DAY set value = 7`,
        `truncate sluice.metric_points_DAY`,
      )
      .map((sql) => ({ sql: sql.replace('DAY', new Date(T0 / 1000).toISOString().slice(0, 10).replaceAll('-', '')) })),
  },
);

test('answers are those of points, whatever is changed and however far the rollup is', async () => {
  const edge = fc.oneof(at, fc.constantFrom(0, -2 * DAY, 2 * DAY)).map((time) => T0 + time);
  await fc.assert(
    fc.asyncProperty(fc.array(change, { maxLength: 12 }), edge, edge, async (changes, one, other) => {
      await rollup.clear();
      const small = rollup.newRollup(2);
      for (const each of changes) {
        if ('points' in each) await rollup.insert(each.points);
        else if ('sql' in each) await rollup.owner.query(each.sql);
        else if (each.steps === Infinity) await rollup.rollUpAll();
        else for (let n = 0; n < each.steps; n += 1) await small.run(new AbortController().signal);
      }
      await expectExact(Math.min(one, other), Math.max(one, other));
      await rollup.rollUpAll();
      expect(await rollup.rows('select from sluice.metric_rollup_dirty')).toEqual([]);
      await expectExact(Math.min(one, other), Math.max(one, other));
      await expectExact();
    }),
    { numRuns: 10 },
  );
});

const some: readonly Point[] = Array.from({ length: 96 }, (_, n) => ({
  host: HOSTS[n % 3] ?? '',
  at: n * HOUR * 0.5,
  value: n,
}));

test('points from before the first rollup are rolled up, and then read', async () => {
  await rollup.insert(some);
  expect(await readsHours()).toBe(false);
  const { rolledUpBefore, dirtyHours } = await rollup.rollUpAll();
  expect(dirtyHours).toBe(0);
  expect(rolledUpBefore).toBeGreaterThan(T0 + 2 * DAY);
  expect(await readsHours()).toBe(true);
  expect(await readsHours({ from: T0 + 1, before: T0 + HOUR })).toBe(false);
  expect(await readsHours({ step: '5m' })).toBe(false);
  expect(await readsHours({ aggregation: 'max' })).toBe(false);
  await expectExact();
});

test('points of hours that are not over make none dirty, those of rolled up hours one an hour and series', async () => {
  await rollup.rollUpAll();
  const now = Date.now() * 1000 - T0;
  await rollup.insert([0, 1, 2, 3].map((n) => ({ host: 'a', at: now + n, value: n })));
  expect(await rollup.rows('select from sluice.metric_rollup_dirty')).toEqual([]);
  await rollup.insert([...some, ...some]);
  expect(await rollup.rows('select count(*)::integer from sluice.metric_rollup_dirty')).toEqual([[96]]);
  await expectExact();
  await rollup.rollUpAll();
  await expectExact();
  await rollup.insert(some);
  await expectExact();
});

test('nothing is rolled up before all transactions have ended that make no hour dirty', async () => {
  const writer = await rollup.owner.connect();
  try {
    await writer.query('begin');
    await rollup.insert(some, writer);
    for (let n = 0; n < 10; n += 1) await rollup.step();
    expect(await rollup.rows('select count(*)::integer from sluice.metric_hours')).toEqual([[0]]);
    await expectExact();
    await writer.query('commit');
  } finally {
    writer.release();
  }
  await expectExact();
  await rollup.rollUpAll();
  expect(await readsHours()).toBe(true);
  await expectExact();
});

test('a transaction with an older snapshot makes hours dirty', async () => {
  const writer = await rollup.owner.connect();
  try {
    await writer.query('begin isolation level repeatable read');
    await writer.query('select 1');
    await rollup.rollUpAll();
    await rollup.insert(some, writer);
    await writer.query('commit');
  } finally {
    writer.release();
  }
  await expectExact();
});

test('a number of transactions of another cluster is not waited for', async () => {
  await rollup.insert(some);
  await rollup.step();
  await rollup.step();
  await rollup.owner.query(
    `update sluice.metric_rollup_state set closed_before = date_trunc('hour', now()) - interval '2 hours', closed_by = '99999999999'`,
  );
  await rollup.rollUpAll();
  expect(await readsHours()).toBe(true);
});

test('points that go and come with their partition', async () => {
  await rollup.insert(some);
  await rollup.rollUpAll();
  const day = new Date(T0 / 1000).toISOString().slice(0, 10);
  const partition = `sluice.metric_points_${day.replaceAll('-', '')}`;
  await rollup.owner.query(`alter table sluice.metric_points detach partition ${partition}`);
  await rollup.rollUpAll();
  await expectExact();
  await rollup.owner.query(
    `alter table sluice.metric_points attach partition ${partition}
     for values from ('${day} 00:00:00+00') to (timestamptz '${day} 00:00:00+00' + interval '24 hours')`,
  );
  await rollup.rollUpAll();
  await expectExact();
  expect(await readsHours({ before: T0 + DAY })).toBe(true);
});

/** SQL: values of the point `n` of the series `s`, so that the percentiles of hours are alike, far apart, equal, or in part. */
const SHAPES = [
  'random() * 1000',
  'floor(random() * 4)',
  '7',
  'random() * 10 ^ (s.id % 3)',
  'random() + n / 60',
  'case when s.id % 3 = 0 and n % 5 < 4 then -1 else random() * (n % 7) end',
  'case when n % 100 = 0 then 1e300 else -random() end',
];

test.each(SHAPES)('percentiles of parts with values like %s', async (shape) => {
  for (const [points, minutes] of [
    [2000, 1],
    [300, 9],
    [40, 60],
  ] as const) {
    await rollup.clear();
    await rollup.rows(
      `insert into sluice.metric_points (series_id, ts, value)
       select s.id, timestamptz 'epoch' + $1::bigint * interval '1 microsecond' + n * $2::integer * interval '1 minute', ${shape}
       from sluice.metric_series s, generate_series(0, $3::integer - 1) n where n % (1 + s.id % 3) = 0`,
      [T0, minutes, points],
    );
    await rollup.rollUpAll();
    await rollup.insert([{ host: 'a', at: HOUR, value: 1.5 }]);
    await expectExact(T0 + 7 * 60_000_000, T0 + 2 * DAY, ['p50', 'p90', 'p99', 'min', 'max', 'last']);
  }
});

test.each([
  'update sluice.metric_hours set small = small + 1',
  'update sluice.metric_hours set last_seq = last_seq - 1 where points > 0',
  'update sluice.metric_values set sorted[1] = sorted[1] - 1',
  'delete from sluice.metric_hours',
])('hours that are not those of points are found: %s', async (sql) => {
  const disagreements = async () =>
    (await summaryDisagreements(rollup.owner)).filter(({ rule }) => rule.startsWith('metric_hours')).length;
  await rollup.insert([...some, ...some]);
  await rollup.rollUpAll();
  expect(await disagreements()).toBe(0);
  await rollup.owner.query(sql);
  expect(await disagreements()).toBe(48 * 2);
});

test('an hour of extremes has the parts that its points have', async () => {
  const MAX = Number.MAX_VALUE;
  const values = [
    [MAX, MAX, -MAX],
    [5e-324],
    [MAX, MAX],
    [-MAX, -MAX, 5],
    [2 ** 960, -(2 ** 960), 3],
    [1e300],
    [-1e300],
  ];
  await rollup.insert(
    values.flatMap((some, hour) => some.map((value, n) => ({ host: 'a', at: hour * HOUR + n, value }))),
  );
  const read = () =>
    rollup.inSnapshot(async ({ answer }) => {
      const queries = METRIC_AGGREGATIONS.flatMap((aggregation) =>
        (['1h', '1d'] as const).map((step) => queryOf({ aggregation, step, before: T0 + DAY })),
      );
      const answers = [];
      for (const query of queries) answers.push(await answer(query));
      return answers;
    });
  const timesOf = ({ buckets, latest }: (typeof ofPoints)[number]) => [buckets.map(([, time]) => time), latest];
  const ofPoints = await read();
  await rollup.rollUpAll();
  expect(await readsHours({ from: T0 + HOUR, before: T0 + 2 * HOUR })).toBe(true);
  const byHours = await read();
  expect(byHours.map(timesOf)).toEqual(ofPoints.map(timesOf));
  // Sums have no order: their last digit may be another one.
  const valuesOf = (all: typeof ofPoints) => all.flatMap(({ buckets }) => buckets.map(([, , value]) => value));
  const expected = valuesOf(ofPoints);
  for (const [n, value] of valuesOf(byHours).entries()) {
    const wanted = expected[n] ?? NaN;
    expect(value === wanted ? 0 : Math.abs(value / wanted - 1)).toBeLessThan(1e-14);
  }
});

test('writers, rollups that are killed and readers at the same time', async () => {
  await rollup.insert(some);
  await rollup.rollUpAll();
  let isOver = false;
  let written = 0;
  const write = async (seed: number): Promise<void> => {
    for (let n = seed; !isOver; n += 7) {
      const client = await rollup.owner.connect();
      try {
        await client.query('begin');
        const points = Array.from({ length: 20 }, (_, k) => ({
          host: HOSTS[(n + k) % 3] ?? '',
          at: ((n * 31 + k * 17) % 96) * HOUR * 0.5,
          value: n % 1000,
        }));
        await rollup.insert(points, client);
        if (n % 3 === 0) await client.query('delete from sluice.metric_points where seq % 11 = $1', [n % 11]);
        await client.query(n % 5 === 0 ? 'rollback' : 'commit');
        written += 1;
      } finally {
        client.release();
      }
    }
  };
  const rollUpOn = async (): Promise<void> => {
    const small = rollup.newRollup(8);
    while (!isOver) await small.run(new AbortController().signal).catch(() => undefined);
  };
  const kill = async (): Promise<void> => {
    while (!isOver) {
      await rollup.rows(
        `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and application_name = 'sluice-writer' and state = 'active' limit 1`,
      );
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  };
  const working = [write(1), write(4), rollUpOn(), rollUpOn(), kill()];
  try {
    // The number of rounds depends on the writes, so that it proves as much on a slow machine.
    for (let n = 0; n < 4 || written < 20; n += 1) await expectExact(T0 + 1, T0 + 2 * DAY - (n % 3) * 5);
  } finally {
    isOver = true;
    await Promise.all(working);
  }
  await rollup.rollUpAll();
  await expectExact();
  expect(await readsHours()).toBe(true);
});
