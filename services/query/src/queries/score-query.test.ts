import { endpoints, queryReader } from '@sluice/api';
import { observationIdOfText, traceIdOfText } from '@sluice/record';
import { scoresQuery, traceScoresQuery } from './score-query';
import { scoreScanQuery } from './score-scan-query';

const page = (query: Record<string, string | string[]>) => scoresQuery(queryReader(endpoints.listScores)(query));
const ofTraces = (query: Record<string, string | string[]>) =>
  traceScoresQuery(queryReader(endpoints.listTraceScores)(query));
const scan = (query: Record<string, string | string[]>) => scoreScanQuery(queryReader(endpoints.scanScores)(query));

const at = Date.UTC(2026, 10, 20) * 1000;

it('reads the filters of version 1 and 2', () => {
  const shared = {
    ...{ userId: 'ada', traceTags: ['a', 'b'], name: 'q', environment: 'x', source: 'API', dataType: 'NUMERIC' },
    ...{ configId: 'c', queueId: 'k', scoreIds: 'a,b', operator: '<=', value: '0.5' },
    ...{ fromTimestamp: '2026-11-20', toTimestamp: '2026-11-21' },
  };
  const filter = {
    ...{ userId: 'ada', traceTags: ['a', 'b'], names: ['q'], environments: ['x'], sources: ['API'] },
    ...{ dataTypes: ['NUMERIC'], configIds: ['c'], queueIds: ['k'], ids: ['a', 'b'] },
    ...{ comparisons: [{ operator: '<=', value: 0.5 }], from: at, before: at + 86_400_000_000 },
  };
  expect(ofTraces(shared)).toEqual({ filter: { ...filter, ofTraces: true }, at: { page: 1 }, limit: 50 });
  expect(ofTraces({})).toEqual({ filter: { ofTraces: true }, at: { page: 1 }, limit: 50 });
  const more = { traceId: 'some chat', observationId: 'a,eee19b7ec3c1b174', sessionId: 's', datasetRunId: 'd' };
  expect(page({ ...shared, ...more, page: '2', limit: '100' })).toEqual({
    query: {
      filter: {
        ...filter,
        ...{ traceIds: [traceIdOfText('some chat')], sessionIds: ['s'], datasetRunIds: ['d'] },
        observationIds: ['a', 'eee19b7ec3c1b174'].map(observationIdOfText),
      },
      ...{ at: { page: 2 }, limit: 100 },
    },
    hasTraces: true,
  });
  expect(page({ fields: 'score' }).hasTraces).toBe(false);
  expect(page({ fields: 'score,trace,x' }).hasTraces).toBe(true);
  expect(page({ traceId: 'a\nb' }).query.filter).toEqual({ traceIds: [] });
});

it.each([
  [{ limit: '101' }, 'limit: expected an integer from 1 to 100, got "101"'],
  [{ operator: '>' }, 'operator: expected value, the number that it compares with, beside it'],
  [{ value: '1' }, 'value: expected operator, the comparison with it, beside it'],
  [{ operator: '>', value: 'x' }, 'value: expected a number, got "x"'],
  [{ operator: '~', value: '1' }, 'operator: expected one of =, !=, <, <=, >, >=, got "~"'],
  [{ source: 'api' }, 'source: expected one of ANNOTATION, API, EVAL, got "api"'],
  [{ fields: 'trace' }, 'fields: expected score among the groups, got "trace"'],
  [{ fields: 'score', userId: 'ada' }, 'userId: expected trace among the groups of fields'],
  [{ fields: 'score', traceTags: 'a' }, 'traceTags: expected trace among the groups of fields'],
  [{ filter: '[{}]' }, 'filter: not supported, leave it out'],
  [{ fromTimestamp: 'x' }, 'fromTimestamp: expected an ISO 8601 time, got "x"'],
])('refuses %j of version 2', (query, message) => {
  expect(() => page(query)).toThrow(message);
});

it('reads the filters of version 3; empty ones are absent', () => {
  const { query, groups } = scan({
    ...{ id: 'a,b', name: 'q,p', source: 'api,Annotation', dataType: 'numeric', environment: 'x,y', configId: 'c' },
    ...{ queueId: 'k', authorUserId: 'u', value: '1,0.5', valueMin: '-1', valueMax: '1e1', traceId: 'some chat' },
    ...{ observationId: 'o', fields: 'details,subject', limit: '7', sessionId: '', experimentId: '' },
    ...{ fromTimestamp: '2026-11-20', toTimestamp: '2026-11-21' },
    cursor: Buffer.from('2026-11-20T00:00:00.000001Z,a,b').toString('base64url'),
  });
  expect(query).toEqual({
    filter: {
      ...{ ids: ['a', 'b'], names: ['q', 'p'], sources: ['API', 'ANNOTATION'], dataTypes: ['NUMERIC'] },
      ...{ environments: ['x', 'y'], configIds: ['c'], queueIds: ['k'], authorUserIds: ['u'], numbers: [1, 0.5] },
      comparisons: [
        { operator: '>=', value: -1 },
        { operator: '<=', value: 10 },
      ],
      ...{ traceIds: [traceIdOfText('some chat')], observationIds: [observationIdOfText('o')] },
      ...{ from: at, before: at + 86_400_000_000 },
    },
    ...{ at: { after: { timestamp: at + 1, id: 'a,b' } }, limit: 7 },
  });
  expect([...groups]).toEqual(['details', 'subject']);
  expect(scan({})).toEqual({ query: { filter: {}, at: {}, limit: 50 }, groups: new Set() });
  expect(scan({ dataType: 'BOOLEAN', value: 'true' }).query.filter).toEqual({ dataTypes: ['BOOLEAN'], numbers: [1] });
  expect(scan({ dataType: 'categorical', value: 'a,b' }).query.filter.texts).toEqual(['a', 'b']);
  expect(scan({ sessionId: 's' }).query.filter).toEqual({ sessionIds: ['s'] });
  expect(scan({ experimentId: 'e' }).query.filter).toEqual({ datasetRunIds: ['e'] });
});

it.each([
  [
    { fields: 'core,trace' },
    'fields: expected any of core, details, subject, annotation, separated by commas, got "trace"',
  ],
  [{ source: 'x' }, 'source: expected any of ANNOTATION, API, EVAL, separated by commas, got "x"'],
  [{ value: '1' }, 'value: expected one dataType of NUMERIC, BOOLEAN, CATEGORICAL beside it'],
  [{ value: '1', dataType: 'NUMERIC,BOOLEAN' }, 'value: expected one dataType'],
  [{ value: 'a', dataType: 'TEXT' }, 'value: expected one dataType'],
  [{ value: '1,x', dataType: 'NUMERIC' }, 'value: expected numbers, separated by commas, got "x"'],
  [{ value: '1', dataType: 'BOOLEAN' }, 'value: expected true or false, got "1"'],
  [{ valueMin: '1', dataType: 'BOOLEAN' }, 'valueMin: expected dataType=NUMERIC beside it'],
  [{ valueMax: '1' }, 'valueMax: expected dataType=NUMERIC beside it'],
  [{ observationId: 'o' }, 'observationId: expected traceId beside it'],
  [{ observationId: 'o', sessionId: 's' }, 'observationId: expected traceId beside it'],
  [{ traceId: 't', sessionId: 's' }, 'sessionId: expected none with traceId'],
  [{ sessionId: 's', experimentId: 'e' }, 'experimentId: expected none with sessionId'],
  [{ cursor: 'x' }, 'cursor: expected the cursor of an answer, got "x"'],
  [{ cursor: Buffer.from('2026-11-20T10:00:00Z,').toString('base64url') }, 'cursor: expected the cursor of an answer'],
  [{ limit: '101' }, 'limit: expected an integer from 1 to 100, got "101"'],
])('refuses %j of version 3', (query, message) => {
  expect(() => scan(query)).toThrow(message);
});
