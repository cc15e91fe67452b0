import fc from 'fast-check';
import { joinMembers, splitMembers } from './json-object';

test('members come back byte for byte, whatever keys and values they have', () => {
  const value = fc.oneof(
    fc.json(),
    fc.constantFrom('1.0', '12345678901234567890', '{"a":1,"a":2}', '"\\u0000"', '[ 1 , {"}":"]"} ]'),
  );
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.string({ unit: 'binary' }), value), { minLength: 1 }), (pairs) => {
      const members = new Map(pairs);
      expect(splitMembers(joinMembers(members))).toEqual(members);
    }),
  );
});

test('no members are no object', () => {
  expect(joinMembers(new Map())).toBeNull();
  expect(joinMembers(undefined)).toBeNull();
  expect(splitMembers(null)).toEqual(new Map());
});

test('damaged text is refused instead of being read for ever', () => {
  expect(() => splitMembers('{"a')).toThrow(SyntaxError);
});
