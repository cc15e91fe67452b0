import { parse } from 'node:querystring';
import { endpoints, queryReader } from '@sluice/api';
import { traceValuesQuery } from './trace-query';

const asked = (query: string) => traceValuesQuery(queryReader(endpoints.listTraceValues)(parse(query)));
const none = { tags: [], environments: [] };

it('lists the first values of a field by default', () => {
  expect(asked('field=userId')).toEqual({ filter: none, field: 'userId', prefix: '', limit: 50 });
});

it('lists names of members of metadata, and values of one', () => {
  expect(asked('field=metadata&prefix=te')).toEqual({ filter: none, field: 'metadata', prefix: 'te', limit: 50 });
  expect(asked('field=metadata&key=tenant&limit=5')).toEqual({
    ...{ filter: none, field: 'metadata', key: 'tenant', prefix: '', limit: 5 },
  });
});

it('refuses a member of other fields, and a long one', () => {
  expect(() => asked('field=name&key=tenant')).toThrow('key: expected with field=metadata alone');
  expect(() => asked(`field=metadata&key=${'x'.repeat(201)}`)).toThrow('key: expected at most 200 characters');
});
