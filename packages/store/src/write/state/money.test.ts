import fc from 'fast-check';
import { parseUsd, picodollars, usdText } from './money';
import { exactInteger } from './exact-integer';

test('the cheapest token keeps its price', () => {
  expect(usdText(picodollars(0.0000000375))).toBe('0.000000037500');
});

test('any amount survives the way to a numeric column and back', () => {
  fc.assert(
    fc.property(
      fc.oneof(fc.bigInt({ min: -(10n ** 24n), max: 10n ** 24n }), fc.bigInt(-10_000n, 10_000n)),
      (amount) => {
        expect(parseUsd(usdText(amount))).toBe(exactInteger(amount));
        expect(usdText(exactInteger(amount))).toBe(usdText(amount));
      },
    ),
  );
});

test.each([
  ['0', 0],
  ['1.5', 1_500_000_000_000],
  ['-0.000000000001', -1],
])('Postgres text %s is %s picodollars', (text, amount) => {
  expect(parseUsd(text)).toBe(amount);
});

test('large amounts are whole microdollars', () => {
  expect(usdText(picodollars(1e9))).toBe('1000000000.000000000000');
});
