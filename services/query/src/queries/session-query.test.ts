import { parse } from 'node:querystring';
import { endpoints, queryReader } from '@sluice/api';
import { presentScanMeta } from '../present/meta';
import { sessionListQueries } from './session-query';

const params = (query: string) => sessionListQueries(queryReader(endpoints.listSessions)(parse(query)));
const ID = '7d0f4f0e-5d1c-4a51-9d52-1a9a5b6c7d8e';

it('asks for a page without a cursor, and for what comes after a place with one', () => {
  expect(params('page=2&fields=core')).toEqual({
    query: { page: 2, limit: 50, environments: [], summary: false, orderBy: 'createdAt' },
  });
  expect(params('cursor=newest&limit=3&fields=summary&environment=a&userId=ada').scan).toEqual({
    ...{ limit: 3, environments: ['a'], userId: 'ada', summary: true, orderBy: 'createdAt' },
  });
  expect(params('orderBy=totalCost').query).toMatchObject({ orderBy: 'totalCost' });
  expect(params('orderBy=lastTimestamp&cursor=newest').scan).toMatchObject({ orderBy: 'lastTimestamp' });
});

it('ends a window before toTimestamp, however finely that is written', () => {
  const T = 1_763_632_800_000_000;
  const window = (to: string) => params(`fromTimestamp=2025-11-20T10:00:00Z&toTimestamp=${to}`).query;
  expect(window('2025-11-20T10:00:00Z')).toMatchObject({ from: T, before: T });
  expect(window('2025-11-20T10:00:00.001Z')).toMatchObject({ from: T, before: T + 1000 });
  expect(window('2025-11-21')).toMatchObject({ from: T, before: T + 14 * 3600 * 1e6 });
  expect(params('cursor=newest&toTimestamp=2025-11-20T10:00:00.000001Z').scan).toMatchObject({ before: T + 1 });
  expect(params('').query).not.toHaveProperty('before');
});

it('goes on where an answer ended', () => {
  const searchedTo = { timestamp: 1_795_000_000_000_001, id: ID };
  const meta = presentScanMeta({ limit: 3 }, { sessions: [], searchedTo, version: '', heldBytes: 0 });
  expect(meta).toMatchObject({ page: 1, limit: 3, totalItems: 0, totalPages: 0 });
  const { nextCursor } = meta as { readonly nextCursor: string };
  expect(params(`cursor=${encodeURIComponent(nextCursor)}`).scan?.after).toEqual(searchedTo);
});

it.each([
  ['cursor=oldest', /^cursor: expected newest or the nextCursor of an answer/],
  [`cursor=yesterday,${ID}`, /^cursor: expected an ISO 8601 time/],
  ['cursor=newest&orderBy=totalCost', /^orderBy: expected createdAt or lastTimestamp with cursor/],
  ['orderBy=latency', /^orderBy: expected one of createdAt, lastTimestamp, totalCost/],
  ['cursor=newest&page=2', /^page: expected 1 with cursor/],
])('refuses %s', (query, message) => {
  expect(() => params(query)).toThrow(message);
});
