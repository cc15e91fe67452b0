import { shownCost } from './cost';

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
