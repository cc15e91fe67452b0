import type { ListedScore, Score } from '@sluice/store/read';
import { joined as textOf } from '../fragments.testing';
import { presentListedScore, presentScannedScore, presentScore, presentScoreMeta } from './score';

const at = Date.UTC(2026, 10, 20, 10) * 1000;
const score = (more: Partial<Score> = {}): Score => ({
  ...{ id: 'a"b', traceId: 't', observationId: null, sessionId: null, datasetRunId: null, name: 'q' },
  ...{ dataType: 'NUMERIC', value: 0.5, stringValue: null, source: 'API', comment: null, metadata: '{"n":1.0}' },
  ...{ environment: 'default', configId: null, queueId: null, authorUserId: null },
  ...{ timestamp: at + 1999, createdAt: at, updatedAt: at, ...more },
});
const form = { projectId: 'p', version: 'v1' } as const;
const parsed = (fragments: Parameters<typeof textOf>[0]) => JSON.parse(textOf(fragments)) as Record<string, unknown>;

const core = {
  ...{ id: 'a"b', projectId: 'p', name: 'q', source: 'API', dataType: 'NUMERIC', environment: 'default' },
  ...{ timestamp: '2026-11-20T10:00:00.001Z', createdAt: '2026-11-20T10:00:00.000Z' },
  updatedAt: '2026-11-20T10:00:00.000Z',
};
const whole = {
  ...{ ...core, value: 0.5, traceId: 't', observationId: null, comment: null, authorUserId: null },
  ...{ configId: null, queueId: null, metadata: { n: 1 } },
};

it('writes every member that clients of a version read, and metadata as sent', () => {
  expect(parsed(presentScore(score(), form))).toEqual(whole);
  expect(textOf(presentScore(score(), form))).toContain('"metadata":{"n":1.0}');
  expect(parsed(presentScore(score({ metadata: null }), { ...form, version: 'v2' }))).toEqual({
    ...{ ...whole, sessionId: null, datasetRunId: null, metadata: {} },
  });
});

it.each([
  ['NUMERIC', -1, null, { value: -1 }, -1],
  ['BOOLEAN', 1, 'True', { value: 1, stringValue: 'True' }, true],
  ['BOOLEAN', 0, 'False', { value: 0, stringValue: 'False' }, false],
  ['CATEGORICAL', 0, 'good', { value: 0, stringValue: 'good' }, 'good'],
  ['TEXT', null, 'fine', { stringValue: 'fine' }, 'fine'],
  ['CORRECTION', null, 'c', { value: 0, stringValue: 'c' }, 'c'],
])('writes the value of %s %j %j in each version', (dataType, value, stringValue, members, typed) => {
  const of = score({ dataType, value, stringValue });
  const { value: _value, ...others } = whole;
  expect(parsed(presentScore(of, form))).toEqual({ ...others, dataType, ...members });
  expect(parsed(presentScannedScore({ score: of, trace: null }, { projectId: 'p', groups: new Set() }))).toEqual({
    ...{ ...core, dataType, value: typed },
  });
});

it('writes what the trace has, and null without a stored one', () => {
  const trace = { userId: 'ada', tags: '["a"]', environment: 'e', sessionId: 's' } as unknown as ListedScore['trace'];
  const v2 = { ...form, version: 'v2' } as const;
  expect(parsed(presentListedScore({ score: score(), trace }, form))['trace']).toEqual({
    ...{ userId: 'ada', tags: ['a'], environment: 'e' },
  });
  expect(parsed(presentListedScore({ score: score(), trace }, v2))['trace']).toMatchObject({ sessionId: 's' });
  expect(parsed(presentListedScore({ score: score(), trace: null }, v2))['trace']).toBeNull();
});

it.each([
  [{ observationId: 'o' }, { kind: 'observation', id: 'o', traceId: 't' }],
  [{}, { kind: 'trace', id: 't' }],
  [
    { traceId: null, sessionId: 's' },
    { kind: 'session', id: 's' },
  ],
  [
    { traceId: null, datasetRunId: 'd' },
    { kind: 'experiment', id: 'd' },
  ],
])('writes the groups that were requested, with the subject of %j', (more, subject) => {
  const listed = { score: score(more), trace: null };
  const all = { projectId: 'p', groups: new Set(['details', 'subject', 'annotation'] as const) };
  expect(parsed(presentScannedScore(listed, all))).toEqual({
    ...{ ...core, value: 0.5, comment: null, configId: null, metadata: { n: 1 } },
    ...{ authorUserId: null, queueId: null, subject },
  });
});

it('has a cursor only if more scores follow', () => {
  expect(presentScoreMeta(7, undefined)).toEqual({ limit: 7 });
  expect(presentScoreMeta(7, { timestamp: at + 1, id: 'a' })).toEqual({
    ...{ limit: 7, cursor: Buffer.from('2026-11-20T10:00:00.000001Z,a').toString('base64url') },
  });
});
