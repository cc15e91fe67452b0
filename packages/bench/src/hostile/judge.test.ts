import { judge, statusesText } from './run-case';

const outcome = (...statuses: number[]) => ({ statuses, refusals: 0 });

test('an answer that was expected is right, another one is told', () => {
  expect(judge({ expect: [413] }, outcome(413))).toEqual([]);
  expect(judge({ expect: [413] }, outcome(413, 200, 500))).toEqual([
    'answered 200 instead of 413',
    'answered 500 instead of 413',
  ]);
});

test('503 is right only where many send at once', () => {
  expect(judge({ expect: [200], crowded: true }, outcome(200, 503))).toEqual([]);
  expect(judge({ expect: [200] }, outcome(503))).toEqual(['answered 503 instead of 200']);
});

test('no answer is right only where the client went away', () => {
  expect(judge({ expect: [503, 0] }, outcome(0))).toEqual([]);
  expect(judge({ expect: [200], crowded: true }, outcome(0))).toEqual(['answered none instead of 200']);
});

test('equal statuses are counted', () => {
  expect(statusesText([503, 200, 503, 0])).toBe('none, 200, 503 ×2');
});
