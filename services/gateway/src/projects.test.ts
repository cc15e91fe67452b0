import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { gzipSync } from 'node:zlib';
import { listen } from '@sluice/http';
import { closeIn, eventually } from '@sluice/testbed/machine';
import { testUuid } from '@sluice/testbed/samples';
import { closeGateways, post, setUp } from './gateway.testing';

afterAll(closeGateways);
const later = closeIn(afterEach);

const OF_ACME = { Authorization: 'Bearer of acme' };
const TRACE = JSON.stringify({ trace: { id: testUuid(1) }, observations: [{ id: testUuid(2) }] });
const POINTS = JSON.stringify({ metrics: [{ name: 'm', value: 1 }] });
const SPANS = JSON.stringify({
  resourceSpans: [{ scopeSpans: [{ spans: [{ traceId: 'a'.repeat(32), spanId: 'b'.repeat(16), name: 's' }] }] }],
});
/** Body so large that the thread reads it. */
const LARGE = JSON.stringify({ trace: { id: testUuid(1), input: 'x'.repeat(2 ** 21) } });

describe('what is sent', () => {
  it.each([
    ['/v1/l/batch', TRACE],
    ['/v1/metrics/batch', POINTS],
    ['/v1/traces', SPANS],
    ['/v1/l/batch', LARGE],
  ])('to %s is of the project of its sender', async (path, body) => {
    const { app, records } = await setUp();
    const send = (headers: Readonly<Record<string, string>>) =>
      post(app, path).set('Content-Type', 'application/json').set(headers).send(body);
    expect((await send(OF_ACME)).status).toBe(200);
    const ofAcme = records.splice(0);
    expect(ofAcme.length).toBeGreaterThan(0);
    expect(ofAcme.map(({ project }) => project)).toEqual(ofAcme.map(() => 'acme'));
    expect((await send({})).status).toBe(200);
    expect(records).toHaveLength(ofAcme.length);
    for (const record of records) expect(record).not.toHaveProperty('project');
  });
});

describe('a quota', () => {
  const limited = (app: Parameters<typeof post>[0], body: string) =>
    post(app, '/v1/l/batch').set({ Authorization: 'Bearer limited' }).send(body);
  const batch = (observations: number): string =>
    JSON.stringify({
      trace: { id: testUuid(1) },
      observations: Array.from({ length: observations }, (_, n) => ({ id: testUuid(n) })),
    });

  it('is taken in items that were stored; a request beyond it is stored as a whole, the next one not at all', async () => {
    const { app, records } = await setUp();
    expect((await limited(app, batch(12))).status).toBe(200);
    const stored = records.length;
    const refused = await limited(app, batch(1));
    expect(refused.status).toBe(429);
    expect(refused.headers['retry-after']).toBe('2');
    expect(refused.body).toMatchObject({ code: 'TOO_MANY_REQUESTS', data: null });
    expect(records).toHaveLength(stored);
  });

  it('is taken in bytes of the inflated body', async () => {
    const { app } = await setUp();
    const body = JSON.stringify({ trace: { id: testUuid(1), input: 'x'.repeat(10_000) } });
    const sent = post(app, '/v1/l/batch').set({ Authorization: 'Bearer limited', 'Content-Encoding': 'gzip' });
    sent.set('Content-Type', 'application/octet-stream');
    expect((await sent.send(gzipSync(body))).status).toBe(200);
    const { headers, body: answer } = await limited(app, batch(1));
    expect(headers['retry-after']).toBe('5');
    expect(answer).toMatchObject({ message: expect.stringContaining('bytesPerSecond') as string });
  });

  it('is taken in bytes that have come, where what was announced has not', async () => {
    const { app } = await setUp();
    const listener = await listen(app, { host: '127.0.0.1', port: 0 });
    later(() => listener.close(0));
    const announce = (bytes: number) => {
      const headers = { Authorization: 'Bearer limited', 'Content-Length': bytes };
      return request(`${listener.url}/v1/l/batch`, { method: 'POST', headers });
    };
    const refused = announce(1e12);
    refused.flushHeaders();
    const [answer] = (await once(refused, 'response')) as [IncomingMessage];
    expect(answer.statusCode).toBe(413);
    refused.on('error', () => undefined).destroy();
    expect((await limited(app, 'no JSON')).status).toBe(400);

    const broken = announce(1e6).on('error', () => undefined);
    broken.write('x'.repeat(5000));
    const wait = async (isRight: (seconds: number) => boolean) => {
      const look = async () => (await limited(app, 'no JSON')).headers['retry-after'];
      return eventually(look, (seconds) => seconds !== undefined && isRight(Number(seconds)));
    };
    expect(await wait(() => true)).toBe('500');
    broken.destroy();
    expect(await wait((seconds) => seconds < 500)).toBe('2');
  });

  it('is not taken by what could not be stored', async () => {
    const { app, state } = await setUp();
    state.away = true;
    for (let n = 0; n < 3; n++) expect((await limited(app, batch(12))).status).toBe(503);
    state.away = false;
    await eventually(
      async () => (await limited(app, batch(1))).status,
      (status) => status === 200,
    );
  });
});
