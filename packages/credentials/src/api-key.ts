import { createHash } from 'node:crypto';
import type { Grant, Quota } from './grant';

/** A user name and password of Basic authentication (spec 5.3). */
export interface KeyPair {
  readonly publicKey: string;
  readonly secretKey: string;
}

/** Credentials with a grant of their own, known by a digest only. */
export interface ApiKey extends Grant {
  /** Of Basic authentication; absent: a bearer token. */
  readonly publicKey?: string;
  /** SHA-256 of the secret key or of the token: see `secretDigest`. */
  readonly secretDigest: Buffer;
  /** Its secret has so few characters that it could be guessed. */
  readonly isShort?: boolean;
}

/** What a document says of a project. */
export interface ProjectTerms {
  readonly quota?: Quota;
  /** How long it keeps what it has, where that is another time than RETENTION_DAYS. */
  readonly retentionDays?: number;
}

/** What API_KEYS or its file holds. */
export interface ApiKeys {
  readonly keys: readonly ApiKey[];
  /** Those that are listed, by their ids. */
  readonly projects: ReadonlyMap<string, ProjectTerms>;
}

/** File of DATA_DIR with the credentials that a standalone server makes at its first start. */
export const MADE_CREDENTIALS = 'credentials.json';

const LONGEST_SECRET = 2048;

/** Random letters and digits of this length have more than 90 bits; shorter ones are mostly words. */
export const SHORTEST_SAFE = 16;

/** The SHA-256 of a secret key or token, which is all that has to be kept of one that has enough random bits. */
export function secretDigest(secret: string | Buffer): Buffer {
  return createHash('sha256').update(secret).digest();
}

/** Whether a header can carry this text, as a token or as one half of a pair; a public key has no colon either. */
export function isSendable(secret: string): boolean {
  return secret.length <= LONGEST_SECRET && /^[\x21-\x7e]+$/.test(secret);
}

/** Reads `public:secret`, the form of a line of API_KEYS. Undefined where a half is missing or cannot be sent. */
export function parseKeyPair(pair: string): KeyPair | undefined {
  const colon = pair.indexOf(':');
  if (colon < 1 || colon === pair.length - 1 || !isSendable(pair)) return undefined;
  return { publicKey: pair.slice(0, colon), secretKey: pair.slice(colon + 1) };
}
