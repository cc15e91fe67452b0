import type { IncomingMessage, ServerResponse } from 'node:http';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { createLogger, createMetrics } from '@sluice/runtime';
import request from 'supertest';
import { createAdminApp } from './admin-app';
import { type ReadinessOptions, watchReadiness } from './readiness';

const works = (): Promise<void> => Promise.resolve();
const fails = (): Promise<void> => Promise.reject(new Error('connect ECONNREFUSED postgres:5432'));
const hangs = (): Promise<void> => new Promise(() => undefined);

function appOf(options: Partial<ReadinessOptions> = {}): ReturnType<typeof createAdminApp> {
  const parts = { logger: createLogger({ level: 'silent', pretty: false }), metrics: createMetrics(), ...options };
  return createAdminApp({ ...parts, readiness: watchReadiness({ checks: {}, timeoutMs: 900, ...parts }) });
}

const client = (options: Partial<ReadinessOptions> = {}): ReturnType<typeof request> => request(appOf(options));

describe('the admin app', () => {
  it('is ready when every check passes', async () => {
    const answer = await client({ checks: { postgres: works, bus: works } }).get('/readyz');
    expect([answer.status, answer.text]).toEqual([200, '{"status":"ok"}']);
  });

  it('is not ready while a check fails or hangs, and names it without its reason', async () => {
    const checks = { postgres: fails, schema: works, bus: hangs };
    const answer = await client({ checks, timeoutMs: 20 }).get('/readyz');
    expect(answer.status).toBe(503);
    expect(answer.body).toEqual({ message: 'failing: postgres, bus', code: 'SERVICE_UNAVAILABLE', data: null });
  });

  it('tells the log once that a check fails and once that it succeeds again, however often it is asked', async () => {
    const lines: string[] = [];
    const destination = { write: (line: string) => void lines.push(line) };
    let check = fails;
    const logger = createLogger({ level: 'info', pretty: false, destination });
    const agent = client({ logger, checks: { postgres: () => check(), bus: works } });
    for (let n = 0; n < 5; n += 1) await agent.get('/readyz');
    check = works;
    for (let n = 0; n < 5; n += 1) await agent.get('/readyz');
    expect(lines.map((line) => JSON.parse(line) as unknown)).toEqual([
      expect.objectContaining({ level: 'warn', msg: 'a health check fails', check: 'postgres' }),
      expect.objectContaining({ level: 'info', msg: 'a health check succeeds again', check: 'postgres', failures: 5 }),
    ]);
  });

  it('stays alive while a dependency is down', async () => {
    expect((await client({ checks: { postgres: fails } }).get('/livez')).status).toBe(200);
  });

  it('has started once every check has passed at once, and keeps that through an outage', async () => {
    let [first, second] = [fails, works];
    const agent = client({ checks: { postgres: () => first(), bus: () => second() } });
    const probes = async () => [(await agent.get('/startupz')).status, (await agent.get('/readyz')).status];
    expect(await probes()).toEqual([503, 503]);
    [first, second] = [works, fails];
    expect(await probes()).toEqual([503, 503]);
    expect((await agent.get('/startupz')).body).toMatchObject({ message: 'failing: bus' });
    second = works;
    expect(await probes()).toEqual([200, 200]);
    [first, second] = [fails, fails];
    expect(await probes()).toEqual([200, 503]);
  });

  it('exports by each check whether it is ready, although nobody probes, with a look that probes share', async () => {
    let looks = 0;
    let postgres = works;
    const checks = { postgres: () => ((looks += 1), postgres()), bus: works };
    const app = appOf({ checks });
    let asked = 0;
    const agent = request((incoming: IncomingMessage, response: ServerResponse) => {
      asked += 1;
      app(incoming, response);
    });
    const ready = async () => {
      const { text } = await agent.get('/metrics');
      return [...text.matchAll(/^sluice_ready\{check="(\w+)"\} (\d)$/gm)].map(
        ([, check, value]) => `${check} ${value}`,
      );
    };
    expect(await ready()).toEqual(['postgres 1', 'bus 1']);
    postgres = fails;
    expect(await ready()).toEqual(['postgres 0', 'bus 1']);
    postgres = works;
    expect(await ready()).toEqual(['postgres 1', 'bus 1']);
    expect(looks).toBe(3);
    let pass: () => void = () => undefined;
    postgres = () => new Promise((resolve) => (pass = resolve));
    const all = Promise.all([ready(), agent.get('/readyz'), agent.get('/readyz')]);
    while (asked < 6) await nextTurn();
    await nextTurn(); // each runs the checks in the turn in which it arrives
    pass();
    await all;
    expect(looks).toBe(4);
  });

  it('exposes the metrics of the process in the Prometheus format', async () => {
    const answer = await client().get('/metrics');
    expect(answer.headers['content-type']).toBe('text/plain; version=0.0.4; charset=utf-8');
    expect(answer.text).toContain('process_resident_memory_bytes');
  });

  it('has nothing else', async () => {
    expect((await client().get('/healthz')).status).toBe(404);
  });
});
