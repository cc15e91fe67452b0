import { parse } from 'node:querystring';
import { endpoints, queryReader } from '@sluice/api';
import { TIME_END } from '@sluice/record';
import { dailyQuery, traceComparisonQuery, traceListQueries } from './trace-query';

const T = Date.UTC(2026, 10, 20, 22) * 1000;
const queries = (query: string) => traceListQueries(queryReader(endpoints.listTraces)(parse(query)));
const list = (query: string) => queries(query).query;
const daily = (query: string) => dailyQuery(queryReader(endpoints.getDailyMetrics)(parse(query)));

it('has the defaults of the contract', () => {
  expect(queries('')).toEqual({
    fields: { io: true, scores: true, observations: true, metrics: true, summary: false },
    query: {
      page: 1,
      limit: 50,
      filter: { tags: [], environments: [] },
      order: { field: 'timestamp', direction: 'desc' },
      include: { io: true, scores: true, observations: true, metrics: true, summary: false },
    },
  });
});

it('ignores parameters that it does not know', () => {
  expect(list('offset=1&useEventsTable=true')).toEqual(list(''));
});

it('reads every filter', () => {
  const query = 'name=n&userId=u&sessionId=s&release=r&version=v&tags=a&tags=b&environment=dev,prod';
  expect(list(query).filter).toEqual({
    name: 'n',
    userId: 'u',
    sessionId: 's',
    release: 'r',
    version: 'v',
    tags: ['a', 'b'],
    environments: ['dev', 'prod'],
  });
});

it('includes the whole millisecond of an upper bound in milliseconds or coarser, the microsecond of a finer one', () => {
  expect(list('fromTimestamp=2026-11-20T22:00:00Z').filter).toMatchObject({ from: T });
  expect(list('toTimestamp=2026-11-20T22:00:00Z').filter).toMatchObject({ before: T + 1000 });
  expect(list('toTimestamp=2026-11-20T22:00:00.001Z').filter).toMatchObject({ before: T + 2000 });
  expect(list('toTimestamp=2026-11-20T22:00:00.000001Z').filter).toMatchObject({ before: T + 2 });
});

it('takes any time as the bound of a window', () => {
  const filter = (query: string) => list(query).filter;
  expect(filter('fromTimestamp=0001-01-01&toTimestamp=9999-12-31')).toMatchObject({ from: 0, before: TIME_END });
  expect(filter('fromTimestamp=9999-12-31&toTimestamp=0001-01-01')).toMatchObject({ from: TIME_END, before: 0 });
});

it('accepts a start after its end', () => {
  expect(() => list('fromTimestamp=2026-11-21&toTimestamp=2026-11-20')).not.toThrow();
});

it.each([
  'timestamp',
  'name',
  'userId',
  'sessionId',
  'release',
  'version',
  'environment',
  'latency',
  'totalCost',
  'id',
  'public',
])('orders by %s, the direction in any case', (field) => {
  expect(list(`orderBy=${field}.ASC`).order).toEqual({ field, direction: 'asc' });
  expect(list(`orderBy=${field}.desc`).order).toEqual({ field, direction: 'desc' });
});

it('orders by id what it is to order by bookmarks, of which there are none', () => {
  expect(list('orderBy=bookmarked.asc').order).toEqual({ field: 'id', direction: 'asc' });
});

it.each([
  'timestamp',
  'timestamp.',
  '.asc',
  'timestamp.up',
  'Timestamp.asc',
  'secret.asc',
  'id.asc.desc',
  'constructor.asc',
])('refuses to order by %s, naming what is accepted', (orderBy) => {
  expect(() => list(`orderBy=${orderBy}`)).toThrow(
    /^orderBy: expected <field>\.asc or <field>\.desc with one of timestamp, /,
  );
});

it.each([
  ['', 'io scores observations metrics'],
  ['fields=', 'io scores observations metrics'],
  ['fields=nothing,known', 'io scores observations metrics'],
  ['fields=core', ''],
  ['fields=core,io', 'io'],
  ['fields=io,unknown', 'io'],
  ['fields=scores, metrics', 'scores metrics'],
  ['fields=observations', 'observations'],
])('%j asks for the groups %j', (query, groups) => {
  const asked = Object.entries(queries(query).fields).flatMap(([name, on]) => (on ? name : []));
  expect(asked.join(' ')).toBe(groups);
});

it('reads what a comparison picks as it reads a filter, and says of which of both something is wrong', () => {
  const of = (query: string) => traceComparisonQuery(queryReader(endpoints.compareTraces)(parse(query)));
  const none = { tags: [], environments: [] };
  expect(of('')).toEqual({ filter: none, picked: { filter: none }, limit: 100 });
  const slow = '[{"type":"number","column":"latency","operator":">","value":5}]';
  const late = '[{"type":"datetime","column":"timestamp","operator":">=","value":"2026-11-20"}]';
  expect(of(`userId=ada&limit=500&filter=${slow}&picked=${late}`)).toMatchObject({
    filter: { userId: 'ada' },
    conditions: [{ column: 'latency' }],
    picked: { filter: { ...none, from: Date.UTC(2026, 10, 20) * 1000 } },
    limit: 500,
  });
  expect(() => of('picked=x')).toThrow(/^picked: expected a JSON array of conditions/);
  expect(() => of('picked=[{"column":"height"}]')).toThrow(/^picked\[0\]\.column: expected one of id, /);
  expect(() => of('limit=501')).toThrow(/^limit: expected an integer from 1 to 500/);
});

it('reads daily parameters: 50 days by default, 1 to 1000', () => {
  expect(daily('traceName=n&environment=dev&limit=1000')).toEqual({
    page: 1,
    limit: 1000,
    filter: { name: 'n', tags: [], environments: ['dev'] },
  });
  expect(daily('').limit).toBe(50);
  const filter = '[{"type":"string","column":"name","operator":"starts with","value":"n"}]';
  expect(daily(`traceName=other&userId=u&filter=${encodeURIComponent(filter)}`)).toMatchObject({
    filter: { userId: 'u', tags: [], environments: [] },
    conditions: [{ column: 'name', operator: 'starts with', value: 'n' }],
  });
  expect(() => daily('filter=[1]')).toThrow(/^filter\[0\]: expected an object/);
  expect(() => daily('limit=1001')).toThrow(/^limit: expected an integer from 1 to 1000/);
});
