import fc from 'fast-check';
import { storable, storableJson } from './storable-text';

it('text has no U+0000 and no lone surrogate', () => {
  expect(storable('a\0b\ud800')).toBe('a\ufffdb\ufffd');
  expect(storable('\ude00\ud83d\0')).toBe('\ufffd\ufffd\ufffd');
  expect(storable('\u{1f600}')).toBe('\u{1f600}');
});

describe('JSON text', () => {
  it.each([
    [String.raw`{"\u0000k":"\u0000\uD800x\udc00"}`, String.raw`{"\ufffdk":"\ufffd\ufffdx\ufffd"}`],
    [String.raw`["\ud83d\ude00 \uD83D\uDE00\ude00"]`, String.raw`["\ud83d\ude00 \uD83D\uDE00\ufffd"]`],
    [String.raw`["\ud83d\ud83d\ude00\ud83d"]`, String.raw`["\ufffd\ud83d\ude00\ufffd"]`],
    [
      String.raw`["\\u0000\\\u0000\\ud800 \u00001 \ud7ff \u00e9\n"]`,
      String.raw`["\\u0000\\\ufffd\\ud800 \ufffd1 \ud7ff \u00e9\n"]`,
    ],
  ])('has U+FFFD where %s spells what is not stored, and is else the same', (text, stored) =>
    expect(storableJson(text)).toBe(stored),
  );

  it('never spells U+0000 or a lone surrogate, and means the same text else', () => {
    const units = ['\0', '\ud83d', '\ude00', '\ud7ff', '\ue000', '\\', '"', 'u', '0', 'd', 'é', '\n'];
    const escaped = (unit: string): string => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.constantFrom(...units), fc.boolean())), (parts) => {
        const json = parts.map(([unit, escape]) => (escape ? escaped(unit) : JSON.stringify(unit).slice(1, -1)));
        const meant = parts
          .map(([unit]) => unit)
          .join('')
          .replace(/[\0\p{Surrogate}]/gu, '\ufffd');
        expect(JSON.parse(storableJson(`["${json.join('')}"]`))).toEqual([meant]);
      }),
    );
  });

  it.each([String.raw`["\u00g0\u000"]`, String.raw`["\u","0000"]`, '["\\', String.raw`\ud83`])(
    'leaves %s, which is none, as it is',
    (text) => expect(storableJson(text)).toBe(text),
  );
});
