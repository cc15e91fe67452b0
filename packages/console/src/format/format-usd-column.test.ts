import { usdInColumn } from './format-usd-column';

test.each([
  [0, '$0.0000'],
  [0.000_000_24, '<$0.0001'],
  [0.000_1, '$0.0001'],
  [0.0095, '$0.0095'],
  [0.03, '$0.0300'],
  [12.4, '$12.4000'],
  [1234.5, '$1,234.5000'],
])('%p USD in a column are %s', (value, text) => {
  expect(usdInColumn(value)).toBe(text);
});

test.each([
  [0.000_000_24, '≥$0.0000'],
  [0.0095, '≥$0.0095'],
])('%p USD or more in a column are %s', (value, text) => {
  expect(usdInColumn(value, true)).toBe(text);
});
