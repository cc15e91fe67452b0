import { parse } from 'node:querystring';
import { endpoints, queryReader } from '@sluice/api';
import { TIME_END } from '@sluice/record';
import { metricQuery } from './metric-query';

const NOW = Date.UTC(2026, 10, 20, 22) * 1000 + 7;
const HOUR = 3_600_000_000;
const params = (query: string) => metricQuery(queryReader(endpoints.queryMetric)(parse(query)), NOW);

it('asks for the average of the last hour by minute', () => {
  expect(params('name=m')).toEqual({
    name: 'm',
    from: NOW - HOUR,
    before: NOW + 1000,
    labels: new Map(),
    step: '1m',
    aggregation: 'avg',
  });
});

it('has a window with both bounds included', () => {
  expect(params('name=m&from=2026-11-20T10:00:00Z&to=2026-11-20T11:00:00Z')).toMatchObject({
    from: Date.UTC(2026, 10, 20, 10) * 1000,
    before: Date.UTC(2026, 10, 20, 11) * 1000 + 1000,
  });
});

it.each([
  ['2026-11-20T11:00:00Z', Date.UTC(2026, 10, 20, 11) * 1000 - HOUR],
  ['2026-11-20T22:00:00.000007Z', NOW - HOUR],
  ['2026-11-20T23:00:00Z', NOW - HOUR],
  ['9999-12-31', NOW - HOUR],
  ['1970-01-01T00:10:00Z', 0],
  ['1900-01-01', 0],
])('begins an hour before the earlier of to and now where only to is given: %s', (to, from) => {
  expect(params(`name=m&to=${to}`)).toMatchObject({ from });
});

it('takes any time as the bound of a window', () => {
  expect(params('name=m&from=0001-01-01T00:00:00Z&to=9999-12-31T23:59:59Z')).toMatchObject({
    from: 0,
    before: TIME_END,
  });
  expect(params('name=m&from=2300-01-01&to=1900-01-01')).toMatchObject({ from: TIME_END, before: 0 });
});

it('reads labels as a JSON object of strings, whatever their names', () => {
  const labels = (text: string) => [...params(`name=m&labels=${encodeURIComponent(text)}`).labels];
  expect(labels('{"a":"1","b":"2"}')).toEqual([
    ['a', '1'],
    ['b', '2'],
  ]);
  expect(labels('{"__proto__":"p","constructor":"c"}')).toEqual([
    ['__proto__', 'p'],
    ['constructor', 'c'],
  ]);
  expect(labels(' { } ')).toEqual([]);
  expect(labels('{"a\\u0000":"\\ud800"}')).toEqual([['a\uFFFD', '\uFFFD']]);
});

it.each(['[]', '"a"', 'null', '1', '{"a":1}', '{"a":null}', '{"a":{}}', '{"a":"b"', 'host=a'])(
  'refuses the labels %s',
  (text) => {
    const query = `name=m&labels=${encodeURIComponent(text)}`;
    expect(() => params(query)).toThrow(/^labels: expected a JSON object of strings, got "/);
  },
);

it('takes step and aggregation from closed lists', () => {
  expect(params('name=m&step=1h&agg=p99&group_by=host')).toMatchObject({
    step: '1h',
    aggregation: 'p99',
    groupBy: 'host',
  });
  expect(() => params('name=m&step=2m')).toThrow('step: expected one of 1m, 5m, 1h, 1d, got "2m"');
  expect(() => params('name=m&agg=p95')).toThrow(
    'agg: expected one of avg, max, min, sum, last, p50, p90, p99, got "p95"',
  );
});
