import { createHash } from 'node:crypto';
import type { Grant, Quota } from './grant';

/** User name and password of Basic authentication (spec 5.3). */
export interface KeyPair {
  readonly publicKey: string;
  readonly secretKey: string;
}

/** Credentials with a grant of their own, of which only a digest is stored. */
export interface ApiKey extends Grant {
  /** User name of Basic authentication; absent: a bearer token. */
  readonly publicKey?: string;
  /** SHA-256 of the secret key or of the token: see `secretDigest`. */
  readonly secretDigest: Buffer;
  /** Whether its secret is so short that it could be guessed. */
  readonly isShort?: boolean;
}

/** Terms of a project in a document. */
export interface ProjectTerms {
  readonly quota?: Quota;
  /** Retention of the project in days, if it differs from RETENTION_DAYS. */
  readonly retentionDays?: number;
}

/** Contents of API_KEYS or its file. */
export interface ApiKeys {
  readonly keys: readonly ApiKey[];
  /** Listed projects by their ids. */
  readonly projects: ReadonlyMap<string, ProjectTerms>;
}

/** File in DATA_DIR with the credentials that a standalone server makes at its first start. */
export const MADE_CREDENTIALS = 'credentials.json';

const LONGEST_SECRET = 2048;

/**
 * Length from which on a secret counts as safe: random letters and digits of this length have more than 90 bits; shorter ones are mostly
 * words.
 */
export const SHORTEST_SAFE = 16;

/** Returns the SHA-256 of a secret key or token; for a secret with enough random bits nothing else has to be stored. */
export function secretDigest(secret: string | Buffer): Buffer {
  return createHash('sha256').update(secret).digest();
}

/** Whether a header can contain this text, as a token or as one half of a pair; a public key has no colon either. */
export function isSendable(secret: string): boolean {
  return secret.length <= LONGEST_SECRET && /^[\x21-\x7e]+$/.test(secret);
}

/** Parses `public:secret`, the form of a line of API_KEYS. Undefined if a half is missing or cannot be sent. */
export function parseKeyPair(pair: string): KeyPair | undefined {
  const colon = pair.indexOf(':');
  if (colon < 1 || colon === pair.length - 1 || !isSendable(pair)) return undefined;
  return { publicKey: pair.slice(0, colon), secretKey: pair.slice(colon + 1) };
}
