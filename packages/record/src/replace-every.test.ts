import fc from 'fast-check';
import { replaceEvery } from './replace-every';

const text = fc.string({ unit: fc.constantFrom('\0', '\\', '"', '$', '&', 'a', '\u{1f6b0}') });
const sent = fc.constantFrom('\0', '\\', '"', '$', 'a', '\u{1f6b0}', 'aa');

it('replaces each occurrence from the left, and nothing else', () => {
  fc.assert(
    fc.property(text, sent, text, (given, old, written) => {
      let expected = '';
      for (let at = 0; at < given.length;) {
        const found = given.startsWith(old, at);
        expected += found ? written : given.charAt(at);
        at += found ? old.length : 1;
      }
      expect(replaceEvery(given, old, written)).toBe(expected);
    }),
  );
});
