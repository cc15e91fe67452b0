import { createLogger, createMetrics } from '@sluice/runtime';
import type { Trace, Tracing } from '@sluice/tracing';
import supertest from 'supertest';
import { unavailable } from './api-error';
import { createApp } from './app';
import { createCredentials } from './credentials';

interface Begun {
  readonly name: string;
  readonly kind?: string;
  readonly cause: string | undefined;
  attributes: Readonly<Record<string, unknown>>;
  end?: string | undefined;
}

const begun: Begun[] = [];
let isSampled = true;
const tracing: Tracing = {
  begin({ name, kind = 'internal', attributes = {} }, cause) {
    const trace: Begun = { name, kind, cause, attributes };
    if (isSampled) begun.push(trace);
    const port: Trace = {
      set: (more) => (trace.attributes = { ...trace.attributes, ...more }),
      end: (failure) => (trace.end = failure ?? 'ok'),
      child: () => undefined,
      discard: () => undefined,
    };
    return isSampled ? port : undefined;
  },
  within: (_, work) => work(),
  current: () => undefined,
};

const logger = createLogger({ level: 'silent', pretty: false });
const app = createApp({
  logger,
  metrics: createMetrics({ processMetrics: false }),
  credentials: createCredentials({ bearerTokens: ['token'], keyPairs: [] }),
  tracing,
  routes: [
    { method: 'get', path: '/things/:id', scope: 'read', handle: (_request, response) => void response.end('{}') },
    { method: 'post', path: '/full', scope: 'ingest', handle: () => Promise.reject(unavailable('full')) },
  ],
});
const ask = (path: string, headers: Record<string, string> = {}) =>
  supertest(app)
    .get(path)
    .set({ Authorization: 'Bearer token', ...headers });

beforeEach(() => {
  begun.length = 0;
  isSampled = true;
});

test('a request is a trace with the template of its route, and nothing of its path, its query or its sender', async () => {
  await ask('/things/of-ada?user=ada', { traceparent: 'whatever' });
  expect(begun).toEqual([
    {
      name: 'GET /things/:id',
      kind: 'server',
      cause: 'whatever',
      attributes: {
        'http.request.method': 'GET',
        'http.route': '/things/:id',
        'url.scheme': 'http',
        'network.protocol.version': '1.1',
        'http.response.status_code': 200,
      },
      end: 'ok',
    },
  ]);
});

test('only what the server failed in is a failure', async () => {
  await supertest(app).post('/full').set({ Authorization: 'Bearer token' });
  expect(begun).toMatchObject([{ name: 'POST /full', attributes: { 'http.response.status_code': 503 }, end: '503' }]);
});

test.each([
  ['of somebody who may not ask', '/things/1', { Authorization: 'Bearer wrong' }, 401],
  ['for what there is not', '/nothing', {}, 404],
  ['for what answers everybody', '/healthz', {}, 200],
  ['that brings such traces', '/things/1', { 'Sluice-Self-Traces': '1' }, 200],
])('a request %s is none', async (_, path, headers, status) => {
  expect((await ask(path, headers)).status).toBe(status);
  expect(begun).toEqual([]);
});

test('one that is not sampled is served as any other', async () => {
  isSampled = false;
  expect((await ask('/things/1')).status).toBe(200);
  expect(begun).toEqual([]);
});
