import fc from 'fast-check';
import { plus, exactInteger } from './exact-integer';

/** Integers of any size, many of them near the limit of exact numbers. */
const anyWhole = fc
  .oneof(
    fc.bigInt({ min: -(10n ** 30n), max: 10n ** 30n }),
    fc.tuple(fc.constantFrom(-(2n ** 53n), 0n, 2n ** 53n), fc.bigInt(-3n, 3n)).map(([near, by]) => near + by),
  )
  .map((value) => ({ value, form: exactInteger(value) }));

test('a value has one form: a number where it is a safe integer', () => {
  fc.assert(
    fc.property(anyWhole, ({ value, form }) => {
      expect(BigInt(form)).toBe(value);
      expect(typeof form).toBe(value >= -MAX && value <= MAX ? 'number' : 'bigint');
    }),
  );
});

test('sums and differences are those of bigints, in their one form', () => {
  fc.assert(
    fc.property(anyWhole, anyWhole, fc.constantFrom(1, -1), (a, b, factor) => {
      expect(plus(a.form, b.form, factor)).toBe(exactInteger(a.value + BigInt(factor) * b.value));
    }),
  );
});

const MAX = BigInt(Number.MAX_SAFE_INTEGER);
