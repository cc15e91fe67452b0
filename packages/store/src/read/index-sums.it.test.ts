import { indexDisagreements } from '@sluice/contracts';
import type { Pool } from 'pg';
import type { Day } from './daily';
import { PART, countDays, insertTraces } from './index-sums.testing';
import { type TestIndex, openTestIndex } from './index-traces.testing';
import { collect } from './collect-fragments.testing';
import type { ReadStore } from './postgres-store';
import { openReader } from './reader.testing';
import type { TimeWindow, TraceFilter } from './trace';
import type { TraceCondition } from './trace-condition';

const HOUR = 3_600_000_000;
const MINUTE = 60_000_000;
const START = PART * HOUR;

let owner: Pool;
let reads: ReadStore;
let index: TestIndex;
let close: () => Promise<void>;

const insert = (from: number, to: number, seed: string) => insertTraces(owner, from, to, seed);

beforeAll(async () => {
  ({ owner, reads, close } = openReader());
  index = openTestIndex();
  await owner.query('select sluice.ensure_trace_partitions($1, $2)', [PART, PART + 96]);
  await owner.query(`insert into sluice.projects (id, name) values (1, 'other')`);
});
afterAll(async () => {
  await index.close();
  await close();
});
beforeEach(async () => {
  await owner.query('truncate sluice.traces, sluice.trace_usage, sluice.trace_index_dirty');
  await owner.query('update sluice.projects set part = 0');
  await index.all();
});

interface Asked extends Partial<TraceFilter> {
  readonly conditions?: readonly TraceCondition[];
}

const WITHOUT_CHAT: TraceCondition = { type: 'arrayOptions', column: 'tags', operator: 'none of', value: ['chat'] };
const OF_USERS: TraceCondition = { type: 'string', column: 'userId', operator: 'starts with', value: 'user-' };

/** Filters: none, one value of each field, several; a rare value, an unknown one, and one that index entries do not contain. */
const FILTERS: readonly Asked[] = [
  {},
  { name: 'flow' },
  { userId: 'heavy' },
  { environments: ['default'] },
  { tags: ['heavy'] },
  { environments: ['production', 'default'] },
  { tags: ['chat', 'heavy'] },
  { userId: 'heavy', tags: ['chat'], name: 'flow' },
  { userId: 'user-7' },
  { name: 'nobody' },
  { name: 'n'.repeat(600) },
];

/** Filter expressions with their SQL: together with a rare value, with a frequent one, and with none. */
const CONDITIONS: readonly (readonly [Asked, string])[] = [
  [{ userId: 'user-7', conditions: [WITHOUT_CHAT] }, `not tags && '{chat}'`],
  [{ userId: 'heavy', conditions: [WITHOUT_CHAT] }, `not tags && '{chat}'`],
  [{ conditions: [WITHOUT_CHAT, OF_USERS] }, `not tags && '{chat}' and user_id like 'user-%'`],
];
/** Without an end, of whole hours, of whole days, with cut hours, within one hour, across an hour, with whole days between two cut ones. */
const WINDOWS: readonly TimeWindow[] = [
  {},
  { from: START + 26 * HOUR },
  { from: START + 10 * HOUR, before: START + 34 * HOUR },
  { from: START + 90 * MINUTE, before: START + 30 * HOUR + 7 },
  { from: START + 40 * HOUR + 5 * MINUTE, before: START + 40 * HOUR + 50 * MINUTE },
  { before: START + 71 * HOUR + 30 * MINUTE },
  { from: START + 12 * HOUR, before: START + 41 * HOUR },
  { from: START + 5 * HOUR + 7, before: START + 64 * HOUR + 7 },
];

/** Computes the daily metrics by plain SQL over the rows (contract: Daily metrics). */
async function expected(
  project: number,
  { name, userId, environments = [], tags = [], from, before }: Asked,
  also = 'true',
): Promise<unknown> {
  const time = (micros: number): string => `timestamptz 'epoch' + ${micros} * interval '1 us'`;
  const selected = `
    select t.id, t.part, ("timestamp" at time zone 'UTC')::date as day from sluice.traces t
    where project = ${project} and part >= (select part from sluice.projects where id = ${project})
      and ${name === undefined ? 'true' : `name = '${name}'`} and ${userId === undefined ? 'true' : `user_id = '${userId}'`}
      and ${environments.length === 0 ? 'true' : `coalesce(environment, 'default') in ('${environments.join("','")}')`}
      and tags @> '{${tags.join(',')}}' and ${also} and ${from === undefined ? 'true' : `"timestamp" >= ${time(from)}`}
      and ${before === undefined ? 'true' : `"timestamp" < ${time(before)}`}`;
  const { rows } = await owner.query<{ days: unknown }>(`
    with selected as (${selected}),
    used as (select t.id, u.* from selected t join sluice.trace_usage u on u.part = t.part and u.trace_id = t.id),
    models as (
      select day, nullif(model, '') as model, count(*) as traces, sum(observations) as observations, sum(input_tokens) as i, sum(output_tokens) as o,
        sum(total_tokens) as t, sum(cost) as cost from used group by 1, 2)
    select json_agg(json_build_object('date', d.day, 'traces', (select count(*) from selected s where s.day = d.day),
      'observations', (select coalesce(sum(observations), 0) from models m where m.day = d.day),
      'cost', (select coalesce(sum(cost), 0) from models m where m.day = d.day),
      'usage', (select coalesce(json_agg(json_build_object('model', model, 'inputTokens', i::text, 'outputTokens', o::text, 'totalTokens', t::text,
         'traces', traces, 'observations', observations, 'cost', cost) order by model collate "C"), '[]')
         from models m where m.day = d.day and (model is not null or (i, o, t, cost) <> (0, 0, 0, 0)))
      ) order by d.day desc) as days
    from (select day from selected union select day from used) d`);
  return rows[0]?.days ?? [];
}

const rounded = (days: unknown): unknown =>
  JSON.parse(JSON.stringify(days), (key, value: unknown) =>
    key === 'cost' ? Number((value as number).toFixed(6)) : value,
  );

async function read(project: number, filter: Asked): Promise<readonly Day[]> {
  const store = reads.of(project === 0 ? undefined : 'other');
  const { conditions, ...equal } = filter;
  const { days } = await store.dailyMetrics({
    ...{ page: 1, limit: 100, filter: { tags: [], environments: [], ...equal } },
    ...(conditions && { conditions }),
  });
  return collect(days);
}

/** The entries of a day add up to the day. */
function expectSummedUp(days: readonly Day[]): void {
  for (const { usage, observations, cost } of days) {
    expect(sumOf(usage, 'cost')).toBeCloseTo(cost, 6);
    if (usage.some(({ model }) => model === null)) expect(sumOf(usage, 'observations')).toBe(observations);
  }
}

const sumOf = (usage: Day['usage'], figure: 'cost' | 'observations'): number =>
  usage.reduce((sum, { [figure]: each }) => sum + each, 0);

/** @param each number of filters and windows, spread over all of them */
async function expectRight(each: number): Promise<void> {
  await countDays(owner);
  for (const [n, [project, filter, window, also]] of ASKED.entries()) {
    if (n % each !== 0) continue;
    const asked = { ...filter, ...window };
    const days = await read(project, asked);
    expect({ project, asked, days: rounded(days) }).toEqual({
      project,
      asked,
      days: rounded(await expected(project, asked, also)),
    });
    expectSummedUp(days);
  }
}

const ASKED = [0, 1].flatMap((project) => [
  ...FILTERS.flatMap((filter) => WINDOWS.map((window) => [project, filter, window, 'true'] as const)),
  ...CONDITIONS.flatMap(([filter, also]) => WINDOWS.map((window) => [project, filter, window, also] as const)),
]);

const one = async (sql: string): Promise<number> => {
  const { rows } = await owner.query<{ n: number }>(`select (${sql})::integer as n`);
  return rows[0]?.n ?? NaN;
};

test('sums of valid segments, of others, and of dirty traces are those of the rows', async () => {
  await insert(1, 10_000, 'first');
  await expectRight(11); // only dirty traces
  await index.all();
  expect(await one('select count(*) from sluice.valid_segments')).toBe(3);
  await expectRight(3);
  expect(await indexDisagreements(owner)).toEqual([]);
  const changeSums = (by: number) => owner.query('update sluice.segment_rollups set traces = traces + $1', [by]);
  await changeSums(1);
  expect((await indexDisagreements(owner)).map(({ rule }) => rule)).toContain(
    'the segment rollups of valid segments without dirty traces are the usage of their traces',
  );
  await changeSums(-1);
  const changeUsage = (by: number) =>
    owner.query('update sluice.trace_rollups set observations = observations + $1 where model is not null', [by]);
  await changeUsage(1);
  expect((await indexDisagreements(owner)).map(({ rule }) => rule)).toContain(
    'the valid trace rollups of clean traces are the usage of these traces',
  );
  await changeUsage(-1);

  // A change of a trace or its usage makes the trace dirty.
  await owner.query(
    `update sluice.trace_usage set cost = cost + 1, input_tokens = 5 where ('x' || substr(trace_id::text, 1, 2))::bit(8)::integer < 9`,
  );
  await owner.query(
    `update sluice.traces set updated_at = now() where ('x' || substr(id::text, 1, 2))::bit(8)::integer < 9`,
  );
  await owner.query(
    `update sluice.traces set user_id = 'heavy', tags = '{heavy}', "timestamp" = "timestamp" + interval '1 hour' where ('x' || substr(id::text, 1, 2))::bit(8)::integer = 77`,
  );
  await owner.query(`delete from sluice.traces where ('x' || substr(id::text, 1, 2))::bit(8)::integer = 78`);
  await expectRight(11);
  await index.some(100);
  expect(await one('select count(*) from sluice.valid_segments')).toBeLessThan(3);
  await expectRight(11);
  await index.all();
  await expectRight(11);

  await insert(10_001, 10_100, 'second');
  await expectRight(11);
  await owner.query(`update sluice.projects set part = ${PART} + 30`);
  await expectRight(11);
});

const UPDATED = `(('x' || substr(id::text, 1, 2))::bit(8)::integer < 9)`;
const haveUsage = () => one('select coalesce(sum(bit_count(bitmap)), 0) from sluice.segment_validity');
const agreed = async () => expect(await indexDisagreements(owner)).toEqual([]);

test('invalid segments have trace rollups of some traces, which are right after each change', async () => {
  await insert(1, 9200, 'first');
  await index.usage();
  expect(await one('select count(*) from sluice.valid_segments')).toBe(0);
  expect(await haveUsage()).toBe(9200);
  await agreed();
  await expectRight(11);
  const changeUsage = (by: number) => owner.query('update sluice.trace_rollups set traces = traces + $1', [by]);
  await changeUsage(1);
  expect((await indexDisagreements(owner)).map(({ rule }) => rule)).toContain(
    'the valid trace rollups of clean traces are the usage of these traces',
  );
  await changeUsage(-1);

  // Only traces that are indexed lose their valid rollup.
  await owner.query(
    `update sluice.trace_usage set cost = cost + 1, day = day + 1 where ${UPDATED.replace('id', 'trace_id')}`,
  );
  await owner.query(`update sluice.traces set updated_at = now(), tags = '{late}' where ${UPDATED}`);
  await owner.query(`delete from sluice.traces where ('x' || substr(id::text, 1, 2))::bit(8)::integer = 78`);
  await insert(9201, 9300, 'second');
  const marked = await one('select count(distinct key) from sluice.trace_index_dirty');
  await expectRight(11);
  await index.some(1e6);
  expect(await haveUsage()).toBe(9300 - marked);
  await agreed();
  await expectRight(11);

  // Traces that may change again wait; the others get trace rollups, including those that had one before.
  await owner.query(`update sluice.traces set updated_at = now() + interval '1 hour' where ${UPDATED} and project = 0`);
  await index.usage();
  await agreed();
  const settled = await one(`select count(*) from sluice.traces where updated_at <= now()`);
  expect(await haveUsage()).toBe(settled);
  expect(settled).toBeLessThan(9200);
  await expectRight(11);

  // Sealing makes what is missing, and nothing again.
  const before = await one('select max(xmin::text::bigint) from sluice.trace_rollups');
  const made = await one('select count(*) from sluice.trace_rollups');
  await index.close();
  index = openTestIndex();
  await index.all();
  expect(await one('select count(*) from sluice.valid_segments')).toBe(3);
  expect(await one('select count(*) from sluice.segment_validity')).toBe(0);
  const kept = await one(`select count(*) from sluice.trace_rollups where xmin::text::bigint <= ${before}`);
  expect(kept).toBeGreaterThan(made * 0.8);
  await agreed();
  await expectRight(11);

  // In a segment that is no longer valid only the changed traces are read by their rows.
  await owner.query(`update sluice.traces set updated_at = now() where ${UPDATED} and project = 1`);
  const changed = await one('select count(distinct key) from sluice.trace_index_dirty');
  await index.some(1e6);
  expect(await haveUsage()).toBe(8192 - changed);
  await agreed();
  const [asked, cut] = [{ userId: 'heavy' }, { from: START + 90 * MINUTE, before: START + 30 * HOUR + 7 }];
  const days = [await read(1, asked), await read(1, cut)];
  await owner.query(`delete from sluice.trace_usage where not ${UPDATED.replace('id', 'trace_id')}`);
  expect([await read(1, asked), await read(1, cut)]).toEqual(days);
});

test('a later indexed value has its sums in segments that were valid before', async () => {
  await insert(1, 9200, 'first');
  await owner.query(
    `update sluice.traces set user_id = 'late' where project = 0 and user_id = 'heavy' and id < '01000000-0000-0000-0000-000000000000'`,
  );
  await index.all();
  expect(await one(`select count(*) from sluice.segment_rollups where value = 'late'`)).toBe(0);
  await insert(9201, 9700, 'second');
  await owner.query(
    `update sluice.traces set user_id = 'late' where id in (select key from sluice.trace_index_dirty) and user_id = 'heavy'`,
  );
  await index.all();
  expect(
    await one(`select count(distinct segment) from sluice.segment_rollups where project = 0 and value = 'late'`),
  ).toBe(2);
  expect(rounded(await read(0, { userId: 'late' }))).toEqual(rounded(await expected(0, { userId: 'late' })));
});

test('a new indexed value invalidates segments, and no trace rollups', async () => {
  await insert(1, 9200, 'first');
  await index.all();
  await owner.query(
    `update sluice.traces set user_id = 'late' where project = 0 and user_id = 'heavy' and id < '10000000-0000-0000-0000-000000000000'`,
  );
  await index.some(1e6);
  expect(await one('select count(*) from sluice.valid_segments where project = 0')).toBe(0);
  expect(await haveUsage()).toBeGreaterThan(15_000);
  await agreed();
  await expectRight(11);
});

test('matches of valid segments are read by their index positions, few of them and many', async () => {
  await insert(1, 9200, 'first');
  await index.all();
  const several = { userId: 'heavy', tags: ['chat'] };
  const [few, many] = [{ userId: 'user-7' }, several];
  const cut = { from: START + 90 * MINUTE, before: START + 30 * HOUR + 7 };
  await owner.query('truncate sluice.trace_usage');
  await expect(read(0, { userId: 'heavy' })).resolves.not.toEqual([]);
  for (const asked of [few, many, cut]) {
    const days = await read(0, asked);
    expect(days.flatMap(({ usage }) => usage).length).toBeGreaterThan(0);
  }
  await owner.query('truncate sluice.trace_rollups, sluice.segment_rollups');
  for (const asked of [few, many, cut]) expect(await read(0, asked)).toEqual([]);
});

test('whole days of all traces come of the counters, and what a window cuts of them of the sums of its hours', async () => {
  await insert(1, 9200, 'first');
  await index.all();
  await countDays(owner);
  const cut = { from: START + 90 * MINUTE, before: START + 70 * HOUR + 7 };
  const days = rounded(await expected(0, cut));
  await owner.query('truncate sluice.trace_usage');
  const inside = (hour: string): string => `${hour} >= ${PART + 16} and ${hour} < ${PART + 64}`;
  await owner.query(`delete from sluice.segment_rollups where ${inside('trace_hour')}`);
  await owner.query(
    `delete from sluice.trace_rollups u using sluice.trace_index_entries p
     where p.project = u.project and p.index_position = u.index_position and ${inside(`extract(epoch from p."timestamp") / 3600`)}`,
  );
  expect(rounded(await read(0, cut))).toEqual(days);
  await owner.query('update sluice.daily_traces set traces = traces + 1 where shard = 0');
  expect((await read(0, cut)).map(({ traces }) => traces)).toEqual(
    (days as Day[]).map(({ date, traces }) => traces + Number(date === '2026-05-11' || date === '2026-05-12')),
  );
});
