import { RequestError, isOfProxy, isWorthAnotherTry, waitBeforeTry } from '../api/request-error';
import { reasonOf } from './reasons';

test.each([
  [new RequestError(0, ''), 'The server does not answer.', 10],
  [new RequestError(403, 'scope read'), 'These credentials may not read this.', undefined],
  [new RequestError(404, ''), 'There is no such trace.', undefined],
  [new RequestError(429, 'quota', 30), 'The quota of these credentials is exceeded.', 30],
  [new RequestError(503, 'busy', 3600), 'The server is too busy for this now.', undefined],
  [new RequestError(503, 'busy', 0), 'The server is too busy for this now.', 1],
  [new RequestError(400, 'limit: at most 200'), 'The server answered 400.', undefined],
  [new TypeError('x is null'), 'This page failed: x is null', undefined],
])('%p is told as %j', (error, title, againInSeconds) => {
  expect(reasonOf(error, 'trace')).toMatchObject({ title, againInSeconds });
});

test('only who is busy or away is asked again, and not before the time that it asks for', () => {
  const asked = (error: Error) => [0, 1, 2].map((times) => isWorthAnotherTry(times, error));
  expect(asked(new RequestError(503, ''))).toEqual([true, true, false]);
  expect(asked(new RequestError(429, '', 1))).toEqual([true, true, false]);
  expect(asked(new RequestError(429, '', 60))).toEqual([false, false, false]);
  expect(asked(new RequestError(400, ''))).toEqual([false, false, false]);
  expect(asked(new Error('mine'))).toEqual([false, false, false]);
  expect(waitBeforeTry(0, new RequestError(503, '', 1))).toBe(1000);
});

test.each([undefined, 0, 1, 2, 3, 60])('with Retry-After %p a page waits 2 s at most before it says why', (seconds) => {
  const error = new RequestError(503, 'busy', seconds);
  let waited = 0;
  for (let times = 0; isWorthAnotherTry(times, error); times += 1) waited += waitBeforeTry(times, error);
  expect(waited).toBeLessThanOrEqual(2000);
});

test('what a proxy answers for a product that is away is told from what the product answers', () => {
  expect(isOfProxy(502, 'application/json')).toBe(true);
  expect(isOfProxy(504, null)).toBe(true);
  expect(isOfProxy(503, 'text/html')).toBe(true);
  expect(isOfProxy(503, null)).toBe(true);
  expect(isOfProxy(503, 'application/json; charset=utf-8')).toBe(false);
  expect(isOfProxy(500, 'text/html')).toBe(false);
});
