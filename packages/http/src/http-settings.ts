import { type ApiKeys, isSendable, projectId, readApiKeys, readSecrets } from '@sluice/credentials';
import { type ListenAddress, type Reading, type Settings, grouped, integer, parsed, port, text } from '@sluice/runtime';
import { DEFAULT_TIMEOUTS, type ListenOptions } from './listen';

function commaSeparated<T>(raw: string, parse: (part: string) => T | undefined): readonly T[] | undefined {
  const parts = raw.split(',').flatMap((part) => part.trim() || []);
  const values = parts.map(parse);
  return values.length > 0 && values.every((value) => value !== undefined) ? values : undefined;
}

/** Parses an origin as browsers write it in the header `Origin`: in lower case, without a default port. */
function parseOrigin(text: string): string | undefined {
  if (text === '*') return text;
  if (!/^[a-z][a-z\d+.-]*:\/\/[^\s/?#@*\\]+$/i.test(text) || !URL.canParse(text)) return undefined;
  const { origin } = new URL(text);
  return origin === 'null' ? text : origin; // schemes that are not of the web have no canonical form
}

const milliseconds = (name: string, byDefault: number, about: string) =>
  integer(name, { default: byDefault, min: 100, max: 3_600_000, about });

/** Address of a service's listener (contract: Settings), and time limits of its clients (contract: Limits). */
export const listenerFields = (defaultHost: string) =>
  grouped('Listening', {
    host: text('HOST', { default: defaultHost, about: 'address of the public listener' }),
    port: port('PORT', { default: 3000, about: 'its port; 0 takes a free one' }),
    adminHost: text('ADMIN_HOST', { default: defaultHost, about: 'address of /livez, /readyz, /metrics' }),
    adminPort: port('ADMIN_PORT', { default: 9464, about: 'their port; 0 takes a free one' }),
    corsOrigins: parsed(
      'CORS_ORIGINS',
      {
        accepted: 'origins such as https://app.example.com, separated by commas, or *',
        parse: (raw) => commaSeparated(raw, parseOrigin),
      },
      { default: [], about: 'origins of pages that may read and write, separated by commas, or *' },
    ),
    maxConnections: integer('MAX_CONNECTIONS', {
      default: 2000,
      min: 1,
      max: 1_000_000,
      about: 'connections to the public listeners that are served at once; beyond them 503',
    }),
    headersTimeoutMs: milliseconds(
      'HEADERS_TIMEOUT_MS',
      DEFAULT_TIMEOUTS.headers,
      'how long a client may take for its header',
    ),
    requestTimeoutMs: milliseconds(
      'REQUEST_TIMEOUT_MS',
      DEFAULT_TIMEOUTS.request,
      'how long a client may take for its whole request',
    ),
    keepAliveTimeoutMs: milliseconds(
      'KEEP_ALIVE_TIMEOUT_MS',
      DEFAULT_TIMEOUTS.keepAlive,
      'how long a connection without a request is kept',
    ),
    stallTimeoutMs: milliseconds(
      'STALL_TIMEOUT_MS',
      DEFAULT_TIMEOUTS.stall,
      'how long a client may neither send nor read what it should',
    ),
  });

export type ListenerSettings = Settings<ReturnType<typeof listenerFields>>;

/** Address and time-outs of the public listener. */
export function publicListener(settings: ListenerSettings): ListenOptions {
  const { host, port, headersTimeoutMs: headers, requestTimeoutMs: request } = settings;
  const { keepAliveTimeoutMs: keepAlive, stallTimeoutMs: stall } = settings;
  // Checked twice within the shortest time-out, so that each is late by half of that at most.
  const checkInterval = Math.min(DEFAULT_TIMEOUTS.checkInterval, Math.ceil(headers / 2));
  return { host, port, timeouts: { headers, request, keepAlive, stall, checkInterval } };
}

/** Contradictions of the listener settings: a header is part of its request, and two listeners cannot share a port. */
export function listenerProblems(settings: ListenerSettings): string[] {
  const { headersTimeoutMs, requestTimeoutMs, host, port, adminHost, adminPort } = settings;
  const problems: string[] = [];
  if (headersTimeoutMs > requestTimeoutMs) problems.push('HEADERS_TIMEOUT_MS: expected at most REQUEST_TIMEOUT_MS');
  const meet = host === adminHost || [host, adminHost].some((each) => each === '0.0.0.0' || each === '::');
  if (port !== 0 && port === adminPort && meet) problems.push('PORT, ADMIN_PORT: expected two different ports');
  return problems;
}

/** Both listen addresses of a service, by the variables that have their ports. */
export function listenAddressesOf({
  host,
  port,
  adminHost,
  adminPort,
}: ListenerSettings): Readonly<Record<string, ListenAddress>> {
  return { PORT: { host, port }, ADMIN_PORT: { host: adminHost, port: adminPort } };
}

const CREDENTIAL = 'printable ASCII without spaces';

/** Credentials are checked here, so that credentials that no client can send are a problem of the settings. */
const secretText = (raw: string): string | undefined => (isSendable(raw) ? raw : undefined);

const BEARER_TOKENS = 'API_BEARER_TOKEN';
const TOKENS = `tokens of ${CREDENTIAL}, separated by commas or line breaks`;
const KEYS = 'API_KEYS';

/** Credentials that a service accepts (contract: Settings). */
export const credentialFields = grouped('Credentials', {
  projectId: parsed('PROJECT_ID', projectId, {
    default: 'default',
    about: 'the project of credentials that name none, projectId in answers',
  }),
  bearerTokens: {
    name: BEARER_TOKENS,
    about: 'tokens, separated by commas or line breaks',
    secret: true,
    read: (raw: string | undefined): Reading<readonly string[]> =>
      raw === undefined ? { ok: true, value: [] } : readSecrets(raw, { accepted: TOKENS, parse: secretText }),
  },
  /** Path of the file of the tokens, in addition to its contents at the start: the file is followed. */
  bearerTokensFile: text(`${BEARER_TOKENS}_FILE`, { about: 'a file of them, followed while the process runs' }),
  publicKey: parsed(
    'PUBLIC_KEY',
    {
      accepted: `${CREDENTIAL} and colon`,
      parse: (raw) => (isSendable(raw) && !raw.includes(':') ? raw : undefined),
      secret: true,
    },
    { about: 'user name of Basic authentication' },
  ),
  secretKey: parsed('SECRET_KEY', { accepted: CREDENTIAL, parse: secretText, secret: true }, { about: 'its password' }),
  apiKeys: {
    name: KEYS,
    about: 'more public:secret pairs, separated by commas or line breaks',
    secret: true,
    read: (raw: string | undefined): Reading<ApiKeys> =>
      raw === undefined ? { ok: true, value: { keys: [], projects: new Map() } } : readApiKeys(raw),
  },
  apiKeysFile: text(`${KEYS}_FILE`, {
    about: 'a file of them, or a document of credentials with scopes, followed while the process runs',
  }),
});

export type CredentialSettings = Settings<typeof credentialFields>;

/** Contradictions of the key pair: one half without the other is a mistake. */
export function credentialProblems({
  publicKey,
  secretKey,
}: Pick<CredentialSettings, 'publicKey' | 'secretKey'>): string[] {
  const oneHalf = (publicKey === undefined) !== (secretKey === undefined);
  return oneHalf ? ['PUBLIC_KEY, SECRET_KEY: expected both or none'] : [];
}

/** Problem of a service without any credentials: a service by itself generates none, so no client could use it. */
export function missingCredentials({ bearerTokens, publicKey, apiKeys }: CredentialSettings): string[] {
  const hasNone = bearerTokens.length === 0 && publicKey === undefined && apiKeys.keys.length === 0;
  const missing = 'API_BEARER_TOKEN, PUBLIC_KEY with SECRET_KEY, or API_KEYS: at least one of them is required';
  return hasNone ? [missing] : [];
}
