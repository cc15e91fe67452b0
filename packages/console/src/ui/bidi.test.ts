import fc from 'fast-check';
import { hasNoInk, piecesOf } from './bidi';

test('a text without controls is one piece', () => {
  expect(piecesOf('שלום world')).toEqual([{ text: 'שלום world' }]);
});

test('controls are named where they stand', () => {
  expect(piecesOf('invoice\u202egnp.exe\u202c')).toEqual([
    { text: 'invoice' },
    { control: 'RLO' },
    { text: 'gnp.exe' },
    { control: 'PDF' },
  ]);
});

test('no piece that is shown has one, however many there are', () => {
  const unit = fc.constantFrom('a', '\u202e', '\u2066', '\u200f');
  fc.assert(
    fc.property(fc.string({ unit, maxLength: 20 }), fc.constantFrom(1, 1000), (text, times) => {
      const shown = piecesOf(text.repeat(times)).map((piece) => ('text' in piece ? piece.text : ''));
      expect(shown.join('')).not.toMatch(/[\u202e\u2066\u200f]/);
    }),
  );
});

test.each([
  ['', true],
  [' \t\n', true],
  ['\u200b\u200d\ufeff\u00ad', true],
  ['\u0007', true],
  ['\u202ea', false],
  ['..', false],
  ['é', false],
])('of %j nothing is seen: %j', (text, expected) => {
  expect(hasNoInk(text)).toBe(expected);
});
