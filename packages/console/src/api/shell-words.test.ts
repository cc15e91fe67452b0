import { execFileSync } from 'node:child_process';
import fc from 'fast-check';
import { curlCommand, shellQuote } from './shell-words';

const hostile = fc.array(
  fc.constantFrom("'", '"', '$', '`', '\\', '!', ' ', '\n', '(', ';', '*', '~', '#', '&', 'ü', 'a'),
);
const text = fc
  .oneof(
    hostile.map((parts) => parts.join('')),
    fc.string({ unit: 'grapheme' }),
  )
  .filter((each) => !each.includes('\0'));

test('a shell reads exactly the words that were quoted', () => {
  fc.assert(
    fc.property(fc.array(text, { minLength: 1, maxLength: 5 }), (words) => {
      const command = `printf '%s\\0' ${words.map(shellQuote).join(' ')}`;
      const read = execFileSync('sh', ['-c', command], { encoding: 'utf8' });
      expect(read).toBe(words.map((word) => `${word}\0`).join(''));
    }),
    { numRuns: 60 },
  );
});

test('a command has variables where secrets would be', () => {
  expect(curlCommand("http://127.0.0.1:3000/a?b=it's", 'token')).toBe(
    String.raw`curl -s 'http://127.0.0.1:3000/a?b=it'\''s' -H "Authorization: Bearer $SLUICE_TOKEN"`,
  );
  expect(curlCommand('http://h/a', 'pair', ' -d x')).toBe(
    'curl -s http://h/a -u "$SLUICE_PUBLIC_KEY:$SLUICE_SECRET_KEY" -d x',
  );
});
