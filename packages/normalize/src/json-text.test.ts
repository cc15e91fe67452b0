import fc from 'fast-check';
import { clean, objectText, parseContainer, quote, storableJson, textAsJson } from './json-text';

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

  it.each([
    [String.raw`{"\u0000k":"\u0000\uD800x\udc00"}`, String.raw`{"\ufffdk":"\ufffd\ufffdx\ufffd"}`],
    [String.raw`["\ud83d\ude00 \uD83D\uDE00\ude00"]`, String.raw`["\ud83d\ude00 \uD83D\uDE00\ufffd"]`],
    [String.raw`["\ud83d\ud83d\ude00\ud83d"]`, String.raw`["\ufffd\ud83d\ude00\ufffd"]`],
    [
      String.raw`["\\u0000\\\u0000\\ud800 \u00001 \ud7ff \u00e9\n"]`,
      String.raw`["\\u0000\\\ufffd\\ud800 \ufffd1 \ud7ff \u00e9\n"]`,
    ],
  ])('has U+FFFD where %s spells what is not stored, and is else the same', (text, stored) =>
    expect(textAsJson(text)).toBe(stored),
  );

  it('never spells U+0000 or a lone surrogate, and means the same text else', () => {
    const units = ['\0', '\ud83d', '\ude00', '\ud7ff', '\ue000', '\\', '"', 'u', '0', 'd', 'é', '\n'];
    const escaped = (unit: string): string => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.constantFrom(...units), fc.boolean())), (parts) => {
        const json = parts.map(([unit, escape]) => (escape ? escaped(unit) : JSON.stringify(unit).slice(1, -1)));
        const meant = clean(parts.map(([unit]) => unit).join(''));
        expect(JSON.parse(storableJson(`["${json.join('')}"]`))).toEqual([meant]);
      }),
    );
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
        const meant: unknown = JSON.parse(textAsJson(text));
        expect(meant).toEqual(parseContainer(text) ?? text);
      }),
    );
  });
});

it('text out of JSON has no U+0000 and no lone surrogate, however these were escaped', () => {
  expect(clean('a\0b\ud800')).toBe('a\ufffdb\ufffd');
  expect(clean('\u{1f600}')).toBe('\u{1f600}');
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
