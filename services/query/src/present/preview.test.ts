import fc from 'fast-check';
import { previewOf } from './preview';

const characters = (text: string, most: number): string => Array.from(text).slice(0, most).join('');

it('is the text of a string, and the JSON of anything else', () => {
  expect(previewOf('"a \\"quoted\\" line\\nand \\u00e9"')).toBe('a "quoted" line\nand é');
  expect(previewOf('{"a":"b\\n"}')).toBe('{"a":"b\\n"}');
  expect(previewOf('12')).toBe('12');
  expect(previewOf('""')).toBe('');
  expect(previewOf(null)).toBeNull();
});

it('leaves out what is left of an escape that was cut', () => {
  expect(previewOf('"a\\')).toBe('a');
  expect(previewOf('"a\\u00e')).toBe('a');
  expect(previewOf('"a\\ud83d')).toBe('a');
  expect(previewOf('"a\\ud83d\\ude')).toBe('a');
  expect(previewOf('"a\\ud83d\\ude00')).toBe('a\u{1F600}');
});

const escaped = (text: string): string =>
  `"${Array.from({ length: text.length }, (_, n) => `\\u${text.charCodeAt(n).toString(16).padStart(4, '0')}`).join('')}"`;
const text = fc.string({ unit: 'grapheme', maxLength: 700 });

it('has at most 300 characters, those that the text begins with, wherever its JSON is cut', () => {
  fc.assert(
    fc.property(text, fc.nat(5000), fc.constantFrom(JSON.stringify, escaped), (value, cut, write) => {
      const preview = previewOf(characters(write(value), cut)) ?? '';
      expect(value.startsWith(preview)).toBe(true);
      expect(Array.from(preview).length).toBeLessThanOrEqual(300);
      expect(preview.isWellFormed()).toBe(true);
    }),
  );
  fc.assert(
    fc.property(text, fc.constantFrom(JSON.stringify, escaped), (value, write) => {
      expect(previewOf(write(value))).toBe(characters(value, 300));
    }),
  );
});
