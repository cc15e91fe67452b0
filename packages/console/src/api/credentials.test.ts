import fc from 'fast-check';
import { kindOf } from './credential-kind';
import { basic, bearer, pastedToken, secretsOf } from './credentials';

test('a header tells what it was made of', () => {
  const text = fc.string({ unit: 'grapheme', minLength: 1 });
  fc.assert(fc.property(text, (token) => expect(secretsOf(bearer(token))).toEqual({ token })));
  fc.assert(
    fc.property(text, text, (left, secretKey) => {
      const publicKey = left.replaceAll(':', '');
      expect(secretsOf(basic(publicKey, secretKey))).toEqual({ publicKey, secretKey });
      expect(kindOf(basic(publicKey, secretKey))).toBe('pair');
    }),
  );
});

test.each([
  ['sluice-abc', 'sluice-abc'],
  ['  sluice-abc\n', 'sluice-abc'],
  ['"sluice-abc"', 'sluice-abc'],
  ['Bearer sluice-abc', 'sluice-abc'],
  ['Authorization: Bearer sluice-abc', 'sluice-abc'],
  ['export SLUICE_TOKEN=sluice-abc', 'sluice-abc'],
  ["SLUICE_TOKEN='sluice-abc'", 'sluice-abc'],
  ['YWJj=', 'YWJj='],
])('%j is the token %s', (text, token) => {
  expect(pastedToken(text)).toBe(token);
});
