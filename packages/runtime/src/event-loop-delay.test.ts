import { watchEventLoop } from './event-loop-delay';

test('the longest delay of the event loop is given once, and the time between two looks is none', () => {
  let now = 0;
  const longest = watchEventLoop(() => now);
  expect(longest()).toBe(0);
  now += 25;
  expect(longest()).toBe(0);
  now += 325;
  expect(longest()).toBe(0.3);
  expect(longest()).toBe(0);
  now += 275;
  expect(longest()).toBe(0.25);
});
