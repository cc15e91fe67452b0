import { watchEventLoop } from './event-loop-delay';

test('the longest delay of the event loop is told once, and the time between two looks is none', () => {
  let now = 0;
  const longest = watchEventLoop(() => now);
  expect(longest()).toBe(0);
  now += 10;
  expect(longest()).toBe(0);
  now += 300;
  expect(longest()).toBe(0.29);
  expect(longest()).toBe(0);
  now += 260;
  expect(longest()).toBe(0.25);
});
