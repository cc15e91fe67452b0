import { formatReceipt, parseReceipt } from './receipt';

const places = [
  { topic: 'prefix.sluice.traces.v1', partition: 3, offset: 1041 },
  { topic: 'sluice.metrics.v1', partition: 0, offset: 0 },
];

test('a receipt is read as it was written', () => {
  expect(formatReceipt(places)).toBe('prefix.sluice.traces.v1/3@1041,sluice.metrics.v1/0@0');
  expect(parseReceipt(formatReceipt(places))).toEqual(places);
  expect(parseReceipt('a/1@2, b/3@4')).toEqual([
    { topic: 'a', partition: 1, offset: 2 },
    { topic: 'b', partition: 3, offset: 4 },
  ]);
  expect(parseReceipt(formatReceipt([]))).toEqual([]);
});

test.each([
  '',
  'x',
  'a/1',
  'a/1@',
  'a/-1@2',
  "a'/1@2",
  'a/1@2;b',
  'a/1@1e9',
  `a/1@${'9'.repeat(16)}`,
  'a/1@2,'.repeat(2000),
])('is none: %s', (text) => {
  expect(parseReceipt(text)).toBeUndefined();
});
