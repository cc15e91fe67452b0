import type { StoredCredentials } from './stored-credentials';

/** What the first screen tells. */
export interface Welcome {
  readonly url: string;
  readonly adminUrl: string;
  /** Where the data is: a folder, or the words for a database of the user's own. */
  readonly storage: string;
  /** Shown only where this program made them; configured secrets are never printed. */
  readonly credentials: StoredCredentials | undefined;
}

/** One screen of text with commands that work when pasted. */
export function welcomeText({ url, adminUrl, storage, credentials }: Welcome): string {
  const bearer = credentials?.bearerToken ?? '$API_BEARER_TOKEN';
  const keys =
    credentials === undefined
      ? []
      : [
          `  Bearer token   ${credentials.bearerToken}`,
          `  Public key     ${credentials.publicKey}`,
          `  Secret key     ${credentials.secretKey}`,
        ];
  return [
    '',
    `Sluice is ready at ${url}`,
    '',
    `  OTLP traces    ${url}/api/public/otel/v1/traces`,
    `  Health, metrics  ${adminUrl}/readyz  ${adminUrl}/metrics`,
    `  Data           ${storage}`,
    ...keys,
    '',
    'Send a trace and read it back:',
    '',
    `curl -s ${url}/v1/l/batch -H 'Authorization: Bearer ${bearer}' -d '{"trace":{"id":"7d0f4f0e-5d1c-4a51-9d52-1a9a5b6c7d8e","name":"hello"},"observations":[{"id":"1f0e4f0e-5d1c-4a51-9d52-1a9a5b6c7d8e","type":"GENERATION","name":"greet","model":"gpt-4o","promptTokens":12,"completionTokens":5}]}'`,
    `curl -s ${url}/api/public/traces/7d0f4f0e-5d1c-4a51-9d52-1a9a5b6c7d8e -H 'Authorization: Bearer ${bearer}'`,
    '',
    'Ctrl-C stops it.',
    '',
  ].join('\n');
}
