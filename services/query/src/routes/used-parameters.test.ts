import { type QueryParameter, queryNames } from '@sluice/api';
import { type Handler, TransferRates } from '@sluice/http';
import { createMetrics } from '@sluice/runtime';
import type { ReadStore } from '@sluice/store/read';
import { createAnswers } from '../answers';
import { reads } from '.';

const all = reads({
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

/** A value of a parameter that must be given: the first word of a closed set, or any text. */
const valueOf = ({ kind }: QueryParameter): string =>
  ((kind.schema['enum'] as readonly string[] | undefined) ?? ['x'])[0]!;

it.each(all.map((read) => [read.endpoint.path, read] as const))(
  '%s uses each of its query parameters',
  async (_, { endpoint, handle }) => {
    const names = new Set<string>();
    const get = (_query: unknown, name: string): string | undefined => {
      names.add(name);
      const parameter = endpoint.query?.[name];
      return parameter?.kind.isRequired === true ? valueOf(parameter) : undefined;
    };
    const request = {
      query: new Proxy({}, { get }),
      params: { traceId: '0'.repeat(32), sessionId: 's' },
      get: () => undefined,
    };
    // It goes on to the store, which has nothing, when it has read them.
    const args = [request, { vary: () => undefined }] as unknown as Parameters<Handler>;
    await expect((async () => handle(...args))()).rejects.toThrow(TypeError);
    expect([...names].sort()).toEqual([...queryNames(endpoint)].sort());
  },
);
