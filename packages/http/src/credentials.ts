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

/** `none`: data is accepted without credentials (`acceptAnyone`). */
type Scheme = SentScheme | 'none';
type SentScheme = 'bearer' | 'basic';

export interface CredentialsOptions {
  /** Tokens of the default project with all scopes; two during a rotation. */
  readonly bearerTokens: readonly string[];
  readonly keyPairs: readonly KeyPair[];
  /** Keys that win over an equal token or pair. */
  readonly apiKeys?: readonly ApiKey[];
  /** Quota of the default project, for credentials without a grant of their own. */
  readonly projectQuota?: Quota | undefined;
  readonly clock?: Clock;
}

/** Sender of a request: its grant. `id` identifies the credentials, the same in every process. */
export interface Sender extends Grant {
  readonly scheme: Scheme;
  readonly id: string;
}

interface Accepted extends Sender {
  readonly accepted: true;
}

/** Reason of a refusal; scheme and reason are of closed sets, for a metric. */
export interface Refused {
  readonly accepted: false;
  readonly scheme: Scheme | 'other';
  /** `missing`: no header; `malformed`: no credentials of the scheme; `unknown`: not accepted; `expired`: accepted until they expired. */
  readonly reason: 'missing' | 'malformed' | 'unknown' | 'expired';
  /** Operator's name of the expired credentials. */
  readonly name?: string;
}

/** Credentials that a service accepts. */
export interface Credentials {
  /** @param authorization the value of the Authorization header */
  identify(authorization: string | undefined): Accepted | Refused;
}

/** Limit of the header's length; configured credentials are shorter. */
const LONGEST_HEADER = 4096;
/** Limit of accepted headers that are cached; one header can be written in several ways. */
const MAX_CACHED_HEADERS = 1024;
/** Limit above the longest scheme with the space after it. */
const LONGEST_SCHEME = 8;
const ENCODED_SPACE = '%20';
const ID_LENGTH = 16;

/**
 * Makes the check of Bearer and Basic credentials. It compares digests of the whole credentials, with all accepted ones and in constant
 * time, so that the time reveals neither a length, nor a prefix, nor which half was wrong.
 * @throws Error for credentials that no header can contain: empty, too long, with spaces, or a colon in a public key
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
  // The last match wins: of two equal credentials, the one that is first in the list.
  const accepted = all.map((key) => ({ digest: digestOfKey(key), grant: grantOf(key) })).reverse();
  /**
   * Accepted headers by their digest, so that a request costs one digest instead of three. Only a holder of the credentials can produce a
   * cached digest, and the time reveals nothing of them.
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
      if (before === undefined && known.size < MAX_CACHED_HEADERS) known.set(digest, sender);
      return sender;
    },
  };
}

/**
 * Accepts requests without credentials too, as writes of the default project (contract: OTLP). Credentials that are sent must be valid.
 * @param projectQuota quota of that project
 */
export function acceptAnyone(credentials: Credentials, projectQuota: () => Quota | undefined): Credentials {
  return {
    identify(authorization) {
      const sender = credentials.identify(authorization);
      if (sender.accepted || sender.reason !== 'missing') return sender;
      const quota = projectQuota();
      return {
        accepted: true,
        scheme: 'none',
        id: 'anyone',
        scopes: ['ingest'],
        ...(quota && { projectQuota: quota }),
      };
    },
  };
}

function assertSendable(kind: string, secret: string): void {
  if (!isSendable(secret)) {
    throw new Error(`a ${kind} must be printable ASCII characters without spaces, not too many`);
  }
}

/**
 * Splits a header into its scheme and its possible credentials: the text after the scheme as sent and, if that begins with `%20`, without
 * it. Programs that do not decode OTEL_EXPORTER_OTLP_HEADERS send `Bearer%20token` (contract: HTTP in general).
 */
function readHeader(header: string): { readonly scheme: SentScheme | 'other'; readonly texts: readonly string[] } {
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

/** Returns the bytes of a token, or of a pair with its colon; undefined if the text is invalid in the scheme. */
function presentedBytes(scheme: SentScheme | 'other', value: string): Buffer | undefined {
  switch (scheme) {
    case 'bearer':
      return value === '' ? undefined : Buffer.from(value, 'latin1'); // Node reads header bytes as Latin-1
    case 'basic': {
      // Node's decoder skips invalid characters: only text that encodes back to itself is base64.
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

function digestOfPresented(scheme: SentScheme, presented: Buffer): Buffer {
  if (scheme === 'bearer') return wholeDigest(scheme, '', secretDigest(presented));
  const colon = presented.indexOf(':');
  const end = colon < 0 ? presented.length : colon;
  return wholeDigest(scheme, presented.subarray(0, end), secretDigest(presented.subarray(end + 1)));
}

/** Digest of credentials with their scheme: a token with the text of a key pair is a different credential. */
function wholeDigest(scheme: SentScheme, publicKey: string | Buffer, secret: Buffer): Buffer {
  return createHash('sha256').update(`${scheme}\0`).update(publicKey).update('\0').update(secret).digest();
}

/** Id of credentials as sent: the same in every process and form of storage. */
function idOf(scheme: SentScheme, presented: Buffer): string {
  return createHash('sha256').update(`${scheme}\0`).update(presented).digest('hex').slice(0, ID_LENGTH);
}

/** Removes the members that identify the credentials. */
function grantOf({ publicKey: _, secretDigest: __, isShort: ___, ...grant }: ApiKey): Grant {
  return grant;
}
