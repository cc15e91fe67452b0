import { setTimeout as sleep } from 'node:timers/promises';
import { TcpProxy } from '@sluice/testbed/network';
import { testDatabaseUrl } from '@sluice/testbed/servers';
import { endAll, run } from './process.testing';

let proxy: TcpProxy;

beforeEach(async () => {
  proxy = await TcpProxy.listen();
});

afterEach(async () => {
  await endAll();
  // A listening server would keep the whole run from ending.
  await proxy.close();
});

test('a database that is away and back is told at both moments, however many requests there are meanwhile', async () => {
  const databaseUrl = proxy.standBefore(testDatabaseUrl());
  const started = run({ DATABASE_URL: databaseUrl, API_BEARER_TOKEN: 'outage-token' });
  const url = await started.url('Sluice is ready at');
  const headers = { Authorization: 'Bearer outage-token' };
  const body = JSON.stringify({ trace: { id: '7d0f4f0e-5d1c-4a51-9d52-1a9a5b6c7d8e' } });
  const store = () => fetch(`${url}/v1/l/batch`, { method: 'POST', headers, body });
  const list = () => fetch(`${url}/api/public/traces`, { headers });
  expect([(await store()).status, (await list()).status]).toEqual([200, 200]);

  proxy.refuse();
  for (let round = 0; round < 3; round += 1) {
    const answers = await Promise.all([store(), store(), store(), list(), list(), list()]);
    expect(answers.map(({ status }) => status)).toEqual([503, 503, 503, 503, 503, 503]);
  }
  await proxy.accept();
  while ((await store()).status !== 200) await sleep(50);
  while ((await list()).status !== 200) await sleep(50);
  await started.line('batches are stored again');
  const counts = new Map<string, number>();
  for (const { msg } of started.lines()) counts.set(msg, (counts.get(msg) ?? 0) + 1);
  expect(counts.get('batches cannot be stored: their senders are told to send again')).toBe(1);
  expect(counts.get('batches are stored again')).toBe(1);
  // A line for each route and reason: a lost connection fails differently from a refused one.
  expect(counts.get('a request could not be served')).toBeLessThan(8);
  counts.delete('a request could not be served');
  // Only connections that are idle at that moment report the loss.
  expect(Math.max(...counts.values())).toBe(1);
  started.child.kill('SIGTERM');
  expect(await started.ended).toBe(0);
});
