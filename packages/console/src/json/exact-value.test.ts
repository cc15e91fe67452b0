import fc from 'fast-check';
import { Digits, type Exact, isArray, isObject, parseExact } from './exact-value';
import { printExact } from './print';

/** Converts a value to the numbers of `JSON.parse`. */
function rounded(value: Exact | undefined): unknown {
  if (value instanceof Digits) return Number(value.source);
  if (isArray(value)) return value.map(rounded);
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, rounded(each)]));
}

test('any JSON is read as JSON.parse reads it, but for digits', () => {
  fc.assert(
    fc.property(fc.json({ stringUnit: 'binary' }), fc.constantFrom(0, 2), (json, indent) => {
      const text = JSON.stringify(JSON.parse(json), undefined, indent);
      expect(rounded(parseExact(text))).toEqual(JSON.parse(text));
    }),
  );
});

test('what is printed is the same value again', () => {
  fc.assert(
    fc.property(fc.json(), fc.constantFrom(0, 2), (json, indent) => {
      const value = parseExact(json) as Exact;
      expect(parseExact(printExact(value, { indent }))).toEqual(value);
    }),
  );
});

test.each(['9007199254740993', '1.0', '1e400', '-0', '0.1000', '123456789012345678901234567890'])(
  'the digits of %s are kept',
  (digits) => {
    expect(parseExact(`{"a":[${digits}]}`)).toEqual({ a: [new Digits(digits)] });
    expect(printExact(parseExact(`[${digits}]`) as Exact, { indent: 0 })).toBe(`[${digits}]`);
  },
);

test('a member may have any name', () => {
  const value = parseExact('{"__proto__":{"polluted":true},"constructor":1}') as Exact;
  expect(printExact(value, { indent: 0 })).toBe('{"__proto__": {"polluted": true}, "constructor": 1}');
  expect('polluted' in {}).toBe(false);
});

test.each(['', '{', '[1,]', 'nul', '"a', "{'a':1}"])('%j is no JSON', (text) => {
  expect(parseExact(text)).toBeUndefined();
});

test('a hundred thousand levels are read, and printed as far as a person can follow', () => {
  const value = parseExact('['.repeat(100_000) + ']'.repeat(100_000)) as Exact;
  expect(printExact(value, { indent: 0 })).toMatch(/^\[{202}…\]{202}$/);
});

test('printing ends where it was told to', () => {
  const value = Array.from({ length: 1000 }, (_, n) => n);
  expect(printExact(value, { indent: 0, most: 10 })).toBe('[0, 1, 2, 3, …]');
});
