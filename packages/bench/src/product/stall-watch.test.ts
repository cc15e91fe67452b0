import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { createMetrics } from '@sluice/runtime';
import { LONGEST_STALL_MS, StallWatch, type Stalls } from './stall-watch';

/** What a watch sees of a process that does this, once, before it answers a probe. */
async function watched(work: () => Promise<void> | void): Promise<Stalls> {
  const metrics = createMetrics();
  const state = { isDone: false };
  const answer = async (path = ''): Promise<string> => {
    if (path === '/metrics') return (await metrics.expose()).body;
    if (!state.isDone) await work();
    state.isDone = true;
    return 'ok';
  };
  const server = createServer((request, response) => void answer(request.url).then((body) => response.end(body)));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const watch = new StallWatch({ pid: process.pid, adminUrl: `http://127.0.0.1:${port}` });
  try {
    await watch.start();
    while (!state.isDone) await sleep(10);
    return await watch.stop();
  } finally {
    watch.close();
    server.close();
  }
}

/** By the time that the thread has run: on a busy machine a duration proves nothing, and other threads of the process hold up nobody. */
function keepBusy(): void {
  for (const end = ranMs() + 600; ranMs() < end;);
}

const ranMs = (): number => Number(readFileSync('/proc/self/schedstat', 'utf8').split(' ', 1)[0]) / 1e6;

test('work that holds up everything else is seen', async () => {
  const { longestMs, tooLong } = await watched(keepBusy);
  expect(longestMs).toBeGreaterThan(LONGEST_STALL_MS);
  expect(tooLong).toHaveLength(1);
});

test('an answer that is slow while the process does nothing is no stall', async () => {
  const { longestMs, tooLong } = await watched(() => sleep(600));
  expect(longestMs).toBeLessThan(LONGEST_STALL_MS);
  expect(tooLong).toEqual([]);
});
