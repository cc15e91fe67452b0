import { parse } from 'node:querystring';
import { endpoints, queryReader } from '@sluice/api';
import { presentCursorMeta } from '../present/meta';
import { observationPageQuery, observationScanQuery } from './observation-list-query';
import { observationsQuery } from './observation-query';

const scan = (query: string) => observationScanQuery(queryReader(endpoints.scanObservations)(parse(query)));
const page = (query: string) => observationPageQuery(queryReader(endpoints.listObservations)(parse(query)));
const filtered = (conditions: readonly object[], more = '') =>
  scan(`filter=${encodeURIComponent(JSON.stringify(conditions))}&${more}`).query;
const ID = '7d0f4f0e-5d1c-4a51-9d52-1a9a5b6c7d8e';
const SPAN = '00000000-0000-0000-00f0-67aa0ba902b7';
const T = Date.UTC(2025, 10, 20, 10) * 1000;

it('reads each parameter as a condition', () => {
  const { conditions } = page(
    `name=a&type=TOOL&level=ERROR&version=1&userId=u&sessionId=s&traceId=${ID}&parentObservationId=00F067AA0BA902B7&environment=x&environment=y&isRootObservation=false`,
  );
  const is = (column: string, value: string) => ({ type: 'string', column, operator: '=', value });
  const any = (column: string, value: readonly string[]) => ({
    ...{ type: 'stringOptions', column, operator: 'any of', value },
  });
  expect(conditions).toEqual([
    ...[is('name', 'a'), is('type', 'TOOL'), is('level', 'ERROR'), is('version', '1')],
    ...[is('userId', 'u'), is('sessionId', 's')],
    ...[any('environment', ['x', 'y']), any('traceId', [ID]), any('parentObservationId', [SPAN])],
    { type: 'boolean', column: 'isRootObservation', operator: '=', value: false },
  ]);
  expect(page('traceId=a%0Ab').conditions).toEqual([any('traceId', [])]);
  expect(page('parentObservationId=').conditions).toEqual([
    { type: 'null', column: 'parentObservationId', operator: 'is null', value: null },
  ]);
  expect(page('name=&page=3&limit=7')).toMatchObject({ conditions: [], at: { page: 3 }, limit: 7 });
});

it('replaces the parameters for a column by what the expression contains of it', () => {
  const name = { type: 'string', column: 'name', operator: 'contains', value: 'x' };
  const start = { type: 'datetime', column: 'startTime' };
  const at = '2025-11-20T10:00:00Z';
  const version = { type: 'string', column: 'version', operator: '=', value: '1' };
  expect(filtered([name], 'name=a&version=1')).toMatchObject({ conditions: [version, name] });
  expect(filtered([], `fromStartTime=${at}&toStartTime=${at}`)).toMatchObject({ from: T, before: T });
  expect(filtered([{ ...start, operator: '<=', value: at }], `fromStartTime=${at}`)).toEqual(
    expect.objectContaining({ before: T + 1000, conditions: [] }),
  );
  expect(filtered([{ ...start, operator: '<=', value: at }], `fromStartTime=${at}`)).not.toHaveProperty('from');
  expect(
    filtered([
      { ...start, operator: '>', value: at },
      { ...start, operator: '>=', value: '2025-11-20T09:00:00Z' },
      { type: 'datetime', column: 'endTime', operator: '>', value: at },
    ]),
  ).toMatchObject({
    from: T + 1000,
    conditions: [{ type: 'datetime', column: 'endTime', operator: '>=', value: T + 1000 }],
  });
});

it('goes on where an answer ended, and reads the values of the requested groups alone', () => {
  const next = { startTime: T + 1, traceId: ID, id: SPAN };
  const { cursor } = presentCursorMeta(next) as { readonly cursor: string };
  expect(scan(`cursor=${encodeURIComponent(cursor)}`).query.at).toEqual({ after: next });
  expect(presentCursorMeta(undefined)).toEqual({});
  expect(scan('')).toMatchObject({ query: { limit: 50, texts: [], at: {} }, groups: new Set(['core', 'basic']) });
  expect(scan('fields=usage,io,nothing&expandMetadata=a,b')).toMatchObject({
    query: { texts: ['input', 'output', 'usageDetails', 'costDetails'] },
    expanded: new Set(['a', 'b']),
  });
});

it.each([
  ['cursor=2025-11-20T10:00:00Z', /^cursor: expected the cursor of an answer/],
  [`cursor=yesterday,${ID},${SPAN}`, /^cursor: expected an ISO 8601 time/],
  ['type=NOPE', /^type: expected one of SPAN/],
  ['level=error', /^level: expected one of DEBUG/],
  ['isRootObservation=yes', /^isRootObservation: expected one of true, false/],
  ['limit=1001', /^limit: expected an integer from 1 to 1000/],
  ['parseIoAsJson=true', /^parseIoAsJson: expected false/],
])('refuses %s', (query, message) => {
  expect(() => scan(query)).toThrow(message);
});

it.each([
  'level=ERROR',
  'environment=x',
  'parentObservationId=',
  'filter=[{"type":"null","column":"name","operator":"is null"}]',
])('refuses %s beside ids', (filter) => {
  const query = queryReader(endpoints.listObservations)(parse(`ids=${ID}&${filter}`));
  expect(() => observationsQuery(query)).toThrow(/: expected no filter beside ids but traceId$/);
});
