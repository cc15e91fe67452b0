import { type KeyPair, SIGN_IN_CODE_MS, expiryOfSignInCode, makeSignInCode } from '@sluice/credentials';
import { type OpenRoute, notFound, sendJson } from '@sluice/http';

const HEADER = 'X-Sluice-Code';

export interface SignInCode {
  /** Code for the link of the first screen. */
  readonly code: string;
  readonly route: OpenRoute;
}

/**
 * Makes the route by which a reader of the first screen, or of a link by `sluice sign-in`, signs in to the console. The link contains a
 * code, because browsers store URLs in histories: it is valid once within five minutes. The page exchanges it for the key pair, which every
 * SDK accepts. A code from before the start is refused, as only the earlier process knows whether it was used.
 * @param pair that the console is to use
 * @param now milliseconds since the epoch
 */
export function signInCode({ publicKey, secretKey }: KeyPair, now: () => number): SignInCode {
  const authorization = `Basic ${Buffer.from(`${publicKey}:${secretKey}`).toString('base64')}`;
  const started = now();
  /** Used codes with their expiry, after which they need not be remembered. */
  const used = new Map<string, number>();
  return {
    code: makeSignInCode(secretKey, now()),
    route: {
      method: 'post',
      path: '/ui/sign-in',
      handle: (request, response) => {
        response.setHeader('Cache-Control', 'no-store');
        const code = request.get(HEADER) ?? '';
        for (const [each, expiry] of used) if (expiry < now()) used.delete(each);
        const expires = expiryOfSignInCode(secretKey, code, now());
        if (expires === undefined || expires < started + SIGN_IN_CODE_MS || used.has(code)) {
          throw notFound(`${HEADER}: the code is not known, or was used, or is older than five minutes or this start`);
        }
        used.set(code, expires);
        sendJson(response, 200, JSON.stringify({ authorization }));
      },
    },
  };
}
