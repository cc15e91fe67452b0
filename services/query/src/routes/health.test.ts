import { createApp, createCredentials } from '@sluice/http';
import { createLogger, createMetrics } from '@sluice/runtime';
import request from 'supertest';
import { healthRoutes } from './health';

/** A service whose database is in `state`, and how often it was asked. */
function service() {
  const state = { isAway: false, asked: 0, elapsed: 0 };
  const check = (): Promise<void> => {
    state.asked += 1;
    return state.isAway ? Promise.reject(new Error('password of the database')) : Promise.resolve();
  };
  const app = createApp({
    logger: createLogger({ level: 'silent', pretty: false }),
    metrics: createMetrics({ processMetrics: false }),
    credentials: createCredentials({ bearerTokens: ['t'], keyPairs: [] }),
    routes: [],
    openRoutes: healthRoutes({ check, version: '1.2.3', elapsed: () => state.elapsed }),
  });
  return { state, get: (path: string) => request(app).get(`/api/public/${path}`) };
}

/** `version` is one that clients of Langfuse know: `langfuse --api-version auto` refuses any other major one. */
const OK = { status: 'OK', version: expect.stringMatching(/^3\.\d+\.\d+$/) as string, sluiceVersion: '1.2.3' };
const AWAY = { message: 'the database does not answer', code: 'SERVICE_UNAVAILABLE', data: null };

test('/health depends on nothing, unless it is asked for the database', async () => {
  const { state, get } = service();
  state.isAway = true;
  for (const path of ['health', 'health?failIfDatabaseUnavailable=false', 'health?failIfNoRecentEvents=false']) {
    expect((await get(path)).body).toEqual(OK);
  }
  expect(state.asked).toBe(0);
  const answer = await get('health?failIfDatabaseUnavailable=true');
  expect([answer.status, answer.body]).toEqual([503, AWAY]);
});

test('/health refuses a misspelt question, whose answer would be that all is well', async () => {
  const { get } = service();
  const { status, body } = await get('health?failIfDatabaseUnavailabel=true');
  expect([status, body]).toMatchObject([400, { message: expect.stringContaining('did you mean failIfDatabase') }]);
});

test('/ready tells whether the database answers, and asks it once a second at most', async () => {
  const { state, get } = service();
  for (let time = 0; time < 3; time += 1) expect((await get('ready')).body).toEqual(OK);
  expect(state.asked).toBe(1);
  state.isAway = true;
  expect((await get('ready')).status).toBe(200);
  state.elapsed = 1000;
  const answer = await get('ready');
  expect([answer.status, answer.body, answer.headers['retry-after']]).toEqual([503, AWAY, '1']);
  state.isAway = false;
  state.elapsed = 2000;
  expect((await get('ready')).status).toBe(200);
  expect(state.asked).toBe(3);
});

test('who asks meanwhile waits for the same answer', async () => {
  let answer: () => void = () => undefined;
  let asked = 0;
  const check = (): Promise<void> => {
    asked += 1;
    return new Promise((resolve) => (answer = resolve));
  };
  const app = createApp({
    logger: createLogger({ level: 'silent', pretty: false }),
    metrics: createMetrics({ processMetrics: false }),
    credentials: createCredentials({ bearerTokens: ['t'], keyPairs: [] }),
    routes: [],
    openRoutes: healthRoutes({ check, version: '1', elapsed: () => 0 }),
  });
  let arrived = 0;
  const server = app.listen(0).on('request', () => (arrived += 1));
  const all = Promise.all([1, 2, 3].map(() => request(server).get('/api/public/ready')));
  while (arrived < 3) await new Promise(setImmediate);
  await new Promise(setImmediate);
  answer();
  expect((await all).map(({ status }) => status)).toEqual([200, 200, 200]);
  expect(asked).toBe(1);
  server.close();
});

test.each([
  ['failIfDatabaseUnavailable=yes', 'failIfDatabaseUnavailable: expected one of true, false, got "yes"'],
  ['failIfNoRecentEvents=true', 'failIfNoRecentEvents: expected false, because it is not built'],
])('/health?%s: 400', async (query, message) => {
  const answer = await service().get(`health?${query}`);
  expect([answer.status, answer.body]).toEqual([400, { message, code: 'BAD_REQUEST', data: null }]);
});
