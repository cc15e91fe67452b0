import { credentialFields, credentialProblems, listenerFields, listenerProblems } from '@sluice/http';
import { gatewayFields, otlpFields, otlpProblems, otlpTlsProblems } from '@sluice/gateway';
import { queryFields } from '@sluice/query';
import { writerFields } from '@sluice/writer';
import { type Settings, bytes, grouped, integer, logFields, readSettings, secret, text, url } from '@sluice/runtime';
import { databaseProblems } from '@sluice/store/connect';
import { selfTraceFields, selfTraceProblems } from '@sluice/tracing';

/** All settings of the product in one process. */
export const standaloneFields = {
  ...listenerFields('127.0.0.1'),
  ...otlpFields,
  ...credentialFields,
  ...grouped('Database', {
    dataDir: text('DATA_DIR', { default: '.sluice', about: 'folder of the embedded database and of the credentials' }),
    minFreeBytes: bytes('MIN_FREE_BYTES', {
      default: 256 * 2 ** 20,
      min: 0,
      about: 'room kept on the disk of the embedded database; 0: none',
    }),
    databaseUrl: url('DATABASE_URL', {
      schemes: ['postgres', 'postgresql'],
      about: 'a Postgres of yours, 15 or newer, instead of the embedded one',
    }),
    databasePassword: secret('DATABASE_PASSWORD', { about: 'its password, where the URL has none' }),
    databaseReadUrl: url('DATABASE_READ_URL', {
      schemes: ['postgres', 'postgresql'],
      about: 'where reads go: a replica, or a login that only reads',
    }),
    databaseReadPassword: secret('DATABASE_READ_PASSWORD', { about: 'its password, where the URL has none' }),
    databaseOwnerUrl: url('DATABASE_OWNER_URL', {
      schemes: ['postgres', 'postgresql'],
      about: 'who migrates and drops what has expired, where the user of DATABASE_URL may not',
    }),
    databaseOwnerPassword: secret('DATABASE_OWNER_PASSWORD', { about: 'its password, where the URL has none' }),
  }),
  ...writerFields,
  ...gatewayFields,
  ...grouped('Taking in', {
    ingestThreads: integer('INGEST_THREADS', {
      default: 0,
      max: 8,
      about: 'threads that decode and store beside the one that serves HTTP, from 0 to 8',
    }),
  }),
  ...queryFields(0),
  ...selfTraceFields,
  ...logFields,
};

export type StandaloneSettings = Settings<typeof standaloneFields>;

/**
 * Reads the settings of the one-process product from the environment.
 * @throws SettingsError
 */
export function readStandaloneSettings(env: NodeJS.ProcessEnv = process.env): StandaloneSettings {
  return readSettings(
    env,
    standaloneFields,
    (settings) => [
      ...listenerProblems(settings),
      ...otlpProblems(settings),
      ...credentialProblems(settings),
      ...databaseProblems(settings),
    ],
    otlpTlsProblems,
    selfTraceProblems,
  );
}

/** Variables that containers of several makers (`container`), pods and build runners have in their environment. */
const RUNNERS = ['CI', 'KUBERNETES_SERVICE_HOST', 'container'];

/** Whether the environment shows that another program has started this one, and stores its output. Not a setting. */
export function isUnattended(env: NodeJS.ProcessEnv = process.env): boolean {
  return RUNNERS.some((name) => !['', '0', 'false'].includes(env[name] ?? ''));
}
