import { compact, count, counted, duration, usd } from './numbers';

test.each([
  [0, '0 ms'],
  [0.4, '<1 ms'],
  [640, '640 ms'],
  [999.4, '999 ms'],
  [999.6, '1.00 s'],
  [2410, '2.41 s'],
  [41_200, '41.2 s'],
  [59_960, '1 m 00 s'],
  [72_000, '1 m 12 s'],
  [3_599_600, '1 h 00 m'],
  [11_100_000, '3 h 05 m'],
])('%p ms are shown as %s', (ms, text) => {
  expect(duration(ms)).toBe(text);
});

test.each([
  [0, '$0'],
  [12.4, '$12.40'],
  [0.01, '$0.01'],
  [0.0038, '$0.0038'],
  [0.00025, '$0.00025'],
  [1234.5, '$1,234.50'],
])('%p USD are shown as %s', (value, text) => {
  expect(usd(value)).toBe(text);
});

test('large counts are grouped, and short where digits do not count', () => {
  expect([count(1_204_567), compact(1280), compact(88_410), compact(1_204_567)]).toEqual([
    '1,204,567',
    '1,280',
    '88.4K',
    '1.2M',
  ]);
});

test.each([
  [counted(1, 'error'), '1 error'],
  [counted(0, 'error'), '0 errors'],
  [counted(1, 'retry', 'retries'), '1 retry'],
  [counted(1280, 'retry', 'retries'), '1,280 retries'],
])('%s', (shown, expected) => expect(shown).toBe(expected));
