import { usdAlike } from './align-usd';

test.each([
  [
    [12.4, 0.0038, 0],
    ['$12.4000', '$0.0038', '$0.0000'],
  ],
  [
    [0.03, null, 1234.5],
    ['$0.03', undefined, '$1,234.50'],
  ],
  [
    [undefined, 0.000_000_24],
    [undefined, '$0.00000024'],
  ],
])('%j USD have the same digits', (costs, texts) => {
  const format = usdAlike(costs);
  expect(costs.map((cost) => (typeof cost === 'number' ? format(cost) : undefined))).toEqual(texts);
});
