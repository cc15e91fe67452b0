import { TRACE_FILTERS } from '@sluice/record';
import fc from 'fast-check';
import type { Pool } from 'pg';
import { gather, textOf } from './gather.testing';
import type { ProjectStore } from './postgres-store';
import type { TraceListItem, TraceListQuery, TraceOrderField } from './trace';
import { openReader } from './reader.testing';

const PART = 494_000;
const BASE = Date.UTC(2026, 10, 20, 12) * 1000;

interface Row {
  readonly id: string;
  readonly part: number;
  readonly name: string | null;
  readonly userId: string | null;
  readonly sessionId: string | null;
  readonly release: string | null;
  readonly version: string | null;
  readonly environment: string | null;
  readonly tags: readonly string[];
  readonly timestamp: number;
  /** Microseconds; undefined: no observations. */
  readonly latency: number | undefined;
  readonly totalCost: number;
}

let owner: Pool;
let store: ProjectStore;
let close: () => Promise<void>;

beforeAll(async () => {
  ({ owner, store, close } = openReader());
  await owner.query('select sluice.ensure_trace_partitions($1, $2)', [PART - 480, PART + 48]);
});
afterAll(() => close());
beforeEach(async () => {
  await owner.query('truncate sluice.traces, sluice.trace_io, sluice.observations, sluice.daily_traces');
  await owner.query('update sluice.retention_floor set part = 0');
});

const uuid = (n: number): string => `${n.toString(16).padStart(8, '0')}-0000-4000-8000-000000000000`;

const row = (n: number, fields: Partial<Row> = {}): Row => ({
  id: uuid(n),
  part: PART + (n % 24),
  name: null,
  userId: null,
  sessionId: null,
  release: null,
  version: null,
  environment: null,
  tags: [],
  timestamp: BASE + n * 1000,
  latency: undefined,
  totalCost: 0,
  ...fields,
});

async function insert(rows: readonly Row[]): Promise<void> {
  for (const trace of rows) {
    await owner.query(
      `insert into sluice.traces (id, part, shard, name, user_id, session_id, release, version, environment, tags,
         "timestamp", min_start, max_end, observation_count, total_cost, created_at, updated_at, stamp)
       select $1, $2, 0, $3, $4, $5, $6, $7, $8, $9, t, case when $11::bigint is not null then t end,
              t + $11::bigint * interval '1 microsecond', case when $11::bigint is null then 0 else 1 end, $12, t, t, '3'
       from (select timestamptz 'epoch' + $10::bigint * interval '1 microsecond' as t) x`,
      [
        trace.id,
        trace.part,
        trace.name,
        trace.userId,
        trace.sessionId,
        trace.release,
        trace.version,
        trace.environment,
        trace.tags,
        trace.timestamp,
        trace.latency,
        trace.totalCost,
      ],
    );
  }
  await owner.query(`insert into sluice.daily_traces select '2026-11-20', 0, $1`, [rows.length]);
}

const query = (fields: Partial<TraceListQuery> = {}): TraceListQuery => ({
  page: 1,
  limit: 50,
  order: { field: 'timestamp', direction: 'desc' },
  filter: { tags: [], environments: [] },
  include: { io: false, observations: false },
  ...fields,
});

async function list(fields: Partial<TraceListQuery> = {}): Promise<{ total: number; items: TraceListItem[] }> {
  const { totalItems, portions } = await store.listTraces(query(fields));
  return { total: totalItems, items: await gather(portions) };
}

const idsOf = (items: readonly TraceListItem[]): string[] => items.map(({ trace }) => trace.id);

/** Names that a locale would order otherwise, one beyond what the index holds, and two that differ only there. */
const NAMES = ['a', 'B', 'b', 'Z', 'ä', '\u{1F600}', '\uFFFD', '', 'x'.repeat(600), `${'x'.repeat(600)}y`, null];
const SHORT = ['one', 'Two', 'ü', null];

const rows: fc.Arbitrary<Row[]> = fc
  .array(
    fc.record({
      part: fc.integer({ min: PART - 480, max: PART + 24 }),
      name: fc.constantFrom(...NAMES),
      userId: fc.constantFrom(...SHORT),
      sessionId: fc.constantFrom(...SHORT),
      release: fc.constantFrom(...SHORT),
      version: fc.constantFrom(...SHORT),
      environment: fc.constantFrom('default', 'staging', null),
      tags: fc.uniqueArray(fc.constantFrom('a', 'b', 'c'), { maxLength: 3 }),
      timestamp: fc.integer({ min: 0, max: 5 }).map((step) => BASE + step),
      latency: fc.constantFrom(undefined, 0, 1, 86_400_000_000, 90_000_000_000),
      totalCost: fc.constantFrom(0, 0.000001, 2.5),
    }),
    { minLength: 20, maxLength: 40 },
  )
  .map((all) => all.map((fields, n) => row((n * 7919) % 1009, fields)));

const FIELDS = [
  ...(['timestamp', 'name', 'userId', 'sessionId', 'release', 'version', 'environment'] as const),
  ...(['latency', 'totalCost', 'id'] as const),
] satisfies TraceOrderField[];

const LISTS = {
  tags: fc.constantFrom([], [], [], ['a'], ['b', 'a']),
  environments: fc.constantFrom([], [], [], ['default'], ['staging', 'default'], ['other']),
};
const WINDOW = {
  from: fc.integer({ min: 0, max: 6 }).map((step) => BASE + step),
  before: fc.integer({ min: 0, max: 6 }).map((step) => BASE + step),
};
const VALUES = {
  name: fc.constantFrom(...NAMES.filter((name) => name !== null)),
  userId: fc.constantFrom('one', 'Two'),
  sessionId: fc.constantFrom('one', 'two'),
  release: fc.constantFrom('ü'),
  version: fc.constantFrom('one'),
} satisfies Record<'name' | keyof typeof TRACE_FILTERS, fc.Arbitrary<string>>;
const FILTERED = ['name', ...(Object.keys(TRACE_FILTERS) as (keyof typeof TRACE_FILTERS)[])] as const;
const requiredKeys: (keyof typeof LISTS)[] = ['tags', 'environments'];

const queries: fc.Arbitrary<TraceListQuery> = fc.record({
  page: fc.integer({ min: 1, max: 3 }),
  limit: fc.integer({ min: 1, max: 25 }),
  order: fc.record({
    field: fc.constantFrom<TraceOrderField>(...FIELDS),
    direction: fc.constantFrom('asc', 'desc'),
  }),
  include: fc.constant({ io: false, observations: false }),
  // Half of them without values, which few traces have: most find traces to order and to cut then.
  filter: fc.oneof(
    fc.record({ ...WINDOW, ...LISTS }, { requiredKeys }),
    fc.record({ ...WINDOW, ...VALUES, ...LISTS }, { requiredKeys }),
  ),
});

/** The rule of the contract, in plain code. */
function expected(all: readonly Row[], { filter, order, page, limit }: TraceListQuery) {
  const matches = all.filter(
    (trace) =>
      (filter.from === undefined || trace.timestamp >= filter.from) &&
      (filter.before === undefined || trace.timestamp < filter.before) &&
      FILTERED.every((field) => filter[field] === undefined || filter[field] === trace[field]) &&
      filter.tags.every((tag) => trace.tags.includes(tag)) &&
      (filter.environments.length === 0 || filter.environments.includes(trace.environment ?? 'default')),
  );
  const keyOf = (trace: Row): string | number | null => {
    if (order.field === 'latency') return trace.latency ?? 0;
    if (order.field === 'environment') return trace.environment ?? 'default';
    return trace[order.field];
  };
  const compare = (a: string | number | null, b: string | number | null): number => {
    if (a === null || b === null) return Number(b === null) - Number(a === null) || 0;
    if (typeof a === 'string' && typeof b === 'string') return Buffer.compare(Buffer.from(a), Buffer.from(b));
    return Number(a) - Number(b);
  };
  const way = order.direction === 'asc' ? 1 : -1;
  const nullSmallest = (a: Row, b: Row): number => {
    const [x, y] = [keyOf(a), keyOf(b)];
    if (x === null || y === null) return Number(y === null) - Number(x === null);
    return compare(x, y);
  };
  const sorted = matches.toSorted((a, b) => way * (nullSmallest(a, b) || compare(a.id, b.id)));
  return { total: matches.length, ids: sorted.slice((page - 1) * limit, page * limit).map(({ id }) => id) };
}

it('gives exactly the traces of all filters, in every order, with an exact total', async () => {
  const data = fc.sample(rows, { numRuns: 1, seed: 7 })[0] ?? [];
  await insert(data);
  await fc.assert(
    fc.asyncProperty(queries, async (some) => {
      const { total, items } = await list(some);
      expect({ total, ids: idsOf(items) }).toEqual(expected(data, some));
    }),
    { numRuns: 400 },
  );
});

it.each(FIELDS)('orders by %s what has one value of it by id, in the same direction', async (field) => {
  const ids = [3, 1, 4, 2].map((n) => ({ id: uuid(n) }));
  await insert(ids.map((id) => row(0, id)));
  for (const environments of [[], ['default']]) {
    const filter = { tags: [], environments };
    const ordered = async (direction: 'asc' | 'desc') =>
      idsOf((await list({ order: { field, direction }, filter })).items);
    expect(await ordered('asc')).toEqual([1, 2, 3, 4].map(uuid));
    expect(await ordered('desc')).toEqual([4, 3, 2, 1].map(uuid));
  }
});

it('answers a page past the end with the total and nothing else', async () => {
  await insert([row(1), row(2)]);
  expect(await list({ page: 3, limit: 2 })).toEqual({ total: 2, items: [] });
  expect(await list({ page: 3, limit: 2, filter: { tags: [], environments: ['default'] } })).toEqual({
    total: 2,
    items: [],
  });
  expect((await list({ page: Number.MAX_SAFE_INTEGER, limit: 200 })).items).toEqual([]);
});

it('leaves out traces below the retention floor', async () => {
  await insert([row(1, { part: PART - 1 }), row(2, { part: PART })]);
  await owner.query('update sluice.retention_floor set part = $1, pin_from = $1', [PART]);
  const { items, total } = await list({ filter: { tags: [], environments: ['default'] } });
  expect({ total, ids: idsOf(items) }).toEqual({ total: 1, ids: [uuid(2)] });
  expect(idsOf((await list()).items)).toEqual([uuid(2)]);
});

it('keeps the order of tags and the characters in them', async () => {
  const tags = ['z', 'a "quoted", one', 'b\\n'];
  await insert([row(1, { tags })]);
  expect(JSON.parse(await textOf((await list()).items[0]?.trace.tags))).toEqual(tags);
});

describe('input, output, metadata and observation ids', () => {
  const observation = (trace: Row, id: string, input: string | null, output: string | null) =>
    owner.query(
      `insert into sluice.observations (part, trace_id, id, input, output, counted, created_at, updated_at, stamp)
       values ($1, $2, $3, $4, $5, true, now(), now(), '3')`,
      [trace.part, trace.id, id, input, output],
    );

  it('come from the trace itself or from the observation that it points to', async () => {
    const [own, mixed, none] = [row(3), row(2), row(1)];
    await insert([own, mixed, none]);
    const io = 'insert into sluice.trace_io values ($1, $2, $3, $4, $5)';
    await owner.query(io, [own.part, own.id, '"own in"', '{"own":"out"}', '{"k": 1.0}']);
    await owner.query(io, [mixed.part, mixed.id, null, '"own out"', null]);
    await owner.query('update sluice.traces set has_io = true where id = any($1)', [[own.id, mixed.id]]);
    await observation(mixed, uuid(0xb), '"root in"', '"root out"');
    await observation(mixed, uuid(0xa), '"child in"', null);
    await owner.query('update sluice.traces set input_from = $2 where id = $1', [mixed.id, uuid(0xb)]);

    const { items } = await list({ include: { io: true, observations: true } });
    const idsOf = async ({ observationIds }: TraceListItem): Promise<unknown> =>
      observationIds && JSON.parse(await textOf(observationIds));
    expect(await Promise.all(items.map(async (item) => ({ ...item.io, ids: await idsOf(item) })))).toEqual([
      { input: '"own in"', output: '{"own":"out"}', metadata: '{"k": 1.0}', ids: null },
      { input: '"root in"', output: '"own out"', metadata: null, ids: [uuid(0xa), uuid(0xb)] },
      { input: null, output: null, metadata: null, ids: null },
    ]);
  });

  it.each([999, 1000, 1001, 21_000, 21_001])('tell all %d ids of a trace, each once', async (count) => {
    const trace = row(1);
    await insert([trace, row(2)]);
    await owner.query(
      `insert into sluice.observations (part, trace_id, id, counted, created_at, updated_at, stamp)
       select $1, $2, md5(n::text)::uuid, true, now(), now(), '3' from generate_series(1, $3::integer) n`,
      [trace.part, trace.id, count],
    );
    const { rows } = await owner.query<{ id: string }>('select id from sluice.observations order by id');
    const { items } = await list({ include: { io: false, observations: true } });
    expect(items[0]?.observationIds).toBeNull();
    expect(JSON.parse(await textOf(items[1]?.observationIds))).toEqual(rows.map(({ id }) => id));
  });

  it('are not cut short where retention removes the trace meanwhile', async () => {
    const trace = row(1);
    await insert([trace]);
    await owner.query(
      `insert into sluice.observations (part, trace_id, id, counted, created_at, updated_at, stamp)
       select $1, $2, gen_random_uuid(), true, now(), now(), '3' from generate_series(1, 1500) n`,
      [trace.part, trace.id],
    );
    const { items } = await list({ include: { io: false, observations: true } });
    await owner.query('update sluice.retention_floor set part = $1, pin_from = $1', [trace.part + 1]);
    await owner.query('delete from sluice.observations');
    await expect(textOf(items[0]?.observationIds)).rejects.toThrow(/^what was being read has just been removed/);
  });

  it('are not read where they are not asked for', async () => {
    const trace = row(1);
    await insert([trace]);
    await observation(trace, uuid(0xa), '1', '2');
    await owner.query('update sluice.traces set input_from = $2 where id = $1', [trace.id, uuid(0xa)]);
    const [item] = (await list()).items;
    expect(item).toMatchObject({ io: { input: null, output: null, metadata: null }, observationIds: null });
  });

  it('come in portions of bounded size that are read as they are taken', async () => {
    const traces = Array.from({ length: 25 }, (_, n) => row(n));
    await insert(traces);
    for (const trace of traces) {
      await observation(trace, uuid(0xa), JSON.stringify('x'.repeat(100 * 2 ** 10)), null);
    }
    await owner.query('update sluice.traces set input_from = $1', [uuid(0xa)]);
    const { portions } = await store.listTraces(query({ include: { io: true, observations: false } }));
    const sizes: number[] = [];
    for await (const portion of portions) sizes.push(portion.length);
    expect(sizes).toEqual([10, 10, 5]);
  });
});
