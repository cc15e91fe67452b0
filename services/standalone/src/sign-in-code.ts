import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { type OpenRoute, notFound, sendJson } from '@sluice/http';

/** As long as it takes to look up from a terminal, and no longer. */
const LIFETIME_MS = 5 * 60_000;

const HEADER = 'X-Sluice-Code';

interface KeyPair {
  readonly publicKey: string;
  readonly secretKey: string;
}

export interface SignInCode {
  /** For the link of the first screen. Good for one sign-in within five minutes. */
  readonly code: string;
  readonly route: OpenRoute;
}

/**
 * Lets whoever reads the first screen sign in to the console by a link: it holds a code, as addresses are kept in histories, and the page
 * changes that for the key pair: with it the console can fill in what every SDK needs, also those that take no token.
 * @param pair that the console is to use
 * @param elapsed milliseconds, monotonic
 */
export function signInCode({ publicKey, secretKey }: KeyPair, elapsed: () => number): SignInCode {
  const code = randomBytes(18).toString('base64url');
  const expected = digest(code);
  const until = elapsed() + LIFETIME_MS;
  const authorization = `Basic ${Buffer.from(`${publicKey}:${secretKey}`).toString('base64')}`;
  let isUsed = false;
  return {
    code,
    route: {
      method: 'post',
      path: '/ui/sign-in',
      handle: (request, response) => {
        response.setHeader('Cache-Control', 'no-store');
        const isRight = timingSafeEqual(digest(request.get(HEADER) ?? ''), expected);
        if (!isRight || isUsed || elapsed() > until) {
          throw notFound(`${HEADER}: the code is not known, or was used, or is older than five minutes`);
        }
        isUsed = true;
        sendJson(response, 200, JSON.stringify({ authorization }));
      },
    },
  };
}

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();
