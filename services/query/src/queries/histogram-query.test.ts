import { parse } from 'node:querystring';
import { endpoints, queryReader } from '@sluice/api';
import { traceHistogramQuery } from './trace-query';

const T = Date.UTC(2026, 10, 20, 22) * 1000;
const HOUR = 3_600_000_000;
const MINUTE = 60_000_000;
const none = { tags: [], environments: [] };
const params = (query: string) => traceHistogramQuery(queryReader(endpoints.getTraceHistogram)(parse(query)), T);
const time = (operator: string, value: string) => ({ type: 'datetime', column: 'timestamp', operator, value });

it('is of the day up to the end of the hour by default', () => {
  const from = T - 23 * HOUR;
  expect(params('')).toEqual({ filter: { ...none, from, before: T + HOUR }, from, width: 24 * MINUTE, length: 60 });
  expect(params('toTimestamp=1970-01-01T00:00:01Z')).toMatchObject({ from: 0 });
});

it('has the same buckets of an hour with its end and without it', () => {
  const buckets = { from: T - HOUR, width: MINUTE, length: 60 };
  expect(params('fromTimestamp=2026-11-20T21:00:00Z&toTimestamp=2026-11-20T22:00:00Z')).toEqual({
    filter: { ...none, from: T - HOUR, before: T + 1000 },
    ...buckets,
  });
  const filter = JSON.stringify([time('>=', '2026-11-20T21:00:00Z'), time('<', '2026-11-20T22:00:00Z')]);
  expect(params(`filter=${filter}`)).toEqual({ filter: { ...none, from: T - HOUR, before: T }, ...buckets });
});

it('has whole milliseconds, and no more buckets than are asked for', () => {
  const hour = 'fromTimestamp=2026-11-20T21:00:00.0005Z&toTimestamp=2026-11-20T22:00:00Z';
  expect(params(`${hour}&buckets=7`)).toMatchObject({ from: T - HOUR, width: 514_286_000, length: 7 });
  expect(params(`${hour}&buckets=7`).filter.from).toBe(T - HOUR + 500);
  const short = 'fromTimestamp=2026-11-20T22:00:00Z&toTimestamp=2026-11-20T22:00:00.010Z';
  expect(params(`${short}&buckets=500`)).toMatchObject({ width: 1000, length: 10 });
  expect(params(short.replace('.010', ''))).toMatchObject({ width: 1000, length: 1 });
});

it('has no buckets where the start is after the end', () => {
  expect(params('fromTimestamp=2026-11-22&toTimestamp=2026-11-21')).toMatchObject({ length: 0 });
  expect(params('fromTimestamp=2027-01-01')).toMatchObject({ length: 0 });
});

it('asks for counts by latency, keeps conditions, and refuses other words', () => {
  expect(params('').latencyBounds).toBeUndefined();
  expect(params('by=latency').latencyBounds).toEqual(
    [1, 3, 10, 30, 100, 300, 1000, 3000, 1e4, 3e4, 1e5, 3e5, 1e6, 3e6, 1e7].map((milliseconds) => milliseconds * 1000),
  );
  const condition = { type: 'number', column: 'latency', operator: '>', value: 1 };
  expect(params(`filter=${JSON.stringify([condition])}`).conditions).toEqual([condition]);
  expect(() => params('by=cost')).toThrow('by: expected one of time, latency, got "cost"');
  expect(() => params('buckets=501')).toThrow('buckets: expected an integer from 1 to 500');
});
