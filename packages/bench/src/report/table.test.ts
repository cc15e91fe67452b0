import { formatCount, formatMilliseconds, formatTable } from './table';

test('columns are as wide as their widest cell, numbers to the right', () => {
  expect(
    formatTable([
      ['name', 'p50'],
      ['a longer name', '5 ms'],
    ]),
  ).toBe('name            p50\na longer name  5 ms');
});

test('durations show what can be told apart', () => {
  expect([0.44, 9.96, 12.4, 1234, NaN].map(formatMilliseconds)).toEqual(['0.4 ms', '10.0 ms', '12 ms', '1234 ms', '-']);
});

test('counts are grouped', () => {
  expect(formatCount(1_234_567.4)).toBe('1,234,567');
});
