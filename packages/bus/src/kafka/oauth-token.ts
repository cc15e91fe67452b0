import { readFile } from 'node:fs/promises';

/** Returns a token that is valid now. */
export type TokenSource = () => Promise<string>;

export interface ClientCredentials {
  /** URL of the authority's token endpoint. */
  readonly url: string;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly scope?: string | undefined;
}

const PATIENCE_MS = 5_000;
/** Part of a token's lifetime in which it is used, so that no token expires between its request and its use. */
const USED_SHARE = 0.8;
/** Lifetime of a token whose authority states none. */
const UNTOLD_LIFE_S = 60;
const LARGEST_TOKEN = 64 * 1024;

interface Token {
  readonly value: string;
  readonly until: number;
}

/**
 * Requests tokens with client credentials (RFC 6749, 4.4), and caches each for 80 % of its lifetime. Concurrent callers share a response. A
 * failure names the setting, never the secret or the response's text.
 */
export function clientCredentialsToken(credentials: ClientCredentials): TokenSource {
  let current: Token | undefined;
  let asking: Promise<Token> | undefined;
  return async () => {
    if (current !== undefined && performance.now() < current.until) return current.value;
    asking ??= requestToken(credentials).finally(() => (asking = undefined));
    current = await asking;
    return current.value;
  };
}

async function requestToken({ url, clientId, clientSecret, scope }: ClientCredentials): Promise<Token> {
  const begun = performance.now();
  const form = new URLSearchParams({ grant_type: 'client_credentials', ...(scope !== undefined && { scope }) });
  // Encoded before they are joined (RFC 6749, 2.3.1): either may contain a colon.
  const pair = [clientId, clientSecret].map((part) => new URLSearchParams({ '': part }).toString().slice(1)).join(':');
  const answer = await fetch(url, {
    method: 'POST',
    redirect: 'error',
    headers: { accept: 'application/json', authorization: `Basic ${Buffer.from(pair).toString('base64')}` },
    body: form,
    signal: AbortSignal.timeout(PATIENCE_MS),
  }).catch((cause: unknown) => {
    throw new Error('KAFKA_OAUTH_TOKEN_URL does not answer', { cause });
  });
  const text = await answer.text();
  if (answer.status === 400 || answer.status === 401) {
    const settings = 'KAFKA_OAUTH_CLIENT_ID, KAFKA_OAUTH_CLIENT_SECRET or KAFKA_OAUTH_SCOPE';
    throw new Error(`KAFKA_OAUTH_TOKEN_URL answered ${answer.status}: it refuses ${settings}`);
  }
  if (!answer.ok) throw new Error(`KAFKA_OAUTH_TOKEN_URL answered ${answer.status}`);
  const { access_token: value, expires_in: life } = parsedObject(text);
  if (typeof value !== 'string' || value === '')
    throw new Error('KAFKA_OAUTH_TOKEN_URL answered without an access_token');
  const seconds = Number(life);
  return { value, until: begun + (seconds > 0 ? seconds : UNTOLD_LIFE_S) * 1_000 * USED_SHARE };
}

function parsedObject(text: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? { ...value } : {};
  } catch {
    return {};
  }
}

/** Reads a token from a file at each connection, so that replacing the file rotates the token. */
export function fileToken(path: string): TokenSource {
  return async () => {
    const text = await readFile(path, 'utf8').catch((cause: unknown) => {
      throw new Error('KAFKA_OAUTH_TOKEN_FILE cannot be read', { cause });
    });
    const token = text.trim();
    if (token === '' || token.length > LARGEST_TOKEN || /[^\x21-\x7e]/.test(token)) {
      throw new Error('KAFKA_OAUTH_TOKEN_FILE: expected one token');
    }
    return token;
  };
}
