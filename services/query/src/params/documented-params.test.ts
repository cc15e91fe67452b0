import { openApiDocument } from '@sluice/openapi';
import { metricParams } from './metric-params';
import type { Query } from './query-params';
import { dailyParams, fieldGroups, traceListParams } from './trace-params';

/** The names that are asked of a query. */
function namesRead(read: (query: Query) => unknown): readonly string[] {
  const names = new Set<string>();
  const get = (_: unknown, name: string): string | undefined => {
    names.add(name);
    return name === 'name' ? 'm' : undefined;
  };
  read(new Proxy<Query>({}, { get }));
  return [...names];
}

it.each([
  ['/api/public/traces', traceListParams],
  ['/api/public/traces/{traceId}', fieldGroups],
  ['/api/public/metrics/daily', dailyParams],
  ['/api/public/metrics/query', (query: Query) => metricParams(query, 0)],
] as const)('reads the parameters that the OpenAPI document has for %s, and no other', (path, read) => {
  const { parameters = [] } = openApiDocument.paths[path]?.get ?? {};
  const documented = parameters.filter((parameter) => parameter.in === 'query').map(({ name }) => name);
  // The one is another spelling that the description tells of, the other is read to be refused.
  const names = namesRead(read).filter((name) => !name.endsWith('[]') && name !== 'filter');
  expect([...names].sort()).toEqual([...documented].sort());
});
