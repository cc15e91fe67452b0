import { SIGN_IN_COMMAND } from '@sluice/credentials';
import type { OtlpAddress, OtlpAddresses } from '@sluice/gateway';
import type { LogFields } from '@sluice/runtime';
import type { StoredCredentials } from './stored-credentials';

/** Contents of the first screen, when everything works. */
export interface Welcome {
  readonly url: string;
  readonly adminUrl: string;
  /** Listeners of OTLP. */
  readonly otlp: OtlpAddresses;
  /** Location of the data: a folder, or the words for a database of the user's own. */
  readonly storage: string;
  /** Credentials that this program made; configured secrets are never printed. */
  readonly credentials: StoredCredentials | undefined;
  /** URL of the console, with a link that signs in once; undefined if the console is off. */
  readonly console?: { readonly url: string; readonly signInUrl: string | undefined } | undefined;
  /** Source of credentials that are not shown, from which the commands read them. */
  readonly configured: Configured;
}

/**
 * Variables with credentials, in the order in which the commands prefer them, or the file of those that this program made; files have
 * absolute paths.
 */
export type Configured =
  | { readonly by: 'API_BEARER_TOKEN' | 'PUBLIC_KEY' }
  | { readonly by: 'API_BEARER_TOKEN_FILE' | 'DATA_DIR'; readonly file: string }
  | ({ readonly by: 'API_KEYS' } & Keys)
  | ({ readonly by: 'API_KEYS_FILE'; readonly file: string } & Keys);

/** Kind of the first entry of a document of credentials, whose secret a command cannot read; undefined: lines. */
interface Keys {
  readonly named?: 'token' | 'pair' | undefined;
}

const kept = (name: string) => `\${${name}:-$(cat "$${name}_FILE")}`;
const quoted = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`;
const firstOf = (file: string) => `$(cut -d, -f1 ${quoted(file)} | head -n 1)`;

/** Arguments of curl that authenticate: the shell inserts a configured secret, the first of several. */
function authOf(configured: Configured): string {
  switch (configured.by) {
    case 'API_BEARER_TOKEN':
      return '-H "Authorization: Bearer ${API_BEARER_TOKEN%%,*}"';
    case 'API_BEARER_TOKEN_FILE':
      return `-H "Authorization: Bearer ${firstOf(configured.file)}"`;
    case 'PUBLIC_KEY':
      return `-u "${kept('PUBLIC_KEY')}:${kept('SECRET_KEY')}"`;
    case 'API_KEYS':
      return configured.named === undefined ? '-u "${API_KEYS%%,*}"' : ofDocument(configured.named);
    case 'API_KEYS_FILE':
      return configured.named === undefined ? `-u "${firstOf(configured.file)}"` : ofDocument(configured.named);
    case 'DATA_DIR': // the file may be on another machine: in a container
      return ofDocument('token');
  }
}

/** Reads a secret from variables, which the person who pastes the command has to set. */
function ofDocument(named: 'token' | 'pair'): string {
  return named === 'token' ? '-H "Authorization: Bearer $SLUICE_TOKEN"' : '-u "$PUBLIC_KEY:$SECRET_KEY"';
}

/** Describes the source of the commands' credentials. */
function originOf(configured: Configured): string {
  switch (configured.by) {
    case 'API_BEARER_TOKEN_FILE':
      return `the tokens are in ${configured.file}`;
    case 'API_KEYS':
    case 'API_KEYS_FILE': {
      const { by, named } = configured;
      if (named !== undefined) {
        const variables = named === 'token' ? 'SLUICE_TOKEN' : 'PUBLIC_KEY and SECRET_KEY';
        return `set ${variables} to credentials of ${by} with the scopes ingest and read where you paste this`;
      }
      return by === 'API_KEYS' ? inTerminal(by) : `the key pairs are in ${configured.file}`;
    }
    case 'DATA_DIR':
      return `in ${configured.file}: set SLUICE_TOKEN to its bearerToken where you paste this`;
    case 'PUBLIC_KEY':
      return 'set PUBLIC_KEY and SECRET_KEY, or their files, in the terminal where you paste this too';
    default:
      return inTerminal(configured.by);
  }
}

const inTerminal = (setting: string): string => `set ${setting} in the terminal where you paste this too`;

const TRACE = '0af76519-16cd-43dd-8448-eb211c80319c';

const BATCH = {
  trace: { id: TRACE, name: 'hello' },
  observations: [
    { id: TRACE, type: 'GENERATION', name: 'greet', model: 'gpt-4o', promptTokens: 12, completionTokens: 5 },
  ],
};

/** Address of a listener of OTLP, or the reason why it is not open; undefined if the settings close it. */
function shownAddress(address: OtlpAddress): string | undefined {
  if (address === undefined) return undefined;
  return 'url' in address ? address.url : `not open: ${address.problem}`;
}

/**
 * Writes one screen of text with commands that work when pasted, for a terminal.
 * @param mayShow whether it may contain the credentials themselves: see `personReads`
 */
export function welcomeText(
  { url, adminUrl, otlp, storage, credentials, configured, console }: Welcome,
  mayShow: boolean,
): string {
  const shown = mayShow ? credentials : undefined;
  const auth = shown === undefined ? authOf(configured) : `-H 'Authorization: Bearer ${shown.bearerToken}'`;
  const row = (name: string, value: string) => `  ${name.padEnd(14)} ${value}`;
  return [
    '',
    `Sluice is ready at ${url}`,
    '',
    ...(console === undefined ? [] : [row('Console', (mayShow ? console.signInUrl : undefined) ?? console.url)]),
    ...(mayShow || console?.signInUrl === undefined ? [] : [row('Sign in', `by the link of: ${SIGN_IN_COMMAND}`)]),
    row('OTLP/HTTP', shownAddress(otlp.http) ?? `${url}/api/public/otel`),
    row('OTLP/gRPC', shownAddress(otlp.grpc) ?? 'off'),
    row('Health', `${adminUrl}/readyz`),
    row('Metrics', `${adminUrl}/metrics`),
    row('Data', storage),
    ...(shown === undefined
      ? [row('Credentials', originOf(configured))]
      : [
          row('Bearer token', shown.bearerToken),
          row('Public key', shown.publicKey),
          row('Secret key', shown.secretKey),
          row('Kept in', shown.path),
        ]),
    '',
    'Send a trace and read it back, in another terminal:',
    '',
    `curl -s ${url}/v1/l/batch ${auth} -d '${JSON.stringify(BATCH)}'`,
    `curl -s ${url}/api/public/traces/${TRACE} ${auth}`,
    '',
    'Ctrl-C stops it.',
    '',
  ].join('\n');
}

/**
 * Line of the log with the same, for an output that is not a terminal: it names the source of the credentials, and the command that prints
 * a link.
 */
export function welcomeLine({ url, adminUrl, otlp, storage, configured, console }: Welcome): [string, LogFields] {
  const places = {
    url,
    ...(console && { console: console.url }),
    ...(console?.signInUrl !== undefined && { signIn: SIGN_IN_COMMAND }),
    otlpHttp: shownAddress(otlp.http) ?? 'off',
    otlpGrpc: shownAddress(otlp.grpc) ?? 'off',
    health: `${adminUrl}/readyz`,
    metrics: `${adminUrl}/metrics`,
    storage,
  };
  const file = 'file' in configured ? configured.file : undefined;
  return [`Sluice is ready at ${url}`, { ...places, credentials: file ?? configured.by }];
}
