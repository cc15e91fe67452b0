import { SIGN_IN_CODE_MS, expiryOfSignInCode, makeSignInCode } from './sign-in-code';

const NOW = Date.parse('2026-11-26T01:00:00Z');

test('a code is good up to its expiry, for the key that has made it', () => {
  const code = makeSignInCode('the-secret', NOW);
  const expires = NOW + SIGN_IN_CODE_MS;
  expect(expiryOfSignInCode('the-secret', code, NOW)).toBe(expires);
  expect(expiryOfSignInCode('the-secret', code, expires)).toBe(expires);
  expect(expiryOfSignInCode('the-secret', code, expires + 1)).toBeUndefined();
  expect(expiryOfSignInCode('another-secret', code, NOW)).toBeUndefined();
  expect(makeSignInCode('the-secret', NOW)).not.toBe(code);
  expect(code).not.toContain('the-secret');
});

test('a code with a later expiry, another nonce or a part of its signature is none', () => {
  const code = makeSignInCode('the-secret', NOW);
  const [expires = '', nonce = '', signature = ''] = code.split('.');
  const later = (Number.parseInt(expires, 36) + 1).toString(36);
  for (const wrong of [
    `${later}.${nonce}.${signature}`,
    `${expires}.${nonce}x.${signature}`,
    `${expires}.${nonce}.${signature.slice(1)}`,
    `${expires}.${nonce}.`,
    signature,
    '',
    '.',
    `${code}${'x'.repeat(1_000_000)}`,
    `${expires}.${nonce}.${'ü'.repeat(signature.length)}`,
  ])
    expect(expiryOfSignInCode('the-secret', wrong, NOW)).toBeUndefined();
});
