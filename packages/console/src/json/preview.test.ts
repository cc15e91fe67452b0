import fc from 'fast-check';
import { previewOf } from './preview';

test.each([
  ['"a\\nb"', 'string', 'a\nb', false],
  ['9007199254740993', 'number', '9007199254740993', false],
  ['null', 'word', 'null', false],
  ['{ "a":\n  1 }, "b": 2', 'object', '{ "a": 1 }', false],
  ['[]', 'array', '[]', false],
])('%s', (text, kind, shown, isCut) => {
  expect(previewOf(text, 0)).toEqual({ kind, text: shown, isCut });
});

test('what is long is cut, and not looked through', () => {
  expect(previewOf('[1,2,3]', 0, 4)).toEqual({ kind: 'array', text: '[1,2', isCut: true });
  expect(previewOf('["a long one",2]', 0, 4)).toEqual({ kind: 'array', text: '["a ', isCut: true });
});

test('a long string is cut, never inside an escape', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 60 }), fc.integer({ min: 1, max: 30 }), (string, most) => {
      const { text, isCut } = previewOf(JSON.stringify(string), 0, most);
      expect(string.startsWith(text)).toBe(true);
      if (!isCut) expect(text).toBe(string);
    }),
  );
});
