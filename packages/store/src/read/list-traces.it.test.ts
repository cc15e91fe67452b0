import { TRACE_ORDERS } from '@sluice/record';
import fc from 'fast-check';
import type { Pool } from 'pg';
import { collect, textOf } from './collect-fragments.testing';
import type { ProjectStore } from './postgres-store';
import { PART, type Row, expected, queriesOf, row, rowsOf, store as storeRows, uuid } from './list-oracle.testing';
import type { TraceListItem, TraceListQuery } from './trace';
import { openReader } from './reader.testing';

let owner: Pool;
let pool: Pool;
let store: ProjectStore;
let close: () => Promise<void>;

beforeAll(async () => {
  ({ owner, pool, store, close } = openReader());
  await owner.query('select sluice.ensure_trace_partitions($1, $2)', [PART - 480, PART + 48]);
});
afterAll(() => close());
beforeEach(async () => {
  await owner.query(
    'truncate sluice.traces, sluice.trace_io, sluice.text_packs, sluice.observations, sluice.daily_traces',
  );
  await owner.query('update sluice.retention_floor set part = 0');
});

const insert = (rows: readonly Row[]) => storeRows(owner, rows);

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
  return { total: totalItems, items: await collect(portions) };
}

/** Counts the statements of work, by the connections that they acquire. */
async function statementsOf<T>(work: () => Promise<T>): Promise<{ readonly statements: number; readonly result: T }> {
  let statements = 0;
  const count = (): void => void (statements += 1);
  pool.on('acquire', count);
  const result = await work();
  pool.off('acquire', count);
  return { statements, result };
}

const idsOf = (items: readonly TraceListItem[]): string[] => items.map(({ trace }) => trace.id);

const DATA = { longNames: true, count: { minLength: 40, maxLength: 40 }, step: 1 };

it('gives exactly the traces of all filters, in every order, with an exact total', async () => {
  const data = fc.sample(rowsOf(DATA), { numRuns: 1, seed: 7 })[0] ?? [];
  await insert(data);
  await fc.assert(
    fc.asyncProperty(queriesOf({ pages: 3, step: DATA.step, further: ['public', 'outcome'] }), async (some) => {
      const { total, items } = await list(some);
      expect({ total, ids: idsOf(items) }).toEqual(expected(data, some));
    }),
    { numRuns: 400 },
  );
});

it.each(TRACE_ORDERS)('orders by %s what has one value of it by id, in the same direction', async (field) => {
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

it('orders by public, then by id in the same direction, whatever is filtered', async () => {
  await insert([1, 2, 3, 4].map((n) => row(0, { id: uuid(n) })));
  await owner.query('update sluice.traces set public = id = any($1) where id <> $2', [[uuid(2), uuid(3)], uuid(4)]);
  for (const environments of [[], ['default']]) {
    const pages = async (direction: 'asc' | 'desc') => {
      const page = (number: number) =>
        list({ order: { field: 'public', direction }, filter: { tags: [], environments }, limit: 3, page: number });
      return [...idsOf((await page(1)).items), ...idsOf((await page(2)).items)];
    };
    expect(await pages('asc')).toEqual([1, 4, 2, 3].map(uuid));
    expect(await pages('desc')).toEqual([3, 2, 4, 1].map(uuid));
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
  await owner.query('update sluice.retention_floor set part = $1, closed_below = $1', [PART]);
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

  it.each([1, 999, 1000, 1001, 10_999, 11_000, 11_001, 21_000])(
    'tell all %d ids of a trace, each once',
    async (count) => {
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
    },
  );

  it('are not cut short where retention removes the trace meanwhile', async () => {
    const trace = row(1);
    await insert([trace]);
    await owner.query(
      `insert into sluice.observations (part, trace_id, id, counted, created_at, updated_at, stamp)
       select $1, $2, gen_random_uuid(), true, now(), now(), '3' from generate_series(1, 1500) n`,
      [trace.part, trace.id],
    );
    const { items } = await list({ include: { io: false, observations: true } });
    await owner.query('update sluice.retention_floor set part = $1, closed_below = $1', [trace.part + 1]);
    await owner.query('delete from sluice.observations');
    await expect(textOf(items[0]?.observationIds)).rejects.toThrow(/^what was being read has just been removed/);
  });

  it.each([
    [0, 1],
    [1, 2],
  ])('come with their sizes up to 256 KiB of a page (%d bytes more: %d statements)', async (more, statements) => {
    const ofBytes = (bytes: number): string => JSON.stringify('x'.repeat(bytes - 2));
    const traces = [row(3), row(2), row(1)];
    await insert(traces);
    const [own, root] = traces as [Row, Row, Row];
    const io = 'insert into sluice.trace_io values ($1, $2, $3, $4, $5)';
    const metadata = ofBytes(60 * 2 ** 10);
    await owner.query(io, [own.part, own.id, ofBytes(40 * 2 ** 10), null, metadata]);
    await owner.query('update sluice.traces set has_io = true where id = $1', [own.id]);
    await observation(root, uuid(0xb), ofBytes(100 * 2 ** 10), ofBytes(56 * 2 ** 10 + more));
    await owner.query('update sluice.traces set input_from = $2, output_from = $2 where id = $1', [root.id, uuid(0xb)]);

    const withoutValues = await statementsOf(() => list());
    const withValues = await statementsOf(() => list({ include: { io: true, observations: false } }));
    expect(withValues.statements - withoutValues.statements).toBe(statements);
    expect(withValues.result.items.map((item) => item.io)).toEqual([
      { input: ofBytes(40 * 2 ** 10), output: null, metadata },
      { input: ofBytes(100 * 2 ** 10), output: ofBytes(56 * 2 ** 10 + more), metadata: null },
      { input: null, output: null, metadata: null },
    ]);
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
