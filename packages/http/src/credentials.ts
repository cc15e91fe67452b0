import { createHash, timingSafeEqual } from 'node:crypto';

/** A user name and password of Basic authentication (spec 5.3). */
export interface KeyPair {
  readonly publicKey: string;
  readonly secretKey: string;
}

export interface CredentialsOptions {
  /** Any of them is accepted: two during a rotation. */
  readonly bearerTokens: readonly string[];
  readonly keyPairs: readonly KeyPair[];
}

type Scheme = 'bearer' | 'basic';

/** Who sends: `id` names the credentials, the same in every process. */
interface Accepted {
  readonly accepted: true;
  readonly scheme: Scheme;
  readonly id: string;
}

/** Why nobody is known to send; both are of closed sets, for a metric. */
export interface Refused {
  readonly accepted: false;
  readonly scheme: Scheme | 'other' | 'none';
  /** No header; one that holds no credentials of its scheme; or credentials that are none of ours. */
  readonly reason: 'missing' | 'malformed' | 'unknown';
}

/** The credentials that a service accepts. */
export interface Credentials {
  /** @param authorization the value of the Authorization header */
  identify(authorization: string | undefined): Accepted | Refused;
}

/** Longer headers are refused unread; no configured credentials can be as long. */
const LONGEST_HEADER = 4096;
/** More than the words of the two schemes have, with the space behind them. */
const LONGEST_SCHEME = 8;
const ENCODED_SPACE = '%20';
const LONGEST_SECRET = 2048;
const ID_LENGTH = 16;

/**
 * Makes the check of Bearer and Basic credentials. Digests of the whole credentials are compared, with every accepted
 * one and in constant time, so that the time shows neither a length, a prefix nor which half was wrong.
 * @throws Error where credentials cannot be sent in a header: empty, too long, with spaces, or a colon in a public key
 */
export function createCredentials({ bearerTokens, keyPairs }: CredentialsOptions): Credentials {
  for (const token of bearerTokens) assertSendable('bearer token', token);
  for (const { publicKey, secretKey } of keyPairs) {
    assertSendable('public key', publicKey);
    assertSendable('secret key', secretKey);
    if (publicKey.includes(':')) throw new Error('a public key must not contain a colon');
  }
  const accepted = [
    ...bearerTokens.map((token) => digest('bearer', Buffer.from(token))),
    ...keyPairs.map(({ publicKey, secretKey }) => digest('basic', Buffer.from(`${publicKey}:${secretKey}`))),
  ];
  return {
    identify(authorization) {
      if (authorization === undefined || authorization === '') {
        return { accepted: false, scheme: 'none', reason: 'missing' };
      }
      const { scheme, texts } = readHeader(authorization);
      const presented = texts.flatMap((text) => presentedDigest(scheme, text) ?? []);
      if (scheme === 'other' || presented.length === 0) return { accepted: false, scheme, reason: 'malformed' };
      const found = presented.find((each) => {
        let matches = 0;
        for (const known of accepted) matches += Number(timingSafeEqual(known, each));
        return matches > 0;
      });
      if (found === undefined) return { accepted: false, scheme, reason: 'unknown' };
      return { accepted: true, scheme, id: found.toString('hex').slice(0, ID_LENGTH) };
    },
  };
}

/** Reads `public:secret`, the form of the setting API_KEYS. Undefined where a half is missing or cannot be sent. */
export function parseKeyPair(pair: string): KeyPair | undefined {
  const colon = pair.indexOf(':');
  if (colon < 1 || colon === pair.length - 1 || !isSendable(pair)) return undefined;
  return { publicKey: pair.slice(0, colon), secretKey: pair.slice(colon + 1) };
}

/** Whether a header can carry this text, as a token or as one half of a pair; a public key has no colon either. */
export function isSendable(secret: string): boolean {
  return /^[\x21-\x7e]+$/.test(secret) && secret.length <= LONGEST_SECRET;
}

function assertSendable(kind: string, secret: string): void {
  if (!isSendable(secret)) {
    throw new Error(`a ${kind} must be 1 to ${LONGEST_SECRET} printable ASCII characters without spaces`);
  }
}

/**
 * The scheme of a header, and what may be its credentials: the text behind it as it was sent and, where that begins with
 * `%20`, without it. Programs that do not decode OTEL_EXPORTER_OTLP_HEADERS send `Bearer%20token` (contract: HTTP in
 * general).
 */
function readHeader(header: string): { readonly scheme: Scheme | 'other'; readonly texts: readonly string[] } {
  const end = header.slice(0, LONGEST_SCHEME).search(/[ %]/);
  const word = header.slice(0, end < 0 ? LONGEST_SCHEME : end).toLowerCase();
  const scheme = word === 'bearer' || word === 'basic' ? word : 'other';
  const rest = end < 0 ? '' : header.slice(end);
  if (rest.length > LONGEST_HEADER || !(rest.startsWith(' ') || rest.startsWith(ENCODED_SPACE))) {
    return { scheme, texts: [] };
  }
  const text = rest.trim();
  return { scheme, texts: text.startsWith(ENCODED_SPACE) ? [text, text.slice(ENCODED_SPACE.length)] : [text] };
}

/** Undefined where the text is none that the scheme has. */
function presentedDigest(scheme: Scheme | 'other', value: string): Buffer | undefined {
  switch (scheme) {
    case 'bearer':
      return value === '' ? undefined : digest('bearer', Buffer.from(value, 'latin1')); // Node reads header bytes as Latin-1
    case 'basic': {
      // Node's decoder skips what is not base64: only the text that encodes back to itself was base64.
      const decoded = Buffer.from(value, 'base64');
      return value !== '' && decoded.toString('base64') === value ? digest('basic', decoded) : undefined;
    }
    case 'other':
      return undefined;
  }
}

/** The scheme is part of it: a token that reads like a key pair is not one. */
function digest(scheme: Scheme, secret: Buffer): Buffer {
  return createHash('sha256').update(`${scheme}\0`).update(secret).digest();
}
