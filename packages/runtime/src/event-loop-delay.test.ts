import { performance } from 'node:perf_hooks';
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import { watchEventLoop } from './event-loop-delay';

test('the longest turn of the event loop is given once, and others do not add up to it', async () => {
  let active = 0;
  const longest = watchEventLoop(() => active);
  for (const ms of [20, 300, 250]) {
    active += ms;
    await nextTurn();
    await nextTurn();
  }
  expect(longest()).toBe(0.3);
  expect(longest()).toBe(0);
});

test('of the turn that asks what has passed is given, and with the next question all of it', async () => {
  let active = 0;
  const longest = watchEventLoop(() => active);
  active += 100;
  expect(longest()).toBe(0.1);
  active += 200;
  await nextTurn();
  await nextTurn();
  expect(longest()).toBe(0.3);
});

test('work of the process counts from its beginning, and waiting does not', async () => {
  const longest = watchEventLoop();
  await sleep(20);
  longest();
  const until = performance.now() + 120;
  while (performance.now() < until);
  await sleep(20);
  expect(longest()).toBeGreaterThanOrEqual(0.12);
  await sleep(1000);
  expect(longest()).toBeLessThan(0.9);
});
