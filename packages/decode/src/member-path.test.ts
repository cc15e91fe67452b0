import { sentMember } from './member-path';

test.each([
  ['patient-4711', '["patient-4711"]'],
  ['a key', '["a key"]'],
  ['say "hi"', '["say \\"hi\\""]'],
  ['', '[""]'],
])('the key %j, which the sender has chosen, is shown quoted: %s', (key, shown) => {
  expect(sentMember(key)).toBe(shown);
});

test('a long key is cut', () => {
  expect(sentMember('k'.repeat(1000))).toBe(`["${'k'.repeat(100)}"]`);
});
