import type { FuzzContext } from './fuzz-input';

const base64 = (text: string): string => Buffer.from(text).toString('base64');

/** Returns credentials of every shape with their validity; undefined where the product may accept or refuse them. */
export function authorizations({
  bearerToken: token,
  publicKey,
  secretKey,
}: FuzzContext): readonly (readonly [string | undefined, boolean | undefined])[] {
  const pair = `${publicKey}:${secretKey}`;
  const good = [
    ...[`bearer ${token}`, `BEARER ${token}`, `Bearer%20${token}`, `Bearer %20${token}`],
    ...[`Basic%20${base64(pair)}`, `Basic ${base64(pair)}`, `BASIC ${base64(pair)}`],
  ];
  const either = [
    ...[`Bearer  ${token}`, `Bearer\t${token}`, `Bearer ${token} `, `Basic ${base64(pair).replaceAll('=', '')}`],
  ];
  const bad = [
    ...[undefined, '', 'Bearer', 'Bearer ', `Bearer%2520${token}`, `Bearer%20%20${token}`, `Bearer ${token}x`],
    ...[`Bearer ${token.slice(0, -1)}`, `Bearer ${token.toUpperCase()}`, `Bearer ${token}, Bearer x`],
    ...[`Bearer "${token}"`, token, `Token ${token}`, `Bearer ${pair}`, `Bearer ${base64(pair)}`, 'Bearer __proto__'],
    ...[`${pair}:`, `${publicKey}:`, `:${secretKey}`, publicKey, `${pair}\0`, token].map((of) => `Basic ${base64(of)}`),
    ...[`Basic ${pair}`, 'Basic !!!!', `Basic ${'A'.repeat(5000)}`, `Bearer ${'\xe9'.repeat(20)}`],
    ...["Bearer ' or 1=1 --", 'Digest username="a"'],
  ];
  return [
    ...bad.map((text) => [text, false] as const),
    ...good.map((text) => [text, true] as const),
    ...either.map((text) => [text, undefined] as const),
  ];
}
