import { parseJson } from '@sluice/record';
import fc from 'fast-check';
import { textAsJson } from './json-containers';
import { objectText, parseContainer, quote } from './json-text';

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

  it('has U+FFFD where JSON spells what is not stored', () => {
    expect(textAsJson(String.raw`{"\u0000k":"\uD800x"}`)).toBe(String.raw`{"\ufffdk":"\ufffdx"}`);
  });

  it('keeps JSON that is nested deeper than 64 as text', () => {
    expect(textAsJson(nested(64))).toBe(nested(64));
    expect(textAsJson(nested(65))).toBe(JSON.stringify(nested(65)));
    const later = `["a",${nested(64)}]`;
    expect(textAsJson(later)).toBe(JSON.stringify(later));
    const objects = '{"a":'.repeat(65) + '1' + '}'.repeat(65);
    expect(textAsJson(objects)).toBe(JSON.stringify(objects));
    expect(() => textAsJson(nested(1_000_000))).not.toThrow();
  });

  it('is always valid JSON that means the text or what the text spells', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.json()), (text) => {
        const meant = parseJson(textAsJson(text));
        expect(meant).toEqual(parseContainer(text) ?? text);
      }),
    );
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
