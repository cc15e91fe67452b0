import { createHash, hash, timingSafeEqual } from 'node:crypto';
import {
  type ApiKey,
  type Grant,
  type KeyPair,
  type Quota,
  SCOPES,
  isSendable,
  secretDigest,
} from '@sluice/credentials';
import { type Clock, systemClock } from '@sluice/runtime';

type Scheme = 'bearer' | 'basic';

export interface CredentialsOptions {
  /** Any of them is accepted, in the default project and with all scopes: two during a rotation. */
  readonly bearerTokens: readonly string[];
  readonly keyPairs: readonly KeyPair[];
  /** They go before a token or pair that is the same. */
  readonly apiKeys?: readonly ApiKey[];
  /** Of the default project, for credentials that have no grant of their own. */
  readonly projectQuota?: Quota | undefined;
  readonly clock?: Clock;
}

/** Who sends, and what for. `id` names the credentials, the same in every process. */
export interface Sender extends Grant {
  readonly scheme: Scheme;
  readonly id: string;
}

interface Accepted extends Sender {
  readonly accepted: true;
}

/** Why nobody is known to send; both are of closed sets, for a metric. */
export interface Refused {
  readonly accepted: false;
  readonly scheme: Scheme | 'other' | 'none';
  /** No header; one that holds no credentials of its scheme; credentials that are none of ours, or were until now. */
  readonly reason: 'missing' | 'malformed' | 'unknown' | 'expired';
  /** What the operator calls those that have expired. */
  readonly name?: string;
}

/** The credentials that a service accepts. */
export interface Credentials {
  /** @param authorization the value of the Authorization header */
  identify(authorization: string | undefined): Accepted | Refused;
}

/** Longer headers are refused; no configured credentials can be as long. */
const LONGEST_HEADER = 4096;
/** Accepted headers that are remembered; one header can be written in several ways. */
const MOST_KNOWN = 1024;
/** More than the words of the two schemes have, with the space behind them. */
const LONGEST_SCHEME = 8;
const ENCODED_SPACE = '%20';
const ID_LENGTH = 16;

/**
 * Makes the check of Bearer and Basic credentials. Digests of the whole credentials are compared, with every accepted
 * one and in constant time, so that the time shows neither a length, a prefix nor which half was wrong.
 * @throws Error where credentials cannot be sent in a header: empty, too long, with spaces, or a colon in a public key
 */
export function createCredentials({
  bearerTokens,
  keyPairs,
  apiKeys = [],
  projectQuota,
  clock = systemClock,
}: CredentialsOptions): Credentials {
  for (const token of bearerTokens) assertSendable('bearer token', token);
  for (const { publicKey, secretKey } of keyPairs) {
    assertSendable('public key', publicKey);
    assertSendable('secret key', secretKey);
    if (publicKey.includes(':')) throw new Error('a public key must not contain a colon');
  }
  const everything: Grant = { scopes: SCOPES, ...(projectQuota && { projectQuota }) };
  const all: readonly ApiKey[] = [
    ...apiKeys,
    ...bearerTokens.map((token) => ({ ...everything, secretDigest: secretDigest(token) })),
    ...keyPairs.map(({ publicKey, secretKey }) => ({
      ...everything,
      publicKey,
      secretDigest: secretDigest(secretKey),
    })),
  ];
  // The last that matches is taken: of two that are the same, the one that comes first in the list.
  const accepted = all.map((key) => ({ digest: digestOfKey(key), grant: grantOf(key) })).reverse();
  /**
   * Accepted headers by their digest, so that a request costs one digest instead of three: what is looked up is known only to who
   * has the credentials, and the time shows nothing of them.
   */
  const known = new Map<string, Accepted>();

  function find(authorization: string): Accepted | Refused {
    const { scheme, texts } = readHeader(authorization);
    const presented = texts.flatMap((text) => presentedBytes(scheme, text) ?? []);
    if (scheme === 'other' || presented.length === 0) return { accepted: false, scheme, reason: 'malformed' };
    for (const each of presented) {
      const presentedDigest = digestOfPresented(scheme, each);
      let found: Grant | undefined;
      for (const { digest, grant } of accepted) if (timingSafeEqual(digest, presentedDigest)) found = grant;
      if (found !== undefined) return { accepted: true, scheme, id: idOf(scheme, each), ...found };
    }
    return { accepted: false, scheme, reason: 'unknown' };
  }

  return {
    identify(authorization) {
      if (authorization === undefined || authorization === '') {
        return { accepted: false, scheme: 'none', reason: 'missing' };
      }
      const digest = hash('sha256', authorization, 'base64');
      const before = known.get(digest);
      const sender = before ?? find(authorization);
      if (!sender.accepted) return sender;
      if (sender.expiresAt !== undefined && sender.expiresAt <= clock.now()) {
        const { scheme, name } = sender;
        return { accepted: false, scheme, reason: 'expired', ...(name !== undefined && { name }) };
      }
      if (before === undefined && known.size < MOST_KNOWN) known.set(digest, sender);
      return sender;
    },
  };
}

function assertSendable(kind: string, secret: string): void {
  if (!isSendable(secret)) {
    throw new Error(`a ${kind} must be printable ASCII characters without spaces, not too many`);
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

/** The bytes of a token, or of a pair with its colon; undefined where the text is none that the scheme has. */
function presentedBytes(scheme: Scheme | 'other', value: string): Buffer | undefined {
  switch (scheme) {
    case 'bearer':
      return value === '' ? undefined : Buffer.from(value, 'latin1'); // Node reads header bytes as Latin-1
    case 'basic': {
      // Node's decoder skips what is not base64: only the text that encodes back to itself was base64.
      const decoded = Buffer.from(value, 'base64');
      return value !== '' && decoded.toString('base64') === value ? decoded : undefined;
    }
    case 'other':
      return undefined;
  }
}

function digestOfKey({ publicKey, secretDigest }: ApiKey): Buffer {
  return publicKey === undefined
    ? wholeDigest('bearer', '', secretDigest)
    : wholeDigest('basic', publicKey, secretDigest);
}

function digestOfPresented(scheme: Scheme, presented: Buffer): Buffer {
  if (scheme === 'bearer') return wholeDigest(scheme, '', secretDigest(presented));
  const colon = presented.indexOf(':');
  const end = colon < 0 ? presented.length : colon;
  return wholeDigest(scheme, presented.subarray(0, end), secretDigest(presented.subarray(end + 1)));
}

/** The scheme is part of it: a token that reads like a key pair is not one. */
function wholeDigest(scheme: Scheme, publicKey: string | Buffer, secret: Buffer): Buffer {
  return createHash('sha256').update(`${scheme}\0`).update(publicKey).update('\0').update(secret).digest();
}

/** Of the credentials as they are sent: the same wherever and however they are kept. */
function idOf(scheme: Scheme, presented: Buffer): string {
  return createHash('sha256').update(`${scheme}\0`).update(presented).digest('hex').slice(0, ID_LENGTH);
}

/** Without what the credentials are known by. */
function grantOf({ publicKey: _, secretDigest: __, isShort: ___, ...grant }: ApiKey): Grant {
  return grant;
}
