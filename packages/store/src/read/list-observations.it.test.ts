import { NIL_UUID, type Observation as SentObservation, type TraceRecord } from '@sluice/record';
import { indexDisagreements } from '@sluice/contracts';
import { HISTORY_START, deliveryOf, testUuid as uuid } from '@sluice/testbed/samples';
import fc from 'fast-check';
import { Client } from 'pg';
import { type TestWriter, openWriter } from '../write/writer.testing';
import { collect, textOf } from './collect-fragments.testing';
import { createDatabase } from './database';
import { type TestIndex, openTestIndex } from './index-traces.testing';
import { listObservations } from './list-observations';
import type { ObservationCondition } from './observation-condition';
import type { ListedObservation, ObservationListQuery } from './observation-list';
import {
  type Sent,
  type Row,
  type Question,
  HOUR,
  PROJECTS,
  defined,
  record,
  toRecord,
  rowsOf,
  question,
  expected,
} from './observation-oracle.testing';
import { inProject } from './project';
import { type TestReader, openReader } from './reader.testing';

/*
 * Lists of observations against plain code: histories of two projects with the same ids, whose observations are created and changed by
 * records in any order, some twice.
 */

let writer: TestWriter;
let reader: TestReader;
let index: TestIndex;
beforeAll(() => {
  writer = openWriter();
  reader = openReader();
  index = openTestIndex();
});
afterAll(async () => {
  await index.close();
  await reader.close();
  await writer.close();
});
beforeEach(() => writer.clear());

const shown = ({ observation, trace, isRoot }: ListedObservation): Partial<Row> => ({
  ...{ id: observation.id, traceId: observation.traceId, startTime: observation.startTime, name: observation.name },
  ...{ endTime: observation.endTime, level: observation.level, environment: observation.environment },
  ...{ isRootObservation: isRoot, traceName: trace.name, userId: trace.userId },
});

/** Members that are compared. */
const SHOWN = [
  ...(['id', 'traceId', 'startTime', 'name', 'endTime', 'level', 'environment'] as const),
  ...(['isRootObservation', 'traceName', 'userId'] as const),
];

/** Reads with few index entries at a time, so that few traces are many. */
const list = async (project: Sent['project'], query: Question, at: ObservationListQuery['at']) => {
  const database = await inProject(createDatabase(reader.pool), project);
  const { observations, ...found } = await listObservations(
    database,
    { ...query, at, texts: ['metadata'] },
    { steps: { walks: [1], entries: 2 } },
  );
  return { ...found, shown: (await collect(observations)).map(shown) };
};

async function scanAll(project: Sent['project'], query: Question): Promise<readonly Partial<Row>[]> {
  const all: Partial<Row>[] = [];
  for (let at: ObservationListQuery['at'] = {}; ;) {
    const found = await list(project, query, at);
    all.push(...found.shown);
    if (found.next === undefined) return all;
    expect(found.shown).toHaveLength(query.limit);
    at = { after: found.next };
  }
}

/** SQL: makes the index unusable until it is built again, as one that was never built is. */
const REBUILD = 'update sluice.trace_index_state set is_complete = false, must_rebuild = true';

it('answers what plain code does, by pages and by cursor, of one project alone', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc
        .array(record, { minLength: 1, maxLength: 20 })
        .chain((history) => fc.tuple(fc.constant(history), deliveryOf(history.map(toRecord)))),
      fc.array(question, { minLength: 6, maxLength: 6 }),
      fc.constantFrom<'all' | 'first' | 'none'>('all', 'first', 'none'),
      async ([history, deliveries], questions, indexed) => {
        await writer.clear();
        const first = deliveries.slice(0, Math.ceil(deliveries.length / 2));
        await writer.storeAll(first);
        await index.all();
        // Some of the indexed traces change.
        await writer.storeAll(deliveries.slice(first.length), 1);
        if (indexed === 'all') await index.all();
        if (indexed === 'none') await writer.owner.query(REBUILD);
        expect(await indexDisagreements(writer.owner)).toEqual([]);
        for (const project of PROJECTS) {
          const rows = rowsOf(project, history);
          for (const asked of [{ conditions: [], limit: 3 }, ...questions.map((each) => defined(each) as Question)]) {
            const wanted = expected(rows, asked);
            const view = wanted.map((row) => Object.fromEntries(SHOWN.map((name) => [name, row[name]])));
            expect(await scanAll(project, asked)).toEqual(view);
            for (const page of [1, 2]) {
              expect(await list(project, asked, { page })).toMatchObject({
                totalItems: wanted.length,
                shown: view.slice((page - 1) * asked.limit, page * asked.limit),
              });
            }
          }
        }
      },
    ),
    { numRuns: 25, seed: 30 },
  );
});

it('reads long values in the order of the list, across traces and portions', async () => {
  const of = (n: number, bytes: number): TraceRecord => ({
    ...toRecord({ project: undefined, trace: n, fields: {}, tags: [], observations: [] }, n),
    observations: [
      { id: uuid(1), counted: true, startTime: HISTORY_START - n, input: `"${String(n).repeat(bytes)}"` },
      { id: uuid(2), counted: true, startTime: HISTORY_START - 10 - n, input: `"${n}"`, parentId: NIL_UUID },
    ],
  });
  await writer.storeAll([[of(1, 700_000), of(2, 90_000), of(3, 5000), of(4, 90_000)]]);
  const read = async (texts: ObservationListQuery['texts']) =>
    collect((await reader.store.listObservations({ conditions: [], limit: 8, at: {}, texts })).observations);
  const rows = await read(['input']);
  const texts = await Promise.all(rows.map(({ observation: { input } }) => textOf(input)));
  expect(texts.map((text) => [text[1], text.length - 2])).toEqual([
    ...[
      ['1', 700_000],
      ['2', 90_000],
      ['3', 5000],
      ['4', 90_000],
    ],
    ...[
      ['1', 1],
      ['2', 1],
      ['3', 1],
      ['4', 1],
    ],
  ]);
  expect((await read([])).map(({ observation }) => observation.input)).toEqual(Array(8).fill(null));
});

it('finds a rare value in traces of any age, also where they are too long to be indexed or run for long', async () => {
  const of = (n: number, observations: readonly Partial<SentObservation>[]): TraceRecord => ({
    ...toRecord({ project: undefined, trace: n, fields: {}, tags: [], observations: [] }, n),
    observations: observations.map((each, k) => ({ id: uuid(k + 1), counted: true, ...each })),
  });
  const at = (hours: number) => HISTORY_START - hours * HOUR;
  const usual = Array.from({ length: 40 }, (_, n) => of(n + 1, [{ name: 'usual', startTime: at(n), level: 'ERROR' }]));
  const rare = [3, 17, 33].map((n) => of(100 + n, [{ name: 'rare', startTime: at(n) + 1 }]));
  const long = of(200, [
    ...Array.from({ length: 1001 }, () => ({ name: 'usual', startTime: at(20) })),
    { name: 'rare', startTime: at(20) + 1 },
  ]);
  const running = of(300, [
    { name: 'rare', startTime: at(30) },
    { name: 'usual', startTime: at(0) },
  ]);
  await writer.storeAll([[...usual, ...rare, long, running]]);
  // An index that is built later has the traces that were stored before.
  await writer.owner.query(`delete from sluice.trace_index_dirty; ${REBUILD}`);
  await index.all();
  expect(await indexDisagreements(writer.owner)).toEqual([]);
  const name: ObservationCondition = { type: 'string', column: 'name', operator: '=', value: 'rare' };
  const isError: ObservationCondition = { type: 'string', column: 'level', operator: '=', value: 'ERROR' };
  const found = async (query: Partial<Question>) => {
    const asked = { limit: 2, conditions: [name], ...query };
    const rows = await scanAll(undefined, asked);
    expect(await list(undefined, asked, { page: 1 })).toMatchObject({ totalItems: rows.length });
    return rows.map(({ startTime = 0 }) => Math.round((HISTORY_START - startTime) / HOUR));
  };
  expect(await found({})).toEqual([3, 17, 20, 30, 33]);
  expect(await found({ before: at(25) })).toEqual([30, 33]);
  expect(await found({ from: at(25) })).toEqual([3, 17, 20]);
  expect(await found({ from: at(31), before: at(19) })).toEqual([20, 30]);
  expect(await found({ conditions: [name, isError] })).toEqual([]);
  // More traces of four hours have it than one look-up finds.
  expect(await found({ conditions: [isError], limit: 7 })).toEqual(usual.map((_, n) => n));
});

it('reads a history of centuries with gaps of decades by few statements', async () => {
  const years = [1970, 2001, 2026, 2062, 2130, 2199];
  const traces = years.map((year, n): TraceRecord => ({
    ...toRecord({ project: undefined, trace: n + 1, fields: {}, tags: [], observations: [] }, n + 1),
    observations: [
      { id: uuid(1), counted: true, startTime: Date.UTC(year) * 1000, name: year === 1970 ? 'old' : 'new' },
    ],
  }));
  await writer.storeAll([traces]);
  await index.all();
  const statements = jest.spyOn(Client.prototype, 'query');
  const named = (value: string): ObservationCondition => ({ type: 'string', column: 'name', operator: '=', value });
  expect((await scanAll(undefined, { conditions: [named('old')], limit: 2 })).map(({ name }) => name)).toEqual(['old']);
  expect(await scanAll(undefined, { conditions: [named('none')], limit: 2 })).toEqual([]);
  expect(statements.mock.calls.length).toBeLessThan(50);
  statements.mockRestore();
});
