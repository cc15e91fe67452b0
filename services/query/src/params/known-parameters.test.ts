import { type Handler, TransferRates } from '@sluice/http';
import { createMetrics } from '@sluice/runtime';
import type { ReadStore } from '@sluice/store/read';
import { createAnswers } from '../answers';
import { queryRoutes } from '../routes';
import { knownParameters } from './known-parameters';
import type { Query } from './query-params';

const routes = queryRoutes({
  store: {} as ReadStore,
  answers: createAnswers({
    maxBytes: 1000,
    rates: new TransferRates({ leastBytesPerSecond: 1024 }),
    ...{ metrics: createMetrics({ processMetrics: false }), edition: '1' },
  }),
  listed: () => undefined,
  searched: () => undefined,
  searchMs: 1000,
  clock: { now: () => 0 },
  projectId: 'p',
  readWaitMs: 0,
  receiptWaitMs: 0,
});

/** What each parameter that may not be left out is asked with. */
const REQUIRED: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  '/api/public/metrics/query': { name: 'm' },
  '/api/public/metrics/labels': { name: 'm' },
  '/api/public/observations': { ids: 'x' },
  '/api/public/traces/values': { field: 'name' },
  '/api/public/traces/groups': { by: 'userId' },
};

it.each(routes.map(({ path, handle }) => [path, handle] as const))(
  '%s reads the parameters that are known of it, and no other',
  async (path, handle) => {
    const names = new Set<string>();
    const get = (_: unknown, name: string): string | undefined => {
      names.add(name);
      return REQUIRED[path]?.[name];
    };
    const request = {
      query: new Proxy<Query>({}, { get }),
      params: { traceId: '0'.repeat(32), sessionId: 's' },
      get: () => undefined,
    };
    // It goes on to the store, which has nothing, when it has read them.
    const args = [request, { vary: () => undefined }] as unknown as Parameters<Handler>;
    await expect((async () => handle(...args))()).rejects.toThrow(TypeError);
    expect([...names].sort()).toEqual([...knownParameters(path)].sort());
  },
);

it('knows of no endpoint that the document does not have', () => {
  expect(() => knownParameters('/api/public/none')).toThrow('the OpenAPI document has no GET /api/public/none');
});
