import { indexDisagreements } from '@sluice/contracts';
import { HISTORY_START } from '@sluice/testbed/samples';
import fc from 'fast-check';
import { type TestWriter, openWriter } from '../write/writer.testing';
import { cutWindow } from './cut-window';
import { PROJECTS, type Trace, expected, query, toRecord, trace, withExact } from './group-oracle.testing';
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

/** Blocks with rollups in the database. */
const countBlocks = async (): Promise<number> =>
  (await writer.owner.query('select from sluice.observation_blocks')).rowCount ?? 0;

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

it('counts, measures and sums as plain code does', async () => {
  const percentiles = { exact: 0, approximate: 0 };
  await fc.assert(
    fc.asyncProperty(
      fc.array(trace, { maxLength: 8 }),
      fc.array(query, { minLength: 4, maxLength: 8 }),
      fc.constantFrom(...INDEXED),
      async (traces, queries, indexed) => {
        await store(traces, indexed);
        expect(await indexDisagreements(writer.owner)).toEqual([]);
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
            if (!canBeRolledUp || indexed === 'nothing') expect(found.percentiles).toBe('exact');
            expect(found).toMatchObject({ totalItems: wanted.length, otherCalls: 0 });
            expect(found.percentiles === 'exact' ? found.groups : withExact(found, wanted)).toEqual(wanted);
          }
        }
      },
    ),
    { numRuns: 60, seed: 30 },
  );
  expect(Math.min(percentiles.exact, percentiles.approximate)).toBeGreaterThan(50);
});

const STEP: Trace['steps'][number] = {
  ...{ type: 'TOOL', name: 'search', level: 'ERROR', statusMessage: `can't`, model: undefined },
  ...{ promptName: undefined, promptVersion: undefined, start: HISTORY_START - 3 * HOUR, lasts: 1001, firstToken: 7 },
  ...{ tokens: 3, cost: 0.25 },
};
const SOME_NAMES = ['search', 'search', 'answer', 'Search', ''] as const;
const FIVE_TRACES: readonly Trace[] = SOME_NAMES.map((name) => ({
  ...{ project: undefined, userId: undefined, isLate: false, steps: [{ ...STEP, name }] },
}));
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
