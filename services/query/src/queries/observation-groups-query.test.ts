import { parse } from 'node:querystring';
import { endpoints, queryReader } from '@sluice/api';
import { DAY_MICROS, HOUR_MICROS } from '@sluice/record';
import { observationGroupsQuery } from './observation-groups-query';

const NOW = Date.UTC(2026, 10, 20, 22) * 1000 + 7;
const groups = (query: string) =>
  observationGroupsQuery(queryReader(endpoints.listObservationGroups)(parse(query)), NOW);
const startTime = (operator: string, value: string): string =>
  `filter=${encodeURIComponent(JSON.stringify([{ type: 'datetime', column: 'startTime', operator, value }]))}`;

it('has the last day up to the end of the hour', () => {
  expect(groups('by=tool')).toEqual({
    ...{ by: 'tool', orderBy: 'calls', limit: 50, conditions: [] },
    ...{ from: Date.UTC(2026, 10, 19, 23) * 1000, before: Date.UTC(2026, 10, 20, 23) * 1000 },
  });
  expect(groups('by=tool&toStartTime=1970-01-01T00:10:00Z')).toMatchObject({ from: 0, before: 600_000_000 });
});

it.each([
  ['by=tool&interval=hour', HOUR_MICROS],
  // 416 hours, of which the first is a part.
  ['limit=24&fromStartTime=2026-11-01T00:59:59Z&toStartTime=2026-11-18T08:00:00Z&interval=hour', HOUR_MICROS],
  ['limit=1&fromStartTime=2000-01-01&toStartTime=2027-01-01&interval=day', DAY_MICROS],
  ['fromStartTime=2300-01-01&toStartTime=1900-01-01&interval=hour', HOUR_MICROS],
])('takes as many intervals as an answer has: %s', (query, interval) => {
  expect(groups(`by=tool&${query}`)).toMatchObject({ interval });
});

it.each([
  'limit=24&fromStartTime=2026-11-01T00:59:59Z&toStartTime=2026-11-18T08:00:01Z',
  'limit=100&fromStartTime=0001-01-01&toStartTime=9999-12-31T23:59:59Z',
  'fromStartTime=2000-01-01',
  `limit=1&${startTime('>=', '2000-01-01T00:00:00Z')}`,
])('refuses more: %s', (query) => {
  expect(() => groups(`by=tool&interval=hour&${query}`)).toThrow(
    /^interval: expected at most 10000 intervals of all groups, and limit \d+ times the \d+ hours of the window are more: reduce limit or the window, got "hour"$/,
  );
});
