import { BASIC, kindOf } from './credential-kind';

const BEARER = 'Bearer ';

/** Builds the header `Authorization` of a token. */
export const bearer = (token: string): string => BEARER + token;

/** Builds the header `Authorization` of a pair. */
export function basic(publicKey: string, secretKey: string): string {
  const bytes = new TextEncoder().encode(`${publicKey}:${secretKey}`);
  return BASIC + btoa(String.fromCharCode(...bytes));
}

/** Extracts the secrets of a header: the reverse of `bearer` and `basic`. */
export function secretsOf(
  authorization: string,
): { readonly token: string } | { readonly publicKey: string; readonly secretKey: string } {
  if (kindOf(authorization) === 'token') return { token: authorization.slice(BEARER.length) };
  const bytes = Uint8Array.from(atob(authorization.slice(BASIC.length)), (char) => char.charCodeAt(0));
  const pair = new TextDecoder().decode(bytes);
  const colon = pair.indexOf(':');
  return { publicKey: pair.slice(0, colon), secretKey: pair.slice(colon + 1) };
}

/** Cleans a pasted token: removes quotes, the name of a variable, and the word of the header. */
export const pastedToken = (text: string): string =>
  text
    .trim()
    .replace(/^(?:export )?(?:SLUICE_TOKEN|API_BEARER_TOKEN)=/, '')
    .replace(/^["']|["']$/g, '')
    .replace(/^(?:Authorization: )?Bearer /i, '')
    .trim();
