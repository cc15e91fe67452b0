import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

/** Lifetime of a code in milliseconds: time to open its link from a terminal. */
export const SIGN_IN_CODE_MS = 5 * 60_000;
/** Command that prints a link with a new code, in the folder of the program. */
export const SIGN_IN_COMMAND = 'node services/cli/dist/main.js sign-in';
/** Limit of a code's length in characters. */
const LONGEST = 100;

/**
 * Makes a code for a link that signs in to the console: its expiry, a nonce, and a signature by the secret key of the made credentials. A
 * command that can read this key therefore needs no request to the server.
 * @param now milliseconds since the epoch
 */
export function makeSignInCode(secretKey: string, now: number): string {
  const claim = `${Math.ceil(now + SIGN_IN_CODE_MS).toString(36)}.${randomBytes(9).toString('base64url')}`;
  return `${claim}.${signatureOf(secretKey, claim)}`;
}

/** URL that signs in: that of the console, which ends with a slash, and the code. */
export const signInLink = (consoleUrl: string, code: string): string => `${consoleUrl}#code=${code}`;

/**
 * Checks a code.
 * @param now milliseconds since the epoch
 * @returns its expiry in milliseconds since the epoch; undefined if it has expired, or was made with another key
 */
export function expiryOfSignInCode(secretKey: string, code: string, now: number): number | undefined {
  if (code.length > LONGEST) return undefined;
  const end = Math.max(0, code.lastIndexOf('.'));
  const claim = code.slice(0, end);
  const [sent, right] = [Buffer.from(code.slice(end + 1)), Buffer.from(signatureOf(secretKey, claim))];
  if (sent.length !== right.length || !timingSafeEqual(sent, right)) return undefined;
  const expires = Number.parseInt(claim, 36);
  return expires >= now ? expires : undefined;
}

const signatureOf = (secretKey: string, claim: string): string =>
  createHmac('sha256', secretKey).update(`sluice sign-in ${claim}`).digest('base64url');
