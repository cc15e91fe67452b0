import { createHash, createHmac, pbkdf2Sync, randomBytes } from 'node:crypto';

/** Iterations, as in Postgres itself. The password of a program is random: more iterations would only slow each login. */
const ITERATIONS = 4096;

/**
 * Returns the verifier that Postgres stores of a password (RFC 5802, RFC 7677). A client that sends the verifier keeps the password out
 * of statements, and so out of every log. The password is printable ASCII, for which there is nothing to normalize.
 */
export function scramVerifier(password: string, salt = randomBytes(16), iterations = ITERATIONS): string {
  const salted = pbkdf2Sync(password, salt, iterations, 32, 'sha256');
  const hmac = (text: string): Buffer => createHmac('sha256', salted).update(text).digest();
  const storedKey = createHash('sha256').update(hmac('Client Key')).digest('base64');
  return `SCRAM-SHA-256$${iterations}:${salt.toString('base64')}$${storedKey}:${hmac('Server Key').toString('base64')}`;
}

/** More iterations than any server has by default; computing them would hold up the process. */
const MAX_ITERATIONS = 100_000;

/** Whether a verifier that the server keeps is one of this password. */
export function isVerifierOf(password: string, verifier: string): boolean {
  const [scheme, parameters = ''] = verifier.split('$');
  const [iterations = '', salt = ''] = parameters.split(':');
  const count = Number(iterations);
  if (scheme !== 'SCRAM-SHA-256' || !Number.isInteger(count) || count < 1 || count > MAX_ITERATIONS) return false;
  return scramVerifier(password, Buffer.from(salt, 'base64'), count) === verifier;
}
