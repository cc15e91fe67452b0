import { type Before, growthOf } from './growth';

test.each<[Before, number, string, boolean, number | undefined]>([
  [2, 3.5, '+$1.5000', false, 1.5],
  [3.5, 2, '−$1.5000', false, -1.5],
  [0.1 + 0.2, 0.3, '=', false, -5.551115123125783e-17],
  ['none', 1.25, '+$1.2500', true, 1.25],
  [undefined, 1, '—', false, undefined],
  [0, 1, '—', false, undefined],
  [1, 0, '—', false, undefined],
])('from %p to %p USD is %s', (from, to, text, isNew, by) => {
  expect(growthOf('cost', from, to)).toMatchObject({ text, isNew, by });
});

test('what it was is told with the share', () => {
  expect(growthOf('tokens', 1000, 1500)).toMatchObject({ text: '+500', reason: '1,000 tokens before: +50 %' });
  expect(growthOf('traces', 7, 7)).toMatchObject({ text: '=', reason: '7 traces before' });
});
