import fc from 'fast-check';
import { faultInJson, isJson } from './json-check';

/** Returns whether the engine accepts a text. */
function parses(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

const SPLICED = [
  '',
  ' ',
  '\n',
  ',',
  ':',
  '{',
  '}',
  '[',
  ']',
  '"',
  '\\',
  '\\u12',
  '\\u00e9',
  '\\x',
  '-',
  '0',
  '1',
  '.',
  'e',
];

test('accepts the texts that the engine accepts, and no others', () => {
  const valid = fc.oneof(
    fc.json(),
    fc.json({ stringUnit: 'binary' }),
    fc.jsonValue().map((v) => JSON.stringify(v, null, 2)),
  );
  const changed = fc
    .tuple(valid, fc.nat(), fc.nat({ max: 2 }), fc.constantFrom(...SPLICED, '\t', '\0', '\u00a0', 'tru', 'null', 'NaN'))
    .map(([text, place, removed, put]) => {
      const at = place % (text.length + 1);
      return text.slice(0, at) + put + text.slice(at + removed);
    });
  const assembled = fc.array(fc.constantFrom(...SPLICED, 'true', 'a'), { maxLength: 8 }).map((parts) => parts.join(''));
  fc.assert(
    fc.property(fc.oneof(valid, changed, assembled), (text) => isJson(text) === parses(text)),
    { numRuns: 5000 },
  );
});

test('tells where a text stops being JSON', () => {
  const places = (text: string) => faultInJson(text.replace('^', ''));
  for (const text of [
    '{"a":^NaN}',
    '[1,^-Infinity]',
    '{"a":1,^}',
    '[1,^,2]',
    '{"a" ^1}',
    '"a^\n"',
    '"\\^x"',
    '[1^',
    '{^a:1}',
    '[^True]',
    '1 ^2',
  ]) {
    expect([text, places(text)]).toEqual([text, text.indexOf('^')]);
  }
  expect(faultInJson('{"a":[null]}')).toBeUndefined();
});

test('reads long and deep text without recursion, and refuses what no request may nest', () => {
  expect(isJson(`"${'x\\n'.repeat(1_000_000)}"`)).toBe(true);
  expect(isJson('9'.repeat(3_000_000))).toBe(true);
  expect(isJson('['.repeat(1000) + ']'.repeat(1000))).toBe(true);
  expect(isJson('['.repeat(1001) + ']'.repeat(1001))).toBe(false);
  expect(isJson('['.repeat(3_000_000))).toBe(false);
});
