import fc from 'fast-check';
import { firstWords } from './first-words';

test.each([
  ['Where is my invoice?', 'Where is my invoice?'],
  ['[{"role":"user","content":"Where is \\"it\\"?"}]', 'Where is "it"?'],
  ['[{"role": "system", "content": "Be brief."}, {"role": "user", "content": "Hello', 'Hello'],
  ['[{"role":"system","content":"Be brief."},{"role":"us', 'Be brief.'],
  ['{"messages":[{"content":[{"type":"text","text":"d\\u00e9j\\u00e0 v\\u00', 'déjà v'],
  ['{"role":"user","content":"cut\\', 'cut'],
  ['{"content":"said","role":"user"}', 'said'],
  ['{"city":"Kyiv"}', '{"city":"Kyiv"}'],
  ['{"content":""}', '{"content":""}'],
])('of %s it is %s', (preview, words) => {
  expect(firstWords(preview)).toBe(words);
});

test('of a message that is cut anywhere it is a beginning of what was said', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', minLength: 1 }), fc.nat(), (content, cut) => {
      const preview = JSON.stringify([{ role: 'user', content }]);
      const begin = '[{"role":"user","content":"'.length;
      const words = firstWords(preview.slice(0, begin + 1 + (cut % (preview.length - begin))));
      // Nothing whole of it is left: the preview itself is shown.
      if (!words.startsWith('[{"role"')) expect(content.startsWith(words)).toBe(true);
    }),
  );
});
