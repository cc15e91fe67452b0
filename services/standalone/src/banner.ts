import type { StoredCredentials } from './stored-credentials';

/** What the first screen tells. */
export interface Welcome {
  readonly url: string;
  readonly adminUrl: string;
  /** Where the data is: a folder, or the words for a database of the user's own. */
  readonly storage: string;
  /** Shown only where this program made them; configured secrets are never printed. */
  readonly credentials: StoredCredentials | undefined;
  /** Whether a bearer token is configured; otherwise a pair of keys is. */
  readonly bearerConfigured: boolean;
}

const TRACE = '0af76519-16cd-43dd-8448-eb211c80319c';

const BATCH = {
  trace: { id: TRACE, name: 'hello' },
  observations: [
    { id: TRACE, type: 'GENERATION', name: 'greet', model: 'gpt-4o', promptTokens: 12, completionTokens: 5 },
  ],
};

/** One screen of text with commands that work when pasted. */
export function welcomeText({ url, adminUrl, storage, credentials, bearerConfigured }: Welcome): string {
  const auth = curlAuth(credentials, bearerConfigured);
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

/** Arguments of curl that authenticate; a configured secret is left to the shell's variables, the first of several. */
function curlAuth(credentials: StoredCredentials | undefined, bearerConfigured: boolean): string {
  if (credentials !== undefined) return `-H 'Authorization: Bearer ${credentials.bearerToken}'`;
  return bearerConfigured ? '-H "Authorization: Bearer ${API_BEARER_TOKEN%%,*}"' : '-u "$PUBLIC_KEY:$SECRET_KEY"';
}
