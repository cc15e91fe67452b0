/**
 * An integer of any size: a safe integer as number, otherwise a bigint. So a sum is exact without a bigint for ordinary values; a trace of
 * ten thousand observations may have more than 2^53 tokens or picodollars. A value has one form, so equal ones are `===`.
 */
export type ExactInteger = number | bigint;

/** Returns the one form of a value. @throws RangeError for a number that is not an integer */
export function exactInteger(value: ExactInteger): ExactInteger {
  if (Number.isSafeInteger(value)) return value;
  const small = Number(value);
  return Number.isSafeInteger(small) ? small : BigInt(value);
}

/** Returns a + factor * b. */
export function plus(a: ExactInteger, b: ExactInteger, factor: 1 | -1 = 1): ExactInteger {
  if (typeof a === 'number' && typeof b === 'number') {
    const sum = a + factor * b;
    if (Number.isSafeInteger(sum)) return sum;
  }
  return exactInteger(BigInt(a) + BigInt(factor) * BigInt(b));
}
