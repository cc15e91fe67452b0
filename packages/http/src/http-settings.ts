import { type Field, list, parsed, port, secret, text } from '@sluice/runtime';
import { type KeyPair, parseKeyPair } from './credentials';

/** Where a service listens (contract: Settings). */
export const listenerFields = (defaultHost: string) => ({
  host: text('HOST', { default: defaultHost }),
  port: port('PORT', { default: 3000 }),
  adminHost: text('ADMIN_HOST', { default: defaultHost }),
  adminPort: port('ADMIN_PORT', { default: 9464 }),
  corsOrigins: list('CORS_ORIGINS', { default: [] }),
});

const keyPairs: Field<readonly KeyPair[]> = parsed<readonly KeyPair[], { readonly default: readonly KeyPair[] }>(
  'API_KEYS',
  {
    accepted: 'public:secret pairs separated by commas',
    secret: true,
    parse: (raw) => {
      const pairs = raw.split(',').map((pair) => parseKeyPair(pair.trim()));
      return pairs.every((pair) => pair !== undefined) ? pairs : undefined;
    },
  },
  { default: [] },
);

/** Who may use a service (contract: Settings). */
export const credentialFields = {
  bearerTokens: list('API_BEARER_TOKEN', { default: [], secret: true }),
  publicKey: text('PUBLIC_KEY', {}),
  secretKey: secret('SECRET_KEY', {}),
  keyPairs,
};

/** What is wrong between the credential settings. */
export function credentialProblems(settings: {
  readonly publicKey: string | undefined;
  readonly secretKey: string | undefined;
}): string[] {
  const one = (settings.publicKey === undefined) !== (settings.secretKey === undefined);
  return one ? ['PUBLIC_KEY, SECRET_KEY: expected both or neither'] : [];
}
