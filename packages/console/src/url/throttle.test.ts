import { throttle } from './throttle';

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

test('the first is done at once, of many after it only one, when the time has passed', () => {
  const run = jest.fn();
  const { soon } = throttle(run, 300);
  soon();
  expect(run).toHaveBeenCalledTimes(1);
  for (let n = 0; n < 100; n += 1) soon();
  jest.advanceTimersByTime(299);
  expect(run).toHaveBeenCalledTimes(1);
  jest.advanceTimersByTime(1);
  expect(run).toHaveBeenCalledTimes(2);
  jest.advanceTimersByTime(1_000);
  expect(run).toHaveBeenCalledTimes(2);
  soon();
  expect(run).toHaveBeenCalledTimes(3);
});

test('what was put off can be done now, or forgotten', () => {
  const run = jest.fn();
  const { soon, flush, drop } = throttle(run, 300);
  flush();
  expect(run).not.toHaveBeenCalled();
  soon();
  soon();
  flush();
  expect(run).toHaveBeenCalledTimes(2);
  soon();
  drop();
  jest.advanceTimersByTime(1_000);
  expect(run).toHaveBeenCalledTimes(2);
});
