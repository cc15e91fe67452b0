import fc from 'fast-check';
import { type Picodollars, parseUsd, picodollars } from './money';
import { exactInteger } from './exact-integer';

/** Text of a numeric(30, 12), as Postgres writes it. */
function usdText(amount: Picodollars): string {
  const digits = String(amount < 0 ? -amount : amount).padStart(13, '0');
  return `${amount < 0 ? '-' : ''}${digits.slice(0, -12)}.${digits.slice(-12)}`;
}

test('the cheapest token keeps its price', () => {
  expect(picodollars(0.0000000375)).toBe(37_500);
});

test('the text of any amount is parsed exactly', () => {
  fc.assert(
    fc.property(
      fc.oneof(fc.bigInt({ min: -(10n ** 24n), max: 10n ** 24n }), fc.bigInt(-10_000n, 10_000n)),
      (amount) => {
        expect(parseUsd(usdText(amount))).toBe(exactInteger(amount));
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
  expect(picodollars(1e9)).toBe(10n ** 21n);
});
