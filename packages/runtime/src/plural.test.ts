import { plural } from './plural';

test.each([
  [0, '0 points'],
  [1, '1 point'],
  [2, '2 points'],
])('%d is counted in words', (count, expected) => {
  expect(plural(count, 'point')).toBe(expected);
});

test('a plural of its own is used', () => {
  expect([1, 2].map((count) => plural(count, 'entry', 'entries'))).toEqual(['1 entry', '2 entries']);
});
