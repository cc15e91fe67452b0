import { formatReceipt, parseReceipt } from './receipt';

const offsets = [
  { topic: 'prefix.sluice.traces.v1', partition: 3, offset: 1041 },
  { topic: 'sluice.metrics.v1', partition: 0, offset: 0 },
];

test('a receipt is read as it was written', () => {
  expect(formatReceipt(offsets, undefined)).toBe('prefix.sluice.traces.v1/3@1041,sluice.metrics.v1/0@0');
  expect(parseReceipt(formatReceipt(offsets, undefined), undefined)).toEqual(offsets);
  expect(parseReceipt('a/1@2, b/3@4', undefined)).toEqual([
    { topic: 'a', partition: 1, offset: 2 },
    { topic: 'b', partition: 3, offset: 4 },
  ]);
  expect(parseReceipt(formatReceipt([], undefined), undefined)).toEqual([]);
});

test('receipts of several writes can be joined, also of those that were stored when they were answered', () => {
  for (const project of [undefined, 'acme']) {
    const stored = formatReceipt([], project);
    expect(parseReceipt(`${stored},${stored}`, project)).toEqual([]);
    expect(parseReceipt(`${stored}, ${formatReceipt(offsets, project)},${stored}`, project)).toEqual(offsets);
    for (const none of [`${stored},`, `,${stored}`, `${stored} ${stored}`, 'acme:stored', 'Stored']) {
      expect(parseReceipt(none, project)).toBeUndefined();
    }
  }
});

test('a receipt of a project has its name before each log offset, and is none of another one', () => {
  const receipt = formatReceipt(offsets, 'acme');
  expect(receipt).toBe('acme:prefix.sluice.traces.v1/3@1041,acme:sluice.metrics.v1/0@0');
  expect(parseReceipt(receipt, 'acme')).toEqual(offsets);
  expect(parseReceipt(`${receipt}, ${receipt}`, 'acme')).toEqual([...offsets, ...offsets]);
  for (const other of [undefined, 'acm', 'acme2', 'other']) expect(parseReceipt(receipt, other)).toBeUndefined();
  expect(parseReceipt(formatReceipt(offsets, undefined), 'acme')).toBeUndefined();
  expect(parseReceipt(`${receipt},a/1@2`, 'acme')).toBeUndefined();
  expect(parseReceipt(formatReceipt([], 'acme'), 'acme')).toEqual([]);
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
  expect(parseReceipt(text, undefined)).toBeUndefined();
  expect(parseReceipt(`acme:${text}`, 'acme')).toBeUndefined();
});
