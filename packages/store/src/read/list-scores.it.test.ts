import fc from 'fast-check';
import { type TestWriter, openWriter } from '../write/writer.testing';
import { collect, textOf } from './collect-fragments.testing';
import { type TestReader, openReader } from './reader.testing';
import type { ListedScore, ScoreListQuery } from './score';
import {
  PROJECTS,
  type Project,
  type Sent,
  answeredObservation,
  answeredTrace,
  filters,
  scoreRecord,
  selected,
  sentScores,
  traceRecords,
} from './score-oracle.testing';

/* Lists of scores against plain code, in two projects with the same ids. */

let writer: TestWriter;
let reader: TestReader;

beforeAll(() => {
  writer = openWriter();
  reader = openReader();
});
afterAll(async () => {
  await reader.close();
  await writer.close();
});
beforeEach(async () => {
  await writer.clear();
  await writer.storeAll(PROJECTS.map(traceRecords));
});

const list = async (project: Project, query: ScoreListQuery) => {
  const { scores, ...found } = await reader.reads.of(project).listScores(query);
  return { ...found, scores: await collect(scores) };
};

/** Pages through all scores by the cursor. */
async function scanAll(project: Project, query: Omit<ScoreListQuery, 'at'>): Promise<readonly ListedScore[]> {
  const all: ListedScore[] = [];
  for (let at: ScoreListQuery['at'] = {}; ;) {
    const found = await list(project, { ...query, at });
    expect(found.totalItems).toBeUndefined();
    all.push(...found.scores);
    if (found.next === undefined) return all;
    expect(found.scores).toHaveLength(query.limit);
    at = { after: found.next };
  }
}

const idsOf = (scores: readonly ListedScore[]): readonly string[] => scores.map(({ score }) => score.id);

it('selects, sorts, counts and cuts as plain code does, by pages and by cursor, of one project alone', async () => {
  await fc.assert(
    fc.asyncProperty(
      sentScores,
      fc.array(fc.tuple(filters, fc.integer({ min: 1, max: 3 })), { minLength: 8, maxLength: 8 }),
      async (sent, questions) => {
        await writer.owner.query('delete from sluice.scores');
        await writer.storeAll(sent.map((each, n) => [scoreRecord(each, n)]));
        for (const project of PROJECTS) {
          for (const [filter, limit] of [[{}, 2] as const, ...questions]) {
            const wanted = selected(sent, project, filter).map(({ id }) => id);
            expect([filter, idsOf(await scanAll(project, { filter, limit }))]).toEqual([filter, wanted]);
            for (const page of [1, 2, 9]) {
              const found = await list(project, { filter, limit, at: { page } });
              expect([filter, page, found.totalItems, idsOf(found.scores)]).toEqual([
                ...[filter, page, wanted.length],
                wanted.slice((page - 1) * limit, page * limit),
              ]);
            }
          }
        }
      },
    ),
    { numRuns: 25 },
  );
});

it('has every member as it was sent, ids in the form of other answers, and the trace where it is stored', async () => {
  await fc.assert(
    fc.asyncProperty(sentScores, fc.boolean(), async (sent, asSent) => {
      await writer.owner.query('delete from sluice.scores');
      await writer.storeAll(sent.map((each, n) => [scoreRecord(each, n)]));
      for (const project of PROJECTS) {
        const found = await list(project, { filter: {}, limit: 100, at: { page: 1 }, asSent });
        const expected = selected(sent, project, {}).map((each) => memberOf(each, sent.indexOf(each), asSent));
        const shown = await Promise.all(
          found.scores.map(async ({ score: { createdAt: _created, updatedAt: _updated, ...score }, trace }) => ({
            ...score,
            trace: trace && [trace.id, trace.sessionId, JSON.parse(await textOf(trace.tags))],
          })),
        );
        expect(shown).toEqual(expected);
      }
    }),
    { numRuns: 25 },
  );
});

function memberOf(sent: Sent, n: number, asSent: boolean): object {
  const { project: _project, value, trace, observation: _observation, ...members } = sent;
  const tags = [['a', 'b'], ['b'], []];
  const traceId = answeredTrace(sent, asSent);
  return {
    ...members,
    dataType: value.dataType,
    ...{ value: value.value ?? null, stringValue: value.stringValue ?? null },
    ...{ traceId, observationId: answeredObservation(sent, asSent), metadata: `{"n":${n}}` },
    trace: trace === null || trace === 3 ? null : [traceId, 's', tags[trace]],
  };
}

it('has another version as soon as a score, its trace or the total changes', async () => {
  const sent: Sent = {
    ...{ project: undefined, id: 'a', value: { dataType: 'NUMERIC', value: 1 }, trace: 1, observation: null },
    ...{ sessionId: null, datasetRunId: null, name: 'a', environment: 'default', source: 'API', configId: null },
    ...{ queueId: null, authorUserId: null, timestamp: 1e15, comment: null },
  };
  const versions = new Set<string>();
  const look = async (): Promise<number> => {
    versions.add((await list(undefined, { filter: {}, limit: 1, at: { page: 1 } })).version);
    return versions.size;
  };
  await writer.storeAll([[scoreRecord(sent, 1)]]);
  expect(await look()).toBe(1);
  expect(await look()).toBe(1);
  await writer.storeAll([[scoreRecord({ ...sent, value: { dataType: 'NUMERIC', value: 2 } }, 2)]]);
  expect(await look()).toBe(2);
  await writer.owner.query(`update sluice.traces set user_id = 'changed'`);
  expect(await look()).toBe(3);
  await writer.storeAll([[scoreRecord({ ...sent, id: 'Z', timestamp: 1e14 }, 3)]]);
  expect(await look()).toBe(4);
});

it('reads texts of some MiB in portions, and reports their size', async () => {
  const sent = (id: string): Sent => ({
    ...{ project: undefined, id, value: { dataType: 'NUMERIC', value: 1 }, trace: null, observation: null },
    ...{ sessionId: 's', datasetRunId: null, name: 'a', environment: 'default', source: 'API', configId: null },
    ...{ queueId: null, authorUserId: null, timestamp: 1e15, comment: 'c'.repeat(400_000) },
  });
  await writer.storeAll(['a', 'b', 'c', 'd', 'e'].map((id, n) => [scoreRecord(sent(id), n)]));
  const found = await reader.store.listScores({ filter: {}, limit: 5, at: {} });
  const portions: number[] = [];
  for await (const portion of found.scores) portions.push(portion.length);
  expect(portions).toEqual([2, 2, 1]);
  expect(found.heldBytes).toBeGreaterThan(2 * 400_000);
  expect(found.heldBytes).toBeLessThan(20 * 400_000);
});
