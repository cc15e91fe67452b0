import fc from 'fast-check';
import { exceedsBytes, firstCharacters, isLonger } from './limits';

const text = fc.string({ unit: 'binary', maxLength: 20 });
const limit = fc.nat({ max: 50 });

test('characters are code points, bytes are those of UTF-8', () => {
  fc.assert(
    fc.property(text, limit, (sent, most) => {
      expect(isLonger(sent, most)).toBe(Array.from(sent).length > most);
      expect(firstCharacters(sent, most)).toBe(Array.from(sent).slice(0, most).join(''));
      expect(exceedsBytes(sent, most)).toBe(Buffer.byteLength(sent) > most);
    }),
  );
});

test('without a limit no text is too long', () => {
  expect(isLonger('x'.repeat(1000), Infinity)).toBe(false);
});
