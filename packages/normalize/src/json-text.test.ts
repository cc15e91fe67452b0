import fc from 'fast-check';
import { clean, membersOf, objectText, parseContainer, quote, textAsJson } from './json-text';

const nested = (depth: number): string => '['.repeat(depth) + ']'.repeat(depth);

describe('free-form text', () => {
  it.each(['{"a": 1.0}', ' \n[1, 2]\t', '{"n":12345678901234567890}', '{"a":1,"a":2}'])(
    'keeps the object or array %j byte for byte',
    (text) => expect(textAsJson(text)).toBe(text),
  );

  it.each(['42', 'true', '"quoted"', 'null', '', 'hello', '[INFO] started', '{not json}', '{"a":1} and more', '[1,]'])(
    'keeps %j as text',
    (text) => expect(textAsJson(text)).toBe(JSON.stringify(text)),
  );

  it('keeps JSON that is nested deeper than 64 as text', () => {
    expect(textAsJson(nested(64))).toBe(nested(64));
    expect(textAsJson(nested(65))).toBe(JSON.stringify(nested(65)));
    const objects = '{"a":'.repeat(65) + '1' + '}'.repeat(65);
    expect(textAsJson(objects)).toBe(JSON.stringify(objects));
    expect(() => textAsJson(nested(1_000_000))).not.toThrow();
  });

  it('is always valid JSON that means the text or what the text spells', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.json()), (text) => {
        const meant: unknown = JSON.parse(textAsJson(text));
        expect(meant).toEqual(parseContainer(text) ?? text);
      }),
    );
  });
});

describe('the members of an object text', () => {
  it('are the values as they are written there', () => {
    const text = ' { "a" : 1.50 , "b\\"":[1, {"c":"}"}],"d":"x,\\\\" , "e":null,"":{} } ';
    expect([...membersOf(text)]).toEqual([
      ['a', '1.50'],
      ['b"', '[1, {"c":"}"}]'],
      ['d', '"x,\\\\"'],
      ['e', 'null'],
      ['', '{}'],
    ]);
    expect([...membersOf('{}')]).toEqual([]);
    expect([...membersOf('{"a":1,"a":2}')]).toEqual([['a', '2']]);
  });

  it('are what JSON.parse finds, whatever the object', () => {
    fc.assert(
      fc.property(
        fc.dictionary(fc.string({ unit: 'grapheme' }), fc.jsonValue()),
        fc.integer({ min: 0, max: 3 }),
        (value, indent) => {
          const members = membersOf(JSON.stringify(value, null, indent));
          expect([...members.keys()].sort()).toEqual(Object.keys(value).map(clean).sort());
          for (const [key, text] of members) expect(JSON.parse(text)).toEqual(JSON.parse(JSON.stringify(value[key])));
        },
      ),
    );
  });

  it('know the names of Object.prototype as names', () => {
    expect(membersOf('{"__proto__":1,"constructor":2}')).toEqual(
      new Map([
        ['__proto__', '1'],
        ['constructor', '2'],
      ]),
    );
  });

  it('have no U+0000 and no lone surrogate in their keys, however these were escaped', () => {
    expect([...membersOf('{"a\\u0000b\\ud800":1}').keys()]).toEqual(['a\ufffdb\ufffd']);
    expect(clean('\u{1f600}')).toBe('\u{1f600}');
  });
});

describe('quoting', () => {
  it('gives what JSON.stringify gives', () => {
    fc.assert(fc.property(fc.string({ unit: 'binary' }), (text) => expect(quote(text)).toBe(JSON.stringify(text))));
  });

  it('makes the text of an object', () => {
    expect(objectText([])).toBe('{}');
    expect(
      objectText([
        ['a"', '1'],
        ['__proto__', '[]'],
      ]),
    ).toBe('{"a\\"":1,"__proto__":[]}');
  });
});
