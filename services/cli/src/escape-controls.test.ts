import { printable } from './escape-controls';

it.each([
  ['\u001b[31m', '\\u001b[31m'],
  ['\u009b31m', '\\u009b31m'],
  ['a\u0007\u007f\tb', 'a\\u0007\\u007f\\u0009b'],
  ['\u202egnp.exe', '\\u202egnp.exe'],
  ['\u2028', '\\u2028'],
  ['\u{e0041}', '\\udb40\\udc41'],
])('writes what a terminal obeys as its escape: %j', (text, shown) => expect(printable(text)).toBe(shown));

it('leaves everything else as it is, and JSON what it says', () => {
  const text = 'plain\nü 漢 😀 "quoted" \\u009b';
  expect(printable(text)).toBe(text);
  const value = { 'k\u009b': ['\u001b]0;x\u0007', '\u202e\u{e0041}\u007f'] };
  expect(JSON.parse(printable(JSON.stringify(value, undefined, 2)))).toEqual(value);
});
