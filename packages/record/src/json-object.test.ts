import fc from 'fast-check';
import { joinMembers, splitElements, splitMembers } from './json-object';
import { parseJson } from './parse-json';

test('members come back byte for byte, whatever keys and values they have', () => {
  const value = fc.oneof(
    fc.json(),
    fc.constantFrom('1.0', '12345678901234567890', '{"a":1,"a":2}', '"\\u0000"', '[ 1 , {"}":"]"} ]'),
    fc
      .array(fc.constantFrom('"', '\\', 'x', 'long text '), { maxLength: 80 })
      .map((parts) => JSON.stringify(parts.join(''))),
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
  for (const text of ['{"a', '{"a"', '{"a":"b', '{a:1}']) expect(() => splitMembers(text)).toThrow(SyntaxError);
});

describe('the members of the text of any object', () => {
  it('are the values as they are written there', () => {
    const text = ' { "a" : 1.50 , "b\\"":[1, {"c":"}"}],"d":"x,\\\\" , "e":null,"":{} } ';
    expect([...splitMembers(text)]).toEqual([
      ['a', '1.50'],
      ['b"', '[1, {"c":"}"}]'],
      ['d', '"x,\\\\"'],
      ['e', 'null'],
      ['', '{}'],
    ]);
    expect([...splitMembers('{}')]).toEqual([]);
    expect([...splitMembers('{"a":1,"a":2}')]).toEqual([['a', '2']]);
  });

  it('are what JSON.stringify wrote, whatever the object', () => {
    fc.assert(
      fc.property(
        fc.dictionary(fc.string({ unit: 'grapheme' }), fc.jsonValue()),
        fc.integer({ min: 0, max: 3 }),
        (value, indent) => {
          const members = splitMembers(JSON.stringify(value, null, indent));
          expect([...members.keys()].sort()).toEqual(Object.keys(value).sort());
          for (const [key, text] of members) expect(JSON.stringify(parseJson(text))).toBe(JSON.stringify(value[key]));
        },
      ),
    );
  });

  it('know the names of Object.prototype as names', () => {
    expect(splitMembers('{"__proto__":1,"constructor":2}')).toEqual(
      new Map([
        ['__proto__', '1'],
        ['constructor', '2'],
      ]),
    );
  });
});

describe('the elements of the text of any array', () => {
  it('are the values as they are written there', () => {
    expect(splitElements(' [ 1.0 , "a,]\\"" ,{"b": [1, 2]},[ ],null ] ')).toEqual([
      '1.0',
      '"a,]\\""',
      '{"b": [1, 2]}',
      '[ ]',
      'null',
    ]);
    expect(splitElements('[]')).toEqual([]);
  });

  it('are what JSON.stringify wrote, whatever the array', () => {
    fc.assert(
      fc.property(fc.array(fc.jsonValue()), fc.integer({ min: 0, max: 2 }), (array, indent) => {
        const text = JSON.stringify(array, undefined, indent);
        const read = splitElements(text).map((element) => JSON.stringify(parseJson(element)));
        expect(read).toEqual(array.map((each) => JSON.stringify(each)));
      }),
    );
  });

  it.each(['[,]', '[}', '["a'])('%s is refused, not read for ever', (text) => {
    expect(() => splitElements(text)).toThrow(SyntaxError);
  });
});
