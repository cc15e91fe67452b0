import fc from 'fast-check';
import type { Pool } from 'pg';
import type { Day } from './daily';
import { collect } from './collect-fragments.testing';
import type { ProjectStore } from './postgres-store';
import type { TraceFilter } from './trace';
import { openReader } from './reader.testing';

const PART = 494_000;
const DAY = 86_400_000_000;
const FIRST_DAY = 20_777; // 2026-11-20

interface Observed {
  readonly start: number;
  readonly model: string;
  readonly tokens: number;
  readonly cost: number;
}

interface Traced {
  readonly timestamp: number;
  readonly user: string;
  readonly part: number;
  readonly observations: readonly Observed[];
}

let owner: Pool;
let store: ProjectStore;
let close: () => Promise<void>;

beforeAll(async () => {
  ({ owner, store, close } = openReader());
  await owner.query('select sluice.ensure_trace_partitions($1, $2)', [PART, PART + 240]);
});
afterAll(() => close());
beforeEach(async () => {
  await owner.query('truncate sluice.traces, sluice.trace_usage, sluice.daily_usage, sluice.daily_traces');
});

const uuid = (n: number): string => `00000000-0000-4000-8000-${n.toString(16).padStart(12, '0')}`;
const dateOf = (time: number): string => new Date(Math.floor(time / DAY) * 86_400_000).toISOString().slice(0, 10);

/** Stores traces with their sums, which are made from the observations by plain SQL. */
async function insert(traces: readonly Traced[]): Promise<void> {
  for (const [n, trace] of traces.entries()) {
    await owner.query(
      `insert into sluice.traces (id, part, shard, user_id, "timestamp", created_at, updated_at, stamp)
       select $1, $2, $3, $4, t, t, t, '3' from (select timestamptz 'epoch' + $5::bigint * interval '1 microsecond' as t) x`,
      [uuid(n), trace.part, n % 3, trace.user, trace.timestamp],
    );
    await owner.query(
      `insert into sluice.trace_usage
       select $1::integer, $2::uuid, (timestamp 'epoch' + start * interval '1 microsecond')::date, model, count(*),
              sum(tokens), sum(2 * tokens), sum(3 * tokens), sum(cost)
       from unnest($3::bigint[], $4::text[], $5::bigint[], $6::numeric[]) as o(start, model, tokens, cost)
       group by 1, 2, 3, 4`,
      [
        trace.part,
        uuid(n),
        trace.observations.map(({ start }) => start),
        trace.observations.map(({ model }) => model),
        trace.observations.map(({ tokens }) => tokens),
        trace.observations.map(({ cost }) => cost),
      ],
    );
  }
  await owner.query(`
    insert into sluice.daily_traces
    select ("timestamp" at time zone 'UTC')::date, shard, count(*) from sluice.traces group by 1, 2`);
  await owner.query(`
    insert into sluice.daily_usage
    select (t."timestamp" at time zone 'UTC')::date, u.day, u.model, t.shard, count(*), sum(u.observations),
           sum(u.input_tokens), sum(u.output_tokens), sum(u.total_tokens), sum(u.cost)
    from sluice.trace_usage u join sluice.traces t on t.id = u.trace_id group by 1, 2, 3, 4`);
}

const everything: TraceFilter = { tags: [], environments: [] };

interface Read {
  readonly totalItems: number;
  readonly days: readonly Day[];
}

async function read(filter: Partial<TraceFilter> = {}, page = 1, limit = 50): Promise<Read> {
  const { totalItems, days } = await store.dailyMetrics({ page, limit, filter: { ...everything, ...filter } });
  return { totalItems, days: await collect(days) };
}

/** The rule of the contract, in plain code. */
function expected(all: readonly Traced[], filter: Partial<TraceFilter>): Read {
  const selected = all.filter(
    (trace) =>
      (filter.userId === undefined || trace.user === filter.userId) &&
      (filter.from === undefined || trace.timestamp >= filter.from) &&
      (filter.before === undefined || trace.timestamp < filter.before),
  );
  const observed = selected.flatMap((trace) => trace.observations.map((observation) => ({ ...observation, trace })));
  const dates = new Set(
    [...selected.map((trace) => trace.timestamp), ...observed.map(({ start }) => start)].map(dateOf),
  );
  const days = [...dates]
    .sort()
    .reverse()
    .map((date) => {
      const ofDay = observed.filter(({ start }) => dateOf(start) === date);
      const isUsed = ofDay.some(({ model, tokens, cost }) => model === '' && tokens + cost > 0);
      const models = [...new Set(ofDay.map(({ model }) => model))].filter((model) => model !== '').sort();
      return {
        date,
        traces: selected.filter((trace) => dateOf(trace.timestamp) === date).length,
        observations: ofDay.length,
        cost: sum(ofDay.map(({ cost }) => cost)),
        usage: [...models, ...(isUsed ? [''] : [])].map((model) => {
          const ofModel = ofDay.filter((observation) => observation.model === model);
          const tokens = sum(ofModel.map((observation) => observation.tokens));
          return {
            model: model === '' ? null : model,
            inputTokens: `${tokens}`,
            outputTokens: `${2 * tokens}`,
            totalTokens: `${3 * tokens}`,
            traces: new Set(ofModel.map(({ trace }) => trace)).size,
            observations: ofModel.length,
            cost: sum(ofModel.map(({ cost }) => cost)),
          };
        }),
      };
    });
  return { totalItems: days.length, days };
}

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);

/** Times around midnights, and anywhere. */
const times = fc.oneof(
  fc.integer({ min: FIRST_DAY * DAY, max: (FIRST_DAY + 4) * DAY }),
  fc
    .tuple(fc.integer({ min: 0, max: 4 }), fc.integer({ min: -1, max: 1 }))
    .map(([n, off]) => (FIRST_DAY + n) * DAY + off),
);

const traces: fc.Arbitrary<Traced[]> = fc.array(
  fc.record({
    timestamp: times,
    user: fc.constantFrom('u1', 'u1', 'u1', 'u2', 'rare'),
    part: fc.integer({ min: PART, max: PART + 240 }),
    observations: fc.array(
      fc.record({
        start: times,
        model: fc.constantFrom('', 'a', 'B', 'b'),
        tokens: fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 100 })),
        cost: fc.oneof(
          fc.constant(0),
          fc.integer({ min: 0, max: 64 }).map((n) => n / 64),
        ), // sums of these are exact
      }),
      { maxLength: 5 },
    ),
  }),
  { minLength: 30, maxLength: 60 },
);

const filters = fc.record(
  { from: times, before: times, userId: fc.constantFrom('u1', 'u2', 'rare', 'nobody') },
  { requiredKeys: [] },
);

it('gives exactly the days, counts and sums of the selected traces, whole days and parts of days', async () => {
  const data = fc.sample(traces, { numRuns: 1, seed: 11 })[0] ?? [];
  await insert(data);
  await fc.assert(
    fc.asyncProperty(filters, async (filter) => {
      expect(await read(filter)).toEqual(expected(data, filter));
    }),
    { numRuns: 300 },
  );
});

it('pages by days, newest first, and counts all of them', async () => {
  const at = (day: number): Traced => ({ timestamp: (FIRST_DAY + day) * DAY, user: 'u', part: PART, observations: [] });
  await insert([at(0), at(1), at(2), at(2)]);
  const dates = async (page: number) => {
    const { totalItems, days } = await read({}, page, 2);
    return { totalItems, dates: days.map(({ date }) => date) };
  };
  expect(await dates(1)).toEqual({ totalItems: 3, dates: ['2026-11-22', '2026-11-21'] });
  expect(await dates(2)).toEqual({ totalItems: 3, dates: ['2026-11-20'] });
  expect(await dates(3)).toEqual({ totalItems: 3, dates: [] });
});

it('reads days with very many models portion by portion, whole and in order, by counters and by traces alike', async () => {
  const models = 6000;
  const usage = (table: string, key: string) =>
    owner.query(
      `insert into sluice.${table}
       select ${key}, date '2026-11-20' + d, model, ${table === 'daily_usage' ? '1, 1,' : ''} 1, 1, 1, 1, 0.5
       from generate_series(0, 2) d,
            (select 'm' || lpad(n::text, 5, '0') as model from generate_series(1, $1::integer) n union all select '') m`,
      [models],
    );
  await insert([0, 1, 2].map((n) => ({ timestamp: (FIRST_DAY + n) * DAY, user: 'u', part: PART, observations: [] })));
  await usage('daily_usage', `date '2026-11-20' + d`);
  await usage('trace_usage', `${PART}, '${uuid(0)}'::uuid`);

  for (const filter of [{}, { userId: 'u' }]) {
    const { days } = await store.dailyMetrics({ page: 1, limit: 2, filter: { ...everything, ...filter } });
    const seen = new Map<string, (string | null)[]>();
    let portions = 0;
    for await (const portion of days) {
      portions += 1;
      for (const { date, traces, observations, cost, usage } of portion) {
        expect({ traces, observations, cost }).toEqual({ traces: 1, observations: models + 1, cost: (models + 1) / 2 });
        seen.set(date, [...(seen.get(date) ?? []), ...usage.map(({ model }) => model)]);
      }
    }
    expect(portions).toBeGreaterThan(2);
    expect([...seen.keys()]).toEqual(['2026-11-22', '2026-11-21']);
    const all = [...Array.from({ length: models }, (_, n) => `m${String(n + 1).padStart(5, '0')}`), null];
    for (const models of seen.values()) expect(models).toEqual(all);
  }
});

it('reads days that lie apart, and such without any usage, once each where the page is cut', async () => {
  // The first portion holds the models of the newest day and the day without usage, and not one row more.
  const usage = (daysAgo: number, models: number) =>
    owner.query(
      `insert into sluice.daily_usage
       select date '2026-11-20' - $1::integer, date '2026-11-20' - $1::integer, 'm' || lpad(n::text, 5, '0'), 0, 1, 1, 1, 1, 1, 0
       from generate_series(1, $2::integer) n`,
      [daysAgo, models],
    );
  await usage(0, 3425);
  await owner.query(`insert into sluice.daily_traces values ('2026-11-19', 0, 1)`);
  for (const daysAgo of [2, 3, 90, 700]) await usage(daysAgo, 10);
  const portions: (readonly [string, number])[][] = [];
  const { days, totalItems } = await store.dailyMetrics({ page: 1, limit: 1000, filter: everything });
  for await (const portion of days) portions.push(portion.map((day) => [day.date, day.usage.length] as const));
  expect(totalItems).toBe(6);
  expect(portions.flat()).toEqual([
    ['2026-11-20', 3425],
    ['2026-11-19', 0],
    ['2026-11-18', 10],
    ['2026-11-17', 10],
    ['2026-08-22', 10],
    ['2024-12-20', 10],
  ]);
  expect(portions[0]).toHaveLength(2);
});

it('holds no more for very many models than for many', async () => {
  const held = async (models: number): Promise<number> => {
    await owner.query('truncate sluice.daily_usage');
    await owner.query(
      `insert into sluice.daily_usage select date '2026-11-20', date '2026-11-20', 'm' || n, 1, 1, 1, 1, 1, 1, 0
       from generate_series(1, $1) n`,
      [models],
    );
    return (await store.dailyMetrics({ page: 1, limit: 1, filter: everything })).heldBytes;
  };
  expect(await held(10)).toBeLessThan(100_000);
  expect(await held(20_000)).toBe(await held(5000));
});

it('sums tokens to the last digit, by counters and by a filter alike', async () => {
  await insert([{ timestamp: FIRST_DAY * DAY, user: 'u', part: PART, observations: [] }]);
  for (const model of ['a', 'b']) {
    for (const input of ['9007199254740993', '9223372036854775807']) {
      await owner.query(
        `insert into sluice.daily_usage values ('2026-11-20', '2026-11-20', $1, $2::numeric % 10, 1, 1, $2, 0, $2, 0)`,
        [model, input],
      );
    }
    await owner.query(
      `insert into sluice.trace_usage values ($1, $2, '2026-11-20', $3, 1, 9007199254740993, 0, 9223372036854775807, 0)`,
      [PART, uuid(0), model],
    );
  }
  const tokens = async (filter: Partial<TraceFilter>): Promise<unknown[]> => {
    const { days } = await read(filter);
    return days.flatMap(({ usage }) => usage.map(({ inputTokens, totalTokens }) => [inputTokens, totalTokens]));
  };
  const both = '9232379236109516800';
  expect(await tokens({})).toEqual([
    [both, both],
    [both, both],
  ]);
  const one = ['9007199254740993', '9223372036854775807'];
  expect(await tokens({ userId: 'u' })).toEqual([one, one]);
});

it('leaves out a day whose counters have gone back to zero', async () => {
  await owner.query(
    `insert into sluice.daily_traces values ('2026-11-20', 0, 0), ('2026-11-21', 0, 1), ('2026-11-21', 1, -1)`,
  );
  await owner.query(`insert into sluice.daily_usage values ('2026-11-20', '2026-11-20', 'm', 0, 0, 0, 0, 0, 0, 0)`);
  expect(await read()).toEqual({ totalItems: 0, days: [] });
});
