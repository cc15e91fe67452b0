import { Readable } from 'node:stream';
import { type ApiKey, secretDigest } from '@sluice/credentials';
import { TransferRates, createApp, createCredentials } from '@sluice/http';
import { createLogger, createMetrics } from '@sluice/runtime';
import { type Portions, type ProjectStore, type ReadStore, StoreUnavailableError } from '@sluice/store/read';
import request from 'supertest';
import { createAnswers } from '../answers';
import { queryRoutes } from '.';

const TRACE = '0af76519-16cd-43dd-8448-eb211c80319c';
const T = Date.UTC(2026, 10, 20, 22) * 1000;
const logger = createLogger({ level: 'silent', pretty: false });

const trace = {
  id: TRACE,
  timestamp: T,
  name: 'n',
  userId: null,
  sessionId: null,
  release: null,
  version: null,
  environment: 'default',
  public: false,
  tags: '[]',
  latency: 0,
  totalCost: 0,
  usage: { input: '0', output: '0', total: '0' },
  createdAt: T,
  updatedAt: T,
};
const io = { input: null, output: null, metadata: null };
const readIo = () => Promise.resolve(io);

const portions = <T>(...all: T[][]): Portions<T> => Readable.from(all);

type TestStore = Partial<ProjectStore>;

/** A time that no test waits for. */
const NEVER_MS = 600_000;

/** Waits of a read, in milliseconds. */
interface Waits {
  readonly readWaitMs?: number;
  readonly receiptWaitMs?: number;
}

/** @param ofProject has what the test reads */
function app(ofProject: TestStore, { readWaitMs = 0, receiptWaitMs = NEVER_MS }: Waits = {}) {
  const metrics = createMetrics({ processMetrics: false });
  const routes = queryRoutes({
    store: { of: () => ofProject } as unknown as ReadStore,
    answers: createAnswers({
      maxBytes: 1000,
      rates: new TransferRates({ leastBytesPerSecond: 1024 }),
      ...{ metrics, edition: '1' },
    }),
    listed: () => undefined,
    searched: () => undefined,
    searchMs: 1000,
    clock: { now: () => T },
    projectId: 'my project',
    readWaitMs,
    receiptWaitMs,
  });
  const apiKeys: readonly ApiKey[] = [
    { name: 'laptop', secretDigest: secretDigest('of acme'), project: 'acme.1', scopes: ['read'] },
    { secretDigest: secretDigest('writes'), project: 'acme.1', scopes: ['ingest'] },
  ];
  const credentials = createCredentials({ bearerTokens: ['t'], keyPairs: [], apiKeys });
  return createApp({ logger, metrics, credentials, routes });
}

const get = (path: string, store: TestStore = {}, waits: Waits = {}, token = 't') =>
  request(app(store, waits)).get(path).set('Authorization', `Bearer ${token}`);

/** How the lists were read, which no answer tells. */
const plan = 'rows' as const;

const NO_TRACES: TestStore = {
  listTraces: () => Promise.resolve({ totalItems: 0, plan, heldBytes: 0, version: '', portions: portions() }),
  getTrace: () => Promise.resolve(undefined),
};

it('answers empty data with meta', async () => {
  const meta = { page: 1, limit: 50, totalItems: 0, totalPages: 0 };
  expect((await get('/api/public/traces', NO_TRACES)).body).toEqual({ data: [], meta });
  const dailyMetrics = () => Promise.resolve({ totalItems: 0, heldBytes: 0, days: portions<never>() });
  expect((await get('/api/public/metrics/daily', { dailyMetrics })).body).toEqual({ data: [], meta });
  const queryMetric = () => Promise.resolve({ series: [], omittedBuckets: 0, truncated: false, heldBytes: 0 });
  expect((await get('/api/public/metrics/query?name=m', { queryMetric })).body).toEqual({
    data: [],
    meta: { series_count: 0, truncated: false },
  });
  const metricNames = () => Promise.resolve({ heldBytes: 0, names: portions<never>() });
  expect((await get('/api/public/metrics/names', { metricNames })).body).toEqual({ data: [] });
});

it.each([
  ['t', 'my project', { name: null, scopes: ['ingest', 'read', 'admin'] }],
  ['of acme', 'acme.1', { name: 'laptop', scopes: ['read'] }],
  ['writes', 'acme.1', { name: null, scopes: ['ingest'] }],
])('answers the one project of the credentials, and what they are: %s', async (token, id, credential) => {
  const { body } = await get('/api/public/projects', {}, {}, token);
  expect(body).toEqual({ data: [{ id, name: id, organization: { id, name: id }, metadata: {} }], credential });
});

it('shows the project of the credentials in a trace and in a list of them', async () => {
  const getTrace = () =>
    Promise.resolve({
      trace,
      readIo,
      heldBytes: 0,
      version: '',
      scores: portions<never>(),
      observations: portions<never>(),
    });
  const listTraces = () =>
    Promise.resolve({
      totalItems: 1,
      plan,
      heldBytes: 0,
      version: '',
      portions: portions([{ trace, io, observationIds: '[]' }]),
    });
  const shown = { projectId: 'acme.1', htmlPath: `/project/acme.1/traces/${TRACE}` };
  const list = await get('/api/public/traces', { listTraces }, {}, 'of acme');
  expect(list.body).toMatchObject({ data: [shown] });
  expect((await get(`/api/public/traces/${TRACE}`, { getTrace }, {}, 'of acme')).body).toMatchObject(shown);
});

it('names another version of an answer for another project', async () => {
  const tagFor = async (token: string): Promise<unknown> =>
    (await get('/api/public/traces', NO_TRACES, {}, token)).headers['etag'];
  expect(await tagFor('t')).toBe(await tagFor('t'));
  expect(await tagFor('of acme')).not.toBe(await tagFor('t'));
});

it('has room for answers to other projects, however slowly one takes its own', async () => {
  let begin: () => void = () => undefined;
  let end: () => void = () => undefined;
  const begun = new Promise<void>((resolve) => (begin = resolve));
  const held = new Promise<void>((resolve) => (end = resolve));
  const getTrace = () => {
    const readSlowly = async () => {
      begin();
      await held;
      return io;
    };
    return Promise.resolve({
      ...{ trace, readIo: readSlowly, heldBytes: 700, version: '' },
      scores: portions<never>(),
      observations: portions<never>(),
    });
  };
  const listTraces = () =>
    Promise.resolve({ totalItems: 0, plan, heldBytes: 200, version: '', portions: portions<never>() });
  const service = app({ getTrace, listTraces });
  const ask = (path: string, token: string) =>
    request(service)
      .get(path)
      .set({ Authorization: `Bearer ${token}`, 'Accept-Encoding': 'identity' });
  const slow = ask(`/api/public/traces/${TRACE}`, 'of acme').then(({ status }) => status);
  await begun;
  const statuses = [];
  for (const token of ['of acme', 't']) statuses.push((await ask('/api/public/traces', token)).status);
  end();
  expect([...statuses, await slow]).toEqual([503, 200, 200]);
  expect((await ask('/api/public/traces', 'of acme')).status).toBe(200);
});

it('asks nothing of the store for credentials that may not read', async () => {
  const { status, body } = await get('/api/public/traces', {}, {}, 'writes');
  expect({ status, body: body as unknown }).toMatchObject({ status: 403, body: { code: 'FORBIDDEN' } });
});

it('puts the traces of all portions into one array and counts the pages', async () => {
  const item = (n: number) => ({ trace: { ...trace, id: `${n}` }, io, observationIds: `["o${n}"]` });
  const listTraces = () =>
    Promise.resolve({
      totalItems: 5,
      plan,
      heldBytes: 0,
      version: '',
      portions: portions([item(1), item(2)], [item(3)]),
    });
  const { body } = await get('/api/public/traces?limit=3', { listTraces });
  expect(body).toMatchObject({
    data: [
      { id: '1', observations: ['o1'], htmlPath: '/project/my%20project/traces/1' },
      { id: '2', observations: ['o2'] },
      { id: '3', observations: ['o3'] },
    ],
    meta: { page: 1, limit: 3, totalItems: 5, totalPages: 2 },
  });
});

it('names no parameter that it has ignored where the answer is a failure', async () => {
  const { status, headers } = await get(`/api/public/traces/${TRACE}?offset=1`, NO_TRACES);
  expect(status).toBe(404);
  expect(headers).not.toHaveProperty('sluice-ignored-parameters');
});

describe('GET a trace', () => {
  it.each([TRACE, TRACE.toUpperCase(), TRACE.replaceAll('-', ''), TRACE.replaceAll('-', '').toUpperCase()])(
    'accepts the id in all forms: %s',
    async (id) => {
      const asked: string[] = [];
      const getTrace: ProjectStore['getTrace'] = (query) => {
        asked.push(query.id);
        return Promise.resolve({
          trace,
          readIo,
          heldBytes: 0,
          version: '',
          scores: portions<never>(),
          observations: portions(),
        });
      };
      const { status, body } = await get(`/api/public/traces/${id}`, { getTrace });
      expect(status).toBe(200);
      expect(body).toMatchObject({ id: TRACE, observations: [], scores: [] });
      expect(asked).toEqual([TRACE]);
    },
  );

  it.each(['a%0Ab', '%00', 'x'.repeat(801)])('answers a text that is no id with 404: %s', async (id) => {
    const getTrace = () => Promise.reject(new Error('asked for an impossible id'));
    const { status, body } = await get(`/api/public/traces/${id}`, { getTrace });
    expect(status).toBe(404);
    expect(body).toMatchObject({ code: 'NOT_FOUND', data: null });
  });

  it('asks once and waits for nothing where READ_WAIT_MS is 0', async () => {
    let calls = 0;
    const getTrace = () => {
      calls += 1;
      return Promise.resolve(undefined);
    };
    expect((await get(`/api/public/traces/${TRACE}`, { getTrace })).status).toBe(404);
    expect(calls).toBe(1);
  });

  it('reads only the groups that are asked for', async () => {
    const asked: unknown[] = [];
    const getTrace: ProjectStore['getTrace'] = ({ include }) => {
      asked.push(include);
      return Promise.resolve({
        trace,
        readIo,
        heldBytes: 0,
        version: '',
        scores: portions<never>(),
        observations: portions(),
      });
    };
    const { body } = await get(`/api/public/traces/${TRACE}?fields=core`, { getTrace });
    expect(asked).toMatchObject([{ io: false, observations: false }]);
    const usage = { input: -1, output: -1, total: -1 };
    expect(body).toMatchObject({ latency: -1, totalCost: -1, usage, metadata: {}, observations: [] });
  });
});

it('looks again for a session, and for an observation of a trace, and once for one without: that takes long', async () => {
  const calls = { getSession: 0, findObservations: 0 };
  const getSession = () => {
    calls.getSession += 1;
    const session = { id: 's', createdAt: T, environment: 'e' };
    return Promise.resolve(
      calls.getSession < 3 ? undefined : { session, heldBytes: 0, version: '', traces: portions<never>() },
    );
  };
  const { body } = await get('/api/public/sessions/s', { getSession }, { readWaitMs: NEVER_MS }, 'of acme');
  const createdAt = '2026-11-20T22:00:00.000Z';
  expect(body).toEqual({ id: 's', createdAt, projectId: 'acme.1', environment: 'e', traces: [] });
  expect(calls.getSession).toBe(3);

  const findObservations = () => {
    calls.findObservations += 1;
    return Promise.resolve({
      totalItems: 0,
      heldBytes: 0,
      version: '',
      scores: portions<never>(),
      observations: portions<never>(),
    });
  };
  const status = async (path: string) =>
    (await get(`/api/public/observations/${path}`, { findObservations }, { readWaitMs: NEVER_MS })).status;
  expect(await status(TRACE)).toBe(404);
  expect(calls.findObservations).toBe(1);
  expect(await status(`a%0Ab?traceId=${TRACE}`)).toBe(404);
  expect(calls.findObservations).toBe(2);
  // The wait is over after the fourth look.
  const now = performance.now.bind(performance);
  const clock = jest
    .spyOn(performance, 'now')
    .mockImplementation(() => now() + (calls.findObservations > 5 ? NEVER_MS : 0));
  expect(await status(`${TRACE}?traceId=${TRACE}`)).toBe(404);
  clock.mockRestore();
  expect(calls.findObservations).toBe(6);
});

it('asks the store for the ids and the trace in one form, each once', async () => {
  const asked: unknown[] = [];
  const findObservations: ProjectStore['findObservations'] = (query) => {
    asked.push(query);
    return Promise.resolve({
      totalItems: 0,
      heldBytes: 0,
      version: '',
      scores: portions<never>(),
      observations: portions<never>(),
    });
  };
  const span = '00000000-0000-0000-00f0-67aa0ba902b7';
  const path = `/api/public/observations?ids=00F067AA0BA902B7,${span},a%0Ab&traceId=${TRACE.replaceAll('-', '')}&limit=7`;
  const { body } = await get(path, { findObservations });
  expect(asked).toEqual([{ ids: [span], traceId: TRACE, page: 1, limit: 7, asSent: false }]);
  expect(body).toEqual({ data: [], meta: { page: 1, limit: 7, totalItems: 0, totalPages: 0 } });
});

it('cuts an answer that has begun when the database goes away, so that it does not look complete', async () => {
  const text = JSON.stringify('x'.repeat(200_000));
  const item = { trace, io: { ...io, input: text }, observationIds: null };
  const listTraces = () =>
    Promise.resolve({
      totalItems: 2,
      plan,
      heldBytes: 0,
      version: '',
      portions: (async function* () {
        yield [item];
        await Promise.reject(new StoreUnavailableError('the database is not available: try again'));
      })(),
    });
  await expect(get('/api/public/traces', { listTraces })).rejects.toThrow(/aborted|socket hang up/);
});

it('names no version of an answer that did not come', async () => {
  const listTraces = () =>
    Promise.resolve({
      totalItems: 1,
      plan,
      heldBytes: 0,
      version: '1',
      portions: (async function* () {
        yield await Promise.reject(new StoreUnavailableError('the database is not available: try again'));
      })(),
    });
  const { status, headers } = await get('/api/public/traces', { listTraces });
  expect([status, headers['etag']]).toEqual([503, undefined]);
});

describe('a read with the receipt of a write', () => {
  const RECEIPT = 'sluice.traces.v1/3@1041';
  const read = (receipt: string, areStored: ProjectStore['areStored'], waits?: Waits, token?: string) =>
    get('/api/public/traces', { ...NO_TRACES, areStored }, waits, token).set('Sluice-Receipt', receipt);

  test('is answered when all of it is stored', async () => {
    const asked: unknown[] = [];
    const { status } = await read(`${RECEIPT},sluice.traces.v1/5@88`, (places) => {
      asked.push(places);
      return Promise.resolve(asked.length === 3);
    });
    expect([status, asked.length]).toEqual([200, 3]);
    expect(asked[0]).toEqual([
      { topic: 'sluice.traces.v1', partition: 3, offset: 1041 },
      { topic: 'sluice.traces.v1', partition: 5, offset: 88 },
    ]);
  });

  test('is answered where that was of its project, and 400 where it was not', async () => {
    const statusOf = async (receipt: string, token: string) =>
      (await read(receipt, () => Promise.resolve(true), {}, token)).status;
    const ofProject = `acme.1:${RECEIPT}`;
    expect(await statusOf(ofProject, 'of acme')).toBe(200);
    expect(await statusOf(RECEIPT, 'of acme')).toBe(400);
    expect(await statusOf(ofProject, 't')).toBe(400);
    expect(await statusOf(`${RECEIPT},${ofProject}`, 't')).toBe(400);
  });

  test('is 503 where that takes too long, and tells nothing of what others have sent', async () => {
    const { status, body } = await read('sluice.traces.v1/0@999999999999999', () => Promise.resolve(false), {
      receiptWaitMs: 50,
    });
    expect([status, body]).toEqual([
      503,
      { message: 'the writers are behind this receipt: ask again', code: 'SERVICE_UNAVAILABLE', data: null },
    ]);
  });

  test('is answered at once where it was stored already', async () => {
    for (const receipt of ['stored', 'stored,stored', 'stored, stored']) {
      const { status } = await read(receipt, () => Promise.reject(new Error('nobody asks')));
      expect(status).toBe(200);
    }
  });
});
