import { isVerifierOf, scramVerifier } from './scram';

/** Made by Postgres 15.18 itself: `create role x password 'correct horse battery'`, then `select rolpassword from pg_authid`. */
const BY_POSTGRES =
  'SCRAM-SHA-256$4096:Kcyv1SlhtfvOHHBWf5//4w==$RsgjMQh0WUyT3IP0eyNjlRrvGiZ02V3WoJnMgpDHK3Q=:f/t7GZ6q8PIPmGOku1uW2MZJKKUfkPpqrMjiJ9O6tIw=';

test('is what Postgres itself makes of the password', () => {
  const [, salt = ''] = /:([^$]+)\$/.exec(BY_POSTGRES) ?? [];
  expect(scramVerifier('correct horse battery', Buffer.from(salt, 'base64'))).toBe(BY_POSTGRES);
});

test('has a salt of its own each time, and does not hold the password', () => {
  const verifiers = [scramVerifier('correct horse battery'), scramVerifier('correct horse battery')];
  expect(verifiers[0]).not.toBe(verifiers[1]);
  expect(verifiers.join()).not.toContain('correct');
});

test.each([
  ['the password', 'correct horse battery', BY_POSTGRES, true],
  ['another password', 'correct horse', BY_POSTGRES, false],
  ['an md5 hash', 'correct horse battery', 'md50123456789abcdef0123456789abcdef', false],
  ['nothing', 'correct horse battery', '', false],
  ['so many iterations that they would take a minute', 'x', BY_POSTGRES.replace('4096', '400000000'), false],
])('is compared with %s', (_, password, verifier, is) => {
  expect(isVerifierOf(password, verifier)).toBe(is);
});
