import { costOf, shownCost } from './cost';
import { answer, call, observation } from './fixture.testing';
import { parseTrace } from './trace-data';

test.each([
  [0, 0, 0, undefined],
  [0.5, 2, 0, '$0.50'],
  [0, 1, 0, '$0'],
  [0, 2, 2, '—'],
  [0.5, 2, 1, '≥$0.50'],
])('%p USD of %i calls, %i of them without a price', (dollars, calls, unpriced, text) => {
  expect(shownCost(dollars, calls, unpriced)?.text).toBe(text);
});

test('what is unknown says why', () => {
  expect(shownCost(0, 3, 1)?.title).toContain('no price is known, for 1 of 3 model calls');
});

test('costs of rows have the digits of a column, and the exact ones in the title', () => {
  const { sums } = parseTrace(
    answer([observation({ n: 1 }), call({ n: 2, below: 1 }, 10, 0.000_000_24), call({ n: 3, below: 1 }, 10, 0.03)]),
  );
  expect([0, 1, 2].map((row) => costOf(sums, row)?.text)).toEqual(['$0.0300', '<$0.0001', '$0.0300']);
  expect(costOf(sums, 1)?.title).toContain('$0.00000024');
});
