import { parsed, port, text } from '@sluice/runtime';
import { isSendable, parseKeyPair } from './credentials';

function commaSeparated<T>(raw: string, parse: (part: string) => T | undefined): readonly T[] | undefined {
  const parts = raw.split(',').flatMap((part) => part.trim() || []);
  const values = parts.map(parse);
  return values.length > 0 && values.every((value) => value !== undefined) ? values : undefined;
}

/** An origin as browsers write it in the header `Origin`: in lower case, without a default port. */
function parseOrigin(text: string): string | undefined {
  if (text === '*') return text;
  if (!/^[a-z][a-z\d+.-]*:\/\/[^\s/?#@*\\]+$/i.test(text) || !URL.canParse(text)) return undefined;
  const { origin } = new URL(text);
  return origin === 'null' ? text : origin; // schemes that are not of the web have no rules of writing
}

/** Where a service listens (contract: Settings). */
export const listenerFields = (defaultHost: string) => ({
  host: text('HOST', { default: defaultHost }),
  port: port('PORT', { default: 3000 }),
  adminHost: text('ADMIN_HOST', { default: defaultHost }),
  adminPort: port('ADMIN_PORT', { default: 9464 }),
  corsOrigins: parsed(
    'CORS_ORIGINS',
    {
      accepted: 'origins such as https://app.example.com, separated by commas, or *',
      parse: (raw) => commaSeparated(raw, parseOrigin),
    },
    { default: [] },
  ),
});

const CREDENTIAL = 'printable ASCII without spaces';

/** Credentials are checked here, so that what no client could ever send is a problem of the settings. */
const secretText = (raw: string): string | undefined => (isSendable(raw) ? raw : undefined);

/** Who may use a service (contract: Settings). */
export const credentialFields = {
  bearerTokens: parsed(
    'API_BEARER_TOKEN',
    {
      accepted: `tokens of ${CREDENTIAL}, separated by commas`,
      parse: (raw) => commaSeparated(raw, secretText),
      secret: true,
    },
    { default: [] },
  ),
  publicKey: parsed(
    'PUBLIC_KEY',
    {
      accepted: `${CREDENTIAL} and colon`,
      parse: (raw) => (isSendable(raw) && !raw.includes(':') ? raw : undefined),
      secret: true,
    },
    {},
  ),
  secretKey: parsed('SECRET_KEY', { accepted: CREDENTIAL, parse: secretText, secret: true }, {}),
  keyPairs: parsed(
    'API_KEYS',
    {
      accepted: `public:secret pairs of ${CREDENTIAL}, separated by commas`,
      parse: (raw) => commaSeparated(raw, parseKeyPair),
      secret: true,
    },
    { default: [] },
  ),
};

/** A key without its other half is a mistake, whichever is missing. */
export function credentialProblems(settings: {
  readonly publicKey: string | undefined;
  readonly secretKey: string | undefined;
}): string[] {
  const oneHalf = (settings.publicKey === undefined) !== (settings.secretKey === undefined);
  return oneHalf ? ['PUBLIC_KEY, SECRET_KEY: expected both or none'] : [];
}
