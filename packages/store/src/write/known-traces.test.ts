import { KnownTraces } from './known-traces';

test('the oldest goes, and comes back when it is seen again', () => {
  const known = new KnownTraces(2);
  known.addAll(['a', 'b', 'a', 'c']);
  expect(['a', 'b', 'c'].map((key) => known.has(key))).toEqual([false, true, true]);
  known.addAll(['a']);
  expect(['a', 'b', 'c'].map((key) => known.has(key))).toEqual([true, false, true]);
  known.forget(['a']);
  expect(known.has('a')).toBe(false);
});
