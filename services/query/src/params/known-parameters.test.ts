import { knownParameters } from './known-parameters';
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
  ['/api/public/traces/:traceId', fieldGroups],
  ['/api/public/metrics/daily', dailyParams],
  ['/api/public/metrics/query', (query: Query) => metricParams(query, 0)],
  ['/api/public/metrics/names', () => undefined],
  ['/api/public/projects', () => undefined],
] as const)('%s reads the parameters that are known of it, and no other', (path, read) => {
  expect([...namesRead(read)].sort()).toEqual([...knownParameters(path)].sort());
});

it('knows of no endpoint that the document does not have', () => {
  expect(() => knownParameters('/api/public/scores')).toThrow('the OpenAPI document has no GET /api/public/scores');
});
