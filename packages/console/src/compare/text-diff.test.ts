import fc from 'fast-check';
import { diffText } from './text-diff';

test('words that were taken out and put in are told', () => {
  expect(diffText('the quick fox', 'the slow fox')).toEqual([
    { kind: 'same', text: 'the ' },
    { kind: 'removed', text: 'quick' },
    { kind: 'added', text: 'slow' },
    { kind: 'same', text: ' fox' },
  ]);
});

test('long texts are compared by lines, huge ones not at all', () => {
  const lines = 'a line\n'.repeat(5000);
  expect(diffText(lines, `${lines}more\n`)).toEqual([
    { kind: 'same', text: lines },
    { kind: 'added', text: 'more\n' },
  ]);
  expect(diffText('a'.repeat(2_000_000), 'b')).toBeUndefined();
});

test('of texts that share hardly a word none is told apart: nobody could read them', () => {
  expect(
    diffText('Globex grows faster (58 % against 34 %).', 'Sorry, I could not finish the comparison.'),
  ).toBeUndefined();
  expect(diffText('', 'It is new.')).toEqual([{ kind: 'added', text: 'It is new.' }]);
});

test('both texts can be read off the pieces', () => {
  const text = fc.array(fc.constantFrom('a', 'b', ' ', '\n', 'é', '.'), { maxLength: 30 }).map((each) => each.join(''));
  fc.assert(
    fc.property(text, text, (before, after) => {
      const pieces = diffText(before, after);
      if (pieces === undefined) return;
      const without = (kind: string) => pieces.flatMap((piece) => (piece.kind === kind ? [] : [piece.text])).join('');
      expect([without('added'), without('removed')]).toEqual([before, after]);
    }),
  );
});
