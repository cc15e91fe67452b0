import { ANSWER_LIMITS, type ScoreRecord, type TraceRecord, receiveStamp, traceIdOfText } from '@sluice/record';
import { HISTORY_START as NOW, testUuid as uuid } from '@sluice/testbed/samples';
import { type TestWriter, openWriter } from '../write/writer.testing';
import { collect } from './collect-fragments.testing';
import { type TestReader, openReader } from './reader.testing';
import type { Extras, TraceListQuery } from './trace';

/* Scores of traces in their own answers, in lists and in sessions. */

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
beforeEach(() => writer.clear());

const inProject = (project: string | undefined) => project !== undefined && { project };

function trace(id: string, n: number, project?: string): TraceRecord {
  const recordId = uuid(1000 + n);
  const stamp = receiveStamp(NOW, recordId);
  const fields = { sessionId: 's', timestamp: NOW + n };
  return {
    ...{ kind: 'trace', recordId, receivedAt: NOW, traceId: id, updates: [{ stamp, fields }], tags: [] },
    ...{ observations: [], ...inProject(project) },
  };
}

/** Scores of a trace, each a microsecond newer than the one before. */
function scores(traceId: string, ids: readonly string[], more: object = {}, project?: string): ScoreRecord {
  const recordId = uuid(5000 + ids.length);
  return {
    ...{ kind: 'score', recordId, receivedAt: NOW, ...inProject(project) },
    scores: ids.map((id, n) => ({
      ...{ id, stamp: receiveStamp(NOW, recordId), name: 'q', timestamp: NOW + n, dataType: 'NUMERIC', value: n },
      ...{ source: 'API', traceId, ...more },
    })),
  };
}

const CORRECTION = { dataType: 'CORRECTION', value: undefined, stringValue: 'c' };
const include: Extras = { io: false, observations: false, scores: true };
const query = (more: Partial<TraceListQuery> = {}): TraceListQuery => ({
  ...{ filter: { tags: [], environments: [] }, order: { field: 'timestamp', direction: 'desc' } },
  ...{ page: 1, limit: 200, include, ...more },
});

async function read(project: string | undefined, id: string, asked = include) {
  const store = reader.reads.of(project);
  const detail = await store.getTrace({ id, include: asked });
  const list = await store.listTraces(query({ include: asked }));
  const session = await store.getSession({ id: 's', include: asked });
  const ofList = (await collect(list.portions)).find(({ trace }) => trace.id === id);
  const ofSession = (await collect(session?.traces)).find(({ trace }) => trace.id === id);
  return {
    versions: [detail?.version, list.version, session?.version],
    detail: (await collect(detail?.scores)).map((score) => score.id),
    list: ofList?.scoreIds === undefined ? undefined : (JSON.parse(ofList.scoreIds) as string[]),
    session: ofSession?.scoreIds === undefined ? undefined : (JSON.parse(ofSession.scoreIds) as string[]),
  };
}

it('are the newest of the trace in its project, corrections excluded, stored before it or after', async () => {
  const [one, two] = [uuid(1), uuid(2)];
  await writer.storeAll([
    [scores(one, ['a', 'b"\\', 'ä']), scores(two, ['of two']), scores(one, ['of acme'], {}, 'acme')],
    [trace(one, 1), trace(two, 2), trace(uuid(3), 3), trace(one, 1, 'acme')],
    [scores(one, ['c'], CORRECTION)],
  ]);
  const newest = ['ä', 'b"\\', 'a'];
  expect(await read(undefined, one)).toMatchObject({ detail: newest, list: newest, session: newest });
  expect(await read(undefined, two)).toMatchObject({ detail: ['of two'], list: ['of two'], session: ['of two'] });
  expect(await read(undefined, uuid(3))).toMatchObject({ detail: [], list: undefined, session: undefined });
  expect(await read('acme', one)).toMatchObject({ detail: ['of acme'], list: ['of acme'], session: ['of acme'] });
  const without = { ...include, scores: false };
  expect(await read(undefined, one, without)).toMatchObject({ detail: [], list: undefined, session: undefined });
});

it('are at most 1,000 of one trace, the newest', async () => {
  const id = traceIdOfText('some chat') as string;
  const ids = Array.from({ length: ANSWER_LIMITS.traceScores + 5 }, (_, n) => `${'\u{1F600}'.repeat(700)} ${n}`);
  await writer.storeAll([[trace(id, 1), scores(id, ids)]]);
  const newest = ids.slice(-ANSWER_LIMITS.traceScores).toReversed();
  const found = await read(undefined, id);
  expect(found.detail).toEqual(newest);
  expect(found.list).toEqual(newest);
  const { heldBytes } = await reader.store.listTraces(query());
  expect(heldBytes).toBeGreaterThan(1000 * 2800);
});

it.each([1, 201])('change the version of every answer of %i traces that has them', async (count) => {
  const traces = Array.from({ length: count }, (_, n) => trace(uuid(n + 1), n));
  const last = uuid(count);
  await writer.storeAll([traces]);
  const versions = async () => (await read(undefined, last)).versions;
  const before = await versions();
  expect(await versions()).toEqual(before);
  await writer.storeAll([[scores(last, ['a'])]]);
  const after = await versions();
  for (const [n, version] of after.entries()) expect(version).not.toBe(before[n]);
  const without = async () => (await read(undefined, last, { ...include, scores: false })).versions;
  const plain = await without();
  await writer.storeAll([[scores(last, ['a', 'b'])]]);
  expect(await without()).toEqual(plain);
});
