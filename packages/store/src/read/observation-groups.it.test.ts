import { indexDisagreements } from '@sluice/contracts';
import { HISTORY_START } from '@sluice/testbed/samples';
import fc from 'fast-check';
import { type TestWriter, openWriter } from '../write/writer.testing';
import { cutWindow } from './cut-window';
import { PROJECTS, type Trace, expected, query, step, toRecord, trace, withExact } from './group-oracle.testing';
import { type TestIndex, openTestIndex } from './index-traces.testing';
import type { ObservationGroupsQuery } from './observation-group';
import { type TestReader, openReader } from './reader.testing';
import { rolledUpOf } from './rolled-up';

/* Groups of observations against plain code, by rows and by rollups: traces are sent in parts, repeatedly, and indexed in between. */

const HOUR = 3_600_000_000;

let writer: TestWriter;
let reader: TestReader;
let index: TestIndex;
beforeAll(() => {
  writer = openWriter();
  index = openTestIndex();
  reader = openReader();
});
afterAll(async () => {
  await index.close();
  await reader.close();
  await writer.close();
});

// Index positions begin again.
beforeEach(async () => {
  await writer.clear();
  await index.all();
});

/** Blocks with rollups in the database. */
const countBlocks = async (): Promise<number> => (await blocks()).length;

/** Names of the projects of these blocks; empty of the default project. */
const blocks = async (): Promise<readonly string[]> => {
  const sql = 'select p.name from sluice.observation_blocks b join sluice.projects p on p.id = b.project order by 1';
  return (await writer.owner.query<{ name: string }>(sql)).rows.map(({ name }) => name);
};

/** States of the index: of nothing; of what was sent first, so that late records make blocks dirty; of all, again after these. */
const INDEXED = ['nothing', 'first', 'some', 'all'] as const;

/** @returns the traces as they are stored in the end */
async function store(traces: readonly Trace[], indexed: (typeof INDEXED)[number]): Promise<void> {
  await writer.clear();
  const records = traces.map((each, n) => toRecord(each, n, false));
  const first = traces.map((each, n) => toRecord(each, n, each.isLate));
  await writer.storeAll([first, first]);
  if (indexed !== 'nothing') await index.all();
  await writer.storeAll([records.filter((_, n) => traces[n]?.isLate)]);
  if (indexed === 'some') await index.some(1);
  if (indexed === 'all') await index.all();
  await writer.storeAll([records.slice(0, 1)]);
}

type Asked = Omit<ObservationGroupsQuery, 'orderBy' | 'limit' | 'interval'> & { readonly interval: number | undefined };

const percentiles = { exact: 0, approximate: 0 };

/** Compares the answers for both projects with plain code. */
async function expectRight(traces: readonly Trace[], queries: readonly Asked[], isIndexed: boolean): Promise<void> {
  for (const { interval, ...each } of queries) {
    const asked: ObservationGroupsQuery = {
      ...{ ...each, orderBy: 'calls', limit: 100 },
      ...(interval !== undefined && { interval }),
    };
    for (const project of PROJECTS) {
      const wanted = expected(traces, project, asked);
      const found = await reader.reads.of(project).observationGroups(asked);
      percentiles[found.percentiles] += 1;
      const canBeRolledUp = rolledUpOf(asked) !== undefined && cutWindow(asked, HOUR).whole !== undefined;
      if (!canBeRolledUp || !isIndexed) expect(found.percentiles).toBe('exact');
      expect(found).toMatchObject({ totalItems: wanted.length, otherCalls: 0 });
      expect(found.percentiles === 'exact' ? found.groups : withExact(found, wanted)).toEqual(wanted);
    }
  }
}

it('counts, measures and sums as plain code does', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(trace, { maxLength: 8 }),
      fc.array(query, { minLength: 4, maxLength: 8 }),
      fc.constantFrom(...INDEXED),
      async (traces, queries, indexed) => {
        await store(traces, indexed);
        expect(await indexDisagreements(writer.owner)).toEqual([]);
        await expectRight(traces, queries, indexed !== 'nothing');
      },
    ),
    { numRuns: 60, seed: 30 },
  );
  expect(Math.min(percentiles.exact, percentiles.approximate)).toBeGreaterThan(50);
});

/** SQL: moves the traces of the default project, so that each block of the first segment has two of sixteen. Its rollups are to be made again. */
const SPREAD = `
  update sluice.trace_index_entries set index_position = -index_position * 512 where project = 0;
  update sluice.trace_index_entries set index_position = -index_position where project = 0;
  update sluice.trace_index_sort_keys set index_position = -index_position * 512 where project = 0;
  update sluice.trace_index_sort_keys set index_position = -index_position where project = 0;
  update sluice.trace_index_bitmaps b set bitmap = (
    select bit_or(set_bit(b'0'::bit(8192), p.index_position, 1)) from sluice.trace_index_entries p
    where p.project = 0 and (b.field = 'a' or b.value = p.outcome))
  where b.project = 0 and b.field in ('a', 'o');
  delete from sluice.observation_blocks; delete from sluice.observation_rollups; delete from sluice.observation_totals; delete from sluice.valid_segments;
  delete from sluice.trace_rollups; delete from sluice.segment_rollups; delete from sluice.segment_validity`;

const ALL_OF_IT = { from: HISTORY_START - 24 * HOUR, before: HISTORY_START + HOUR };
const countTotals = async (): Promise<number> =>
  (await writer.owner.query('select distinct segment from sluice.observation_totals')).rowCount ?? 0;

/** Trace as `toRecord` sends it first. */
const begunOf = (each: Trace): Trace => ({
  ...each,
  steps: each.steps
    .filter((_, n) => n % 2 === 0)
    .map(({ type, start, counted }) => ({ ...NO_VALUES, type, start, counted })),
});

it('has the same figures from totals of a whole segment', async () => {
  const windows = fc.constantFrom({}, { before: ALL_OF_IT.before }, ALL_OF_IT, { ...ALL_OF_IT, interval: 24 * HOUR });
  const asked = fc.array(fc.tuple(query, windows), { minLength: 6, maxLength: 8 });
  const sixteen = fc.array(fc.tuple(trace, step), { minLength: 16, maxLength: 16 });
  await fc.assert(
    fc.asyncProperty(sixteen, asked, async (pairs, some) => {
      const traces: readonly Trace[] = pairs.map(([each, first]) => ({
        ...{ ...each, project: undefined, steps: [first, ...each.steps] },
      }));
      const queries = some.map(([each, window]) => ({ ...each, ...window }));
      await writer.clear();
      await index.all();
      await writer.storeAll([traces.map((each, n) => toRecord(each, n, n === 0))]);
      await index.all();
      await writer.owner.query(SPREAD);
      await index.withFewValues(100);
      expect(await countTotals()).toBe(1);
      expect(await indexDisagreements(writer.owner)).toEqual([]);
      await expectRight(
        traces.map((each, n) => (n === 0 ? begunOf(each) : each)),
        queries,
        true,
      );
      await writer.storeAll([traces.slice(0, 1).map((each) => toRecord(each, 0, false))]);
      await expectRight(traces, queries, true);
      await index.all();
      expect(await countTotals()).toBe(1);
      expect(await indexDisagreements(writer.owner)).toEqual([]);
      await expectRight(traces, queries, true);
    }),
    { numRuns: 10, seed: 31 },
  );
});

const NO_VALUES = {
  ...{ name: undefined, level: undefined, statusMessage: undefined, model: undefined, promptName: undefined },
  service: undefined,
  ...{ promptVersion: undefined, lasts: undefined, firstToken: undefined, tokens: undefined, cost: undefined },
};
const STEP: Trace['steps'][number] = {
  ...{ type: 'TOOL', name: 'search', level: 'ERROR', statusMessage: `can't`, model: undefined, service: undefined },
  ...{ promptName: undefined, promptVersion: undefined, start: HISTORY_START - 3 * HOUR, lasts: 1001, firstToken: 7 },
  ...{ tokens: 3, cost: 0.25, counted: true },
};

/** Trace of the default project. */
const traceOf = (steps: Trace['steps']): Trace => ({ project: undefined, userId: undefined, isLate: false, steps });

const SOME_NAMES = ['search', 'search', 'answer', 'Search', ''] as const;
const FIVE_TRACES = SOME_NAMES.map((name) => traceOf([{ ...STEP, name }]));
const BY_NAME: ObservationGroupsQuery = {
  ...{ by: 'name', orderBy: 'calls', limit: 100, conditions: [] },
  ...{ from: HISTORY_START - 24 * HOUR, before: HISTORY_START + HOUR },
};

it('has figures of the most frequent values of a block, and counts the others', async () => {
  await store(FIVE_TRACES, 'nothing');
  await index.withFewValues(2);
  const found = await reader.store.observationGroups(BY_NAME);
  expect(found).toMatchObject({ totalItems: 2, percentiles: 'approximate', otherCalls: 2 });
  expect(found.groups.map(({ value, calls }) => [value, calls])).toEqual([
    ['search', 2],
    ['', 1],
  ]);
  const rare = { type: 'string', column: 'name', operator: '=', value: 'answer' } as const;
  await expect(reader.store.observationGroups({ ...BY_NAME, conditions: [rare] })).resolves.toMatchObject({
    ...{ totalItems: 0, otherCalls: 2 },
  });
});

/** 139 years; a double of its seconds is rounded to other microseconds. */
const LONG_MICROS = 4_400_000_000_000_007;

it('has the same figures of many observations that are alike, and of those that last for a century', async () => {
  const alike = Array.from({ length: 300 }, (_, n) => ({
    ...{ ...STEP, start: STEP.start + 1000 * n, lasts: n % 10 === 0 ? undefined : 1001 ** (n % 4) },
    firstToken: n % 10 === 0 ? 7 * n : undefined,
  }));
  const names = ['answer', 'Search', ''] as const;
  const long = names.map((name, n) => ({ ...STEP, name, lasts: LONG_MICROS + 2 * n }));
  const traces = [traceOf(alike), traceOf(long)];
  await store(traces, 'all');
  await index.all();
  expect(await indexDisagreements(writer.owner)).toEqual([]);
  const { approximate } = percentiles;
  await expectRight(traces, [{ ...BY_NAME, interval: HOUR }], true);
  expect(percentiles.approximate).toBeGreaterThan(approximate);
});

it('keeps the rollups of a block where a trace of another project changes', async () => {
  const traces = PROJECTS.map((project) => ({ ...traceOf([STEP]), project }));
  await writer.storeAll([traces.map((each, n) => toRecord(each, n, true))]);
  await index.all();
  expect(await blocks()).toEqual(['', 'acme']);
  await writer.storeAll([traces.slice(1).map((each) => toRecord(each, 1, false))]);
  await index.some(1);
  expect(await blocks()).toEqual(['']);
});

it('has no rollups of traces below the retention floor, and none in the end', async () => {
  await store(FIVE_TRACES, 'all');
  await index.all();
  expect(await countBlocks()).toBe(1);
  const { owner } = writer;
  await owner.query('update sluice.projects set part = (select max(part) + 1 from sluice.traces) where id = 0');
  try {
    await expect(reader.store.observationGroups(BY_NAME)).resolves.toMatchObject({ totalItems: 0, groups: [] });
  } finally {
    await owner.query('update sluice.projects set part = 0 where id = 0');
  }
  await owner.query('delete from sluice.traces');
  await expect(reader.store.observationGroups(BY_NAME)).resolves.toMatchObject({ totalItems: 0, groups: [] });
  await index.all();
  expect(await countBlocks()).toBe(0);
  expect((await owner.query('select from sluice.observation_rollups')).rowCount).toBe(0);
});
