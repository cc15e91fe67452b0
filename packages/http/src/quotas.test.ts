import { type ApiKey, type Quota, secretDigest } from '@sluice/credentials';
import { createLogger, createMetrics } from '@sluice/runtime';
import request from 'supertest';
import { badRequest } from './api-error';
import { type Route, createApp } from './app';
import { createCredentials } from './credentials';
import { Quotas } from './quotas';
import { type Usage, writeQuotaOf } from './request-context';
import { sendJson } from './send-json';

/** Usage that the next write reports. */
let usage: Usage = { outcome: 'stored', items: 1, bytes: 0 };

const ROUTES: readonly Route[] = [
  { method: 'get', path: '/read', scope: 'read', handle: (_request, response) => sendJson(response, 200, '{}') },
  {
    method: 'post',
    path: '/refused',
    scope: 'ingest',
    handle: () => {
      throw badRequest('no');
    },
  },
  {
    method: 'post',
    path: '/write',
    scope: 'ingest',
    handle: (incoming, response) => {
      incoming.resume().on('end', () => {
        const { charge, settle } = writeQuotaOf(response);
        if (usage.outcome === 'stored') charge?.(usage);
        settle?.(usage);
        sendJson(response, 200, '{}');
      });
    },
  },
];

const keyOf = (token: string, grant: Partial<ApiKey>): ApiKey => ({
  name: token,
  secretDigest: secretDigest(token),
  scopes: ['ingest', 'read'],
  ...grant,
});

/** Makes an app whose clock only a test moves. */
function setUp(apiKeys: readonly ApiKey[], projectQuota?: Quota) {
  const clock = { now: 1000 };
  const metrics = createMetrics({ processMetrics: false });
  const quotas = new Quotas({ metrics, projectId: 'main', elapsed: () => clock.now });
  const logger = createLogger({ level: 'silent', pretty: false });
  const state = { apiKeys };
  const identify = (header: string | undefined) =>
    createCredentials({ bearerTokens: ['plain'], keyPairs: [], apiKeys: state.apiKeys, projectQuota }).identify(header);
  const app = createApp({ logger, metrics, credentials: { identify }, quotas, routes: ROUTES });
  const read = (token: string) => request(app).get('/read').set('Authorization', `Bearer ${token}`);
  const write = (token: string, body = '', path = '/write') =>
    request(app).post(path).set('Authorization', `Bearer ${token}`).send(body);
  return { clock, read, write, state, exposed: async () => (await metrics.expose()).body };
}

beforeEach(() => (usage = { outcome: 'stored', items: 1, bytes: 0 }));

describe('a quota', () => {
  it('of requests counts reads and writes, and is refused with 429, its name and the time until it is right', async () => {
    const { clock, read, write } = setUp([keyOf('ci', { quota: { requestsPerSecond: 2 } })]);
    expect([(await read('ci')).status, (await write('ci')).status]).toEqual([200, 200]);
    const refused = await read('ci');
    expect(refused.status).toBe(429);
    expect(refused.headers['retry-after']).toBe('1');
    expect(refused.body).toEqual({
      message: 'the quota requestsPerSecond of the credentials "ci", 2, is used up: send again after 1 s',
      code: 'TOO_MANY_REQUESTS',
      data: null,
    });
    clock.now += 0.5;
    expect((await read('ci')).status).toBe(200);
    expect((await read('ci')).status).toBe(429);
  });

  it('of items is taken when they are known: a large request passes on debt', async () => {
    const { clock, write } = setUp([keyOf('ci', { quota: { itemsPerSecond: 10 } })]);
    usage = { outcome: 'stored', items: 35, bytes: 0 };
    expect((await write('ci')).status).toBe(200);
    const refused = await write('ci');
    expect([refused.status, refused.headers['retry-after']]).toEqual([429, '3']);
    clock.now += 2.7;
    expect((await write('ci')).status).toBe(200);
  });

  it('lets only one of those that arrive together pass beyond it, and the others not before its debt is paid', async () => {
    const { clock, write, exposed } = setUp([keyOf('ci', { quota: { itemsPerSecond: 10 } })]);
    usage = { outcome: 'stored', items: 20_000, bytes: 0 };
    const answers = await Promise.all(Array.from({ length: 12 }, () => write('ci')));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array<number>(11).fill(429)]);
    expect((await write('ci')).headers['retry-after']).toBe('2000');
    clock.now += 1999;
    expect((await write('ci')).status).toBe(429);
    clock.now += 1;
    usage = { outcome: 'stored', items: 50_000, bytes: 0 };
    expect((await write('ci')).status).toBe(200);
    expect((await write('ci')).headers['retry-after']).toBe('5000');
    expect(await exposed()).toContain('sluice_quota_refusals_total{of="credential",quota="itemsPerSecond"} 14\n');
  });

  it('of items or bytes lets reads pass: what was sent too much of has to be looked at', async () => {
    const { read, write } = setUp([keyOf('ci', { quota: { itemsPerSecond: 1, bytesPerSecond: 1 } })]);
    usage = { outcome: 'stored', items: 100, bytes: 100 };
    expect([(await write('ci')).status, (await write('ci')).status]).toEqual([200, 429]);
    expect((await read('ci')).status).toBe(200);
  });

  it('of bytes takes what is announced at once, and puts it right when the body is known', async () => {
    const { write } = setUp([keyOf('ci', { quota: { bytesPerSecond: 100 } })]);
    usage = { outcome: 'stored', items: 0, bytes: 40 };
    expect((await write('ci', 'x'.repeat(90))).status).toBe(200);
    usage = { outcome: 'not served', items: 0, bytes: 0 };
    expect((await write('ci', 'x'.repeat(500))).status).toBe(200);
    usage = { outcome: 'stored', items: 0, bytes: 1000 };
    expect((await write('ci')).status).toBe(200);
    expect((await write('ci')).headers['retry-after']).toBe('10');
  });

  it('of bytes gives back what was announced and nobody read, and no more than it took for that', async () => {
    const { clock, read, write } = setUp([keyOf('ci', { quota: { bytesPerSecond: 1 } })]);
    const body = 'x'.repeat(5000);
    expect((await read('ci').send(body)).status).toBe(200);
    expect((await write('ci', body, '/refused')).status).toBe(400);
    usage = { outcome: 'stored', items: 0, bytes: 3 };
    expect((await write('ci', body)).status).toBe(200);
    expect((await write('ci')).headers['retry-after']).toBe('3');
    clock.now += 3;
    expect((await write('ci', body, '/refused')).status).toBe(400);
  });

  it('of a project is of all its credentials together, and of no other', async () => {
    const projectQuota = { requestsPerSecond: 2 };
    const ofAcme = { project: 'acme', projectQuota };
    const { read } = setUp([keyOf('a', ofAcme), keyOf('b', ofAcme), keyOf('other', { project: 'beta' })]);
    expect([(await read('a')).status, (await read('b')).status]).toEqual([200, 200]);
    for (const token of ['a', 'b']) {
      const { status, body } = await read(token);
      expect({ status, body: body as unknown }).toMatchObject({
        status: 429,
        body: { message: expect.stringContaining('of the project "acme", 2,') as string },
      });
    }
    expect((await read('other')).status).toBe(200);
    expect((await read('plain')).status).toBe(200);
  });

  it('of the default project bounds tokens of the settings', async () => {
    const { read } = setUp([], { requestsPerSecond: 1 });
    expect([(await read('plain')).status, (await read('plain')).status]).toEqual([200, 429]);
  });

  it('takes nothing of the others where one refuses', async () => {
    const quota = { requestsPerSecond: 1 };
    const projectQuota = { requestsPerSecond: 3 };
    const { read } = setUp([keyOf('a', { quota, projectQuota }), keyOf('b', { projectQuota })]);
    await read('a');
    for (let n = 0; n < 5; n++) expect((await read('a')).status).toBe(429);
    expect([(await read('b')).status, (await read('b')).status, (await read('b')).status]).toEqual([200, 200, 429]);
  });

  it('keeps its debt when the credentials are read again, and starts again when the quota is changed', async () => {
    const made = setUp([keyOf('ci', { quota: { requestsPerSecond: 1 } })]);
    expect((await made.read('ci')).status).toBe(200);
    made.state.apiKeys = [keyOf('ci', { quota: { requestsPerSecond: 1, itemsPerSecond: 5 } })];
    expect((await made.read('ci')).status).toBe(429);
    made.state.apiKeys = [keyOf('ci', { quota: { requestsPerSecond: 2 } })];
    expect((await made.read('ci')).status).toBe(200);
  });

  it('is not asked for credentials that are refused otherwise', async () => {
    const { read, write } = setUp([keyOf('ci', { quota: { requestsPerSecond: 1 }, scopes: ['read'] })]);
    for (let n = 0; n < 3; n++) expect((await write('ci')).status).toBe(403);
    expect((await read('ci')).status).toBe(200);
  });
});

describe('the metrics', () => {
  it('count usage by project, whoever has quotas, and refusals by quota', async () => {
    const { read, write, exposed } = setUp([keyOf('a', { project: 'acme', quota: { requestsPerSecond: 2 } })]);
    usage = { outcome: 'stored', items: 7, bytes: 300 };
    await write('a');
    usage = { outcome: 'not served', items: 0, bytes: 0 };
    await write('a');
    await read('a');
    await read('plain');
    const lines = (await exposed()).split('\n');
    expect(lines).toEqual(
      expect.arrayContaining([
        'sluice_project_requests_total{project="acme"} 2',
        'sluice_project_requests_total{project="main"} 1',
        'sluice_project_items_total{project="acme"} 7',
        'sluice_project_bytes_total{project="acme"} 300',
        'sluice_quota_refusals_total{of="credential",quota="requestsPerSecond"} 1',
        'sluice_quota_refusals_total{of="project",quota="itemsPerSecond"} 0',
      ]),
    );
  });

  it('name fifty projects, and count the others together', async () => {
    const keys = Array.from({ length: 60 }, (_, n) => keyOf(`t${n}`, { project: `p${n}` }));
    const { read, exposed } = setUp(keys);
    for (let n = 0; n < 60; n++) await read(`t${n}`);
    const lines = (await exposed()).split('\n').filter((line) => line.startsWith('sluice_project_requests_total{'));
    expect(lines).toHaveLength(50);
    expect(lines).toContain('sluice_project_requests_total{project="other"} 11');
  });
});
