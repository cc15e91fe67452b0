import type { StoredCredentials } from './stored-credentials';

/** What the first screen tells. */
export interface Welcome {
  readonly url: string;
  readonly adminUrl: string;
  /** Where the data is: a folder, or the words for a database of the user's own. */
  readonly storage: string;
  /** Shown only where this program made them; configured secrets are never printed. */
  readonly credentials: StoredCredentials | undefined;
  /** Where configured credentials come from: the commands take them from there. */
  readonly configured: ConfiguredBy;
}

/** The variables that bring credentials, in the order in which the commands prefer them. */
export type ConfiguredBy = keyof typeof AUTH;

const kept = (name: string) => `\${${name}:-$(cat "$${name}_FILE")}`;
const firstOf = (file: string) => `$(cut -d, -f1 "$${file}" | head -n 1)`;

/** Arguments of curl that authenticate: a configured secret is left to the shell, the first of several. */
const AUTH = {
  API_BEARER_TOKEN: '-H "Authorization: Bearer ${API_BEARER_TOKEN%%,*}"',
  API_BEARER_TOKEN_FILE: `-H "Authorization: Bearer ${firstOf('API_BEARER_TOKEN_FILE')}"`,
  /** Each of the two in its variable or in its file. */
  PUBLIC_KEY: `-u "${kept('PUBLIC_KEY')}:${kept('SECRET_KEY')}"`,
  API_KEYS: '-u "${API_KEYS%%,*}"',
  API_KEYS_FILE: `-u "${firstOf('API_KEYS_FILE')}"`,
};

const TRACE = '0af76519-16cd-43dd-8448-eb211c80319c';

const BATCH = {
  trace: { id: TRACE, name: 'hello' },
  observations: [
    { id: TRACE, type: 'GENERATION', name: 'greet', model: 'gpt-4o', promptTokens: 12, completionTokens: 5 },
  ],
};

/** One screen of text with commands that work when pasted. */
export function welcomeText({ url, adminUrl, storage, credentials, configured }: Welcome): string {
  const auth = credentials === undefined ? AUTH[configured] : `-H 'Authorization: Bearer ${credentials.bearerToken}'`;
  const row = (name: string, value: string) => `  ${name.padEnd(14)} ${value}`;
  return [
    '',
    `Sluice is ready at ${url}`,
    '',
    row('OTLP traces', `${url}/api/public/otel/v1/traces`),
    row('Health', `${adminUrl}/readyz`),
    row('Metrics', `${adminUrl}/metrics`),
    row('Data', storage),
    ...(credentials === undefined
      ? []
      : [
          row('Bearer token', credentials.bearerToken),
          row('Public key', credentials.publicKey),
          row('Secret key', credentials.secretKey),
        ]),
    '',
    'Send a trace and read it back:',
    '',
    `curl -s ${url}/v1/l/batch ${auth} -d '${JSON.stringify(BATCH)}'`,
    `curl -s ${url}/api/public/traces/${TRACE} ${auth}`,
    '',
    'Ctrl-C stops it.',
    '',
  ].join('\n');
}
