import { parse } from 'node:querystring';
import { endpoints, queryReader } from '@sluice/api';
import { ANSWER_LIMITS, TRACE_SEARCHED } from '@sluice/record';
import { presentSearchMeta } from '../present/meta';
import { traceListQueries } from './trace-query';

const search = (query: string) => traceListQueries(queryReader(endpoints.listTraces)(parse(query))).search;
const ID = '7d0f4f0e-5d1c-4a51-9d52-1a9a5b6c7d8e';
const MOST = ANSWER_LIMITS.searched;

it('is asked for by a text, in all fields or in some, beside what a list is asked with', () => {
  expect(search('limit=3')).toBeUndefined();
  expect(search('q=&searchIn=name')).toBeUndefined();
  expect(search('q=a')).toMatchObject({ text: 'a', fields: TRACE_SEARCHED, limit: 50 });
  expect(search('q=a&searchIn=output,id&limit=3&userId=u&fields=core')).toMatchObject({
    ...{ text: 'a', fields: ['id', 'output'], limit: 3 },
    ...{ filter: { userId: 'u' }, include: { io: false } },
  });
  expect(search('q=a&searchIn=name&searchIn[]=input&orderBy=timestamp.DESC')?.fields).toEqual(['name', 'input']);
  expect(search('q=a&filter=%5B%7B"type":"boolean","column":"public","operator":"=","value":true%7D%5D')).toMatchObject(
    {
      conditions: [{ column: 'public' }],
    },
  );
});

it.each([
  ['%25_%5C%27%22', `%_\\'"`],
  ['%20', ' '],
  ['a%00', 'a\ufffd'],
  ['%ED%A0%BD', '\ufffd\ufffd\ufffd'],
  ['\u{1F600}'.repeat(MOST), '\u{1F600}'.repeat(MOST)],
])('takes q=%s as it is stored', (sent, text) => expect(search(`q=${sent}`)?.text).toBe(text));

it.each([
  [`q=${'a'.repeat(MOST + 1)}`, /^q: expected at most 200 characters, got "a{80}"$/],
  ['q=a&q=b', /^q: expected one value/],
  ['q=a&searchIn=name,model', /^searchIn: expected any of name, id, input, output, observations, .*, got "model"$/],
  ['searchIn=Name', /^searchIn: expected any of /],
  ['q=a&orderBy=timestamp.asc', /^orderBy: expected timestamp.desc with q, .*got "timestamp.asc"$/],
  ['q=a&orderBy=name.desc', /^orderBy: expected timestamp.desc with q/],
  ['q=a&page=2', /^page: expected 1 with q: go on with searchFrom/],
  [`searchFrom=2026-11-20T10:00:00.000000Z,${ID}`, /^searchFrom: expected with q/],
  ['q=a&searchFrom=2026-11-20T10:00:00.000000Z', /^searchFrom: expected the searchedTo of an answer/],
  [`q=a&searchFrom=2026-11-20T10:00:00Z,${ID},${ID}`, /^searchFrom: expected the searchedTo of an answer/],
  [`q=a&searchFrom=yesterday,${ID}`, /^searchFrom: expected an ISO 8601 time/],
])('refuses %s, naming it', (query, message) => expect(() => search(query)).toThrow(message));

it('goes on from where the answer before came to, to the microsecond', () => {
  const searchedTo = { timestamp: Date.UTC(2026, 10, 20, 22) * 1000 + 123_456, id: ID };
  const meta = presentSearchMeta({ page: 1, limit: 50 }, { found: 2, searchedTo, passed: 9, bytes: 12 });
  expect(meta).toEqual({
    ...{ page: 1, limit: 50, totalItems: 2, totalPages: 1 },
    searchedTo: `2026-11-20T22:00:00.123456Z,${ID}`,
    ...{ searched: { traces: 9, bytes: 12 }, selected: null },
  });
  const again = encodeURIComponent((meta as { searchedTo: string }).searchedTo);
  expect(search(`q=a&searchFrom=${again}`)?.after).toEqual(searchedTo);
  const all = { found: 0, passed: 0, bytes: 0, selected: 0 };
  expect(presentSearchMeta({ page: 1, limit: 50 }, all)).toMatchObject({
    totalPages: 0,
    searchedTo: null,
    selected: 0,
  });
});
