import { list, parsed, port, secret, text } from '@sluice/runtime';
import { type KeyPair, isSendable, parseKeyPair } from './credentials';

/** Where a service listens (contract: Settings). */
export const listenerFields = (defaultHost: string) => ({
  host: text('HOST', { default: defaultHost }),
  port: port('PORT', { default: 3000 }),
  adminHost: text('ADMIN_HOST', { default: defaultHost }),
  adminPort: port('ADMIN_PORT', { default: 9464 }),
  corsOrigins: list('CORS_ORIGINS', { default: [] }),
});

const keyPairs = parsed(
  'API_KEYS',
  {
    accepted: 'public:secret pairs separated by commas',
    secret: true,
    parse: (raw): readonly KeyPair[] | undefined => {
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

/** The credentials that a client can never send, and a pair of which only one half is set. */
export function credentialProblems(settings: {
  readonly bearerTokens: readonly string[];
  readonly publicKey: string | undefined;
  readonly secretKey: string | undefined;
  readonly keyPairs: readonly KeyPair[];
}): string[] {
  const { bearerTokens, publicKey, secretKey, keyPairs } = settings;
  const unsendable = [
    { name: 'API_BEARER_TOKEN', ok: bearerTokens.every(isSendable) },
    { name: 'PUBLIC_KEY', ok: publicKey === undefined || (isSendable(publicKey) && !publicKey.includes(':')) },
    { name: 'SECRET_KEY', ok: secretKey === undefined || isSendable(secretKey) },
    { name: 'API_KEYS', ok: keyPairs.every((pair) => isSendable(pair.publicKey) && isSendable(pair.secretKey)) },
  ].filter(({ ok }) => !ok);
  return [
    ...unsendable.map(({ name }) => `${name}: expected printable ASCII without spaces, a public key without colon`),
    ...((publicKey === undefined) === (secretKey === undefined)
      ? []
      : ['PUBLIC_KEY, SECRET_KEY: expected both or none']),
  ];
}
