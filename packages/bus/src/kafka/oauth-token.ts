import { readFile } from 'node:fs/promises';

/** Gives a token that is good now. */
export type TokenSource = () => Promise<string>;

export interface ClientCredentials {
  /** The token endpoint of the authority. */
  readonly url: string;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly scope?: string | undefined;
}

const PATIENCE_MS = 5_000;
/** Of the life of a token, so that none ends between its request and its use. */
const USED_SHARE = 0.8;
/** Where the authority gives no lifetime of a token. */
const UNTOLD_LIFE_S = 60;
const LARGEST_TOKEN = 64 * 1024;

interface Token {
  readonly value: string;
  readonly until: number;
}

/**
 * Asks an authority for tokens as OAuth 2 has it for programs (RFC 6749, 4.4), and keeps each for most of its life.
 * Those who ask at the same time share an answer. A failure names the setting, never the secret or the answer's text.
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
  // Encoded before they are joined (RFC 6749, 2.3.1): either may hold a colon.
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

/** Reads a token from a file at each connection: who rotates tokens there replaces the file. */
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
