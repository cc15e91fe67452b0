import type { FuzzWorld } from './fuzz-input';

const base64 = (text: string): string => Buffer.from(text).toString('base64');

/** Credentials of every shape, and whether they are good; undefined where either is right. */
export function authorizations({
  bearerToken,
  publicKey,
  secretKey,
}: FuzzWorld): readonly (readonly [string | undefined, boolean | undefined])[] {
  const pair = `${publicKey}:${secretKey}`;
  return [
    [undefined, false],
    ['', false],
    ['Bearer', false],
    ['Bearer ', false],
    [`bearer ${bearerToken}`, true],
    [`BEARER ${bearerToken}`, true],
    [`Bearer  ${bearerToken}`, undefined],
    [`Bearer\t${bearerToken}`, undefined],
    [`Bearer ${bearerToken} `, undefined],
    [`Bearer%20${bearerToken}`, true],
    [`Bearer %20${bearerToken}`, true],
    [`Bearer%2520${bearerToken}`, false],
    [`Bearer%20%20${bearerToken}`, false],
    [`Basic%20${base64(pair)}`, true],
    [`Bearer ${bearerToken}x`, false],
    [`Bearer ${bearerToken.slice(0, -1)}`, false],
    [`Bearer ${bearerToken.toUpperCase()}`, false],
    [`Bearer ${bearerToken}, Bearer x`, false],
    [`Bearer "${bearerToken}"`, false],
    [bearerToken, false],
    [`Token ${bearerToken}`, false],
    [`Basic ${base64(pair)}`, true],
    [`BASIC ${base64(pair)}`, true],
    [`Basic ${base64(`${pair}:`)}`, false],
    [`Basic ${base64(`${publicKey}:`)}`, false],
    [`Basic ${base64(`:${secretKey}`)}`, false],
    [`Basic ${base64(publicKey)}`, false],
    [`Basic ${base64(`${pair}\0`)}`, false],
    [`Basic ${pair}`, false],
    [`Basic ${base64(pair).replaceAll('=', '')}`, undefined],
    [`Basic ${base64(bearerToken)}`, false],
    [`Bearer ${pair}`, false],
    [`Bearer ${base64(pair)}`, false],
    [`Basic !!!!`, false],
    [`Basic ${'A'.repeat(5000)}`, false],
    [`Bearer ${'\xe9'.repeat(20)}`, false],
    ["Bearer ' or 1=1 --", false],
    ['Bearer __proto__', false],
    ['Digest username="a"', false],
  ];
}
