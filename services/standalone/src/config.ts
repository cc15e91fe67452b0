import { credentialFields, credentialProblems, listenerFields, listenerProblems } from '@sluice/http';
import { gatewayFields } from '@sluice/gateway';
import { queryFields } from '@sluice/query';
import { writerFields } from '@sluice/writer';
import { LOG_LEVELS, type Settings, bytes, choice, readSettings, text, url } from '@sluice/runtime';

/** Everything that the one-process product can be told. */
export const standaloneFields = {
  ...listenerFields('127.0.0.1'),
  ...credentialFields,
  ...gatewayFields,
  ...queryFields(0),
  ...writerFields,
  dataDir: text('DATA_DIR', { default: '.sluice' }),
  minFreeBytes: bytes('MIN_FREE_BYTES', { default: 256 * 2 ** 20, min: 0 }),
  databaseUrl: url('DATABASE_URL', { schemes: ['postgres', 'postgresql'] }),
  databaseReadUrl: url('DATABASE_READ_URL', { schemes: ['postgres', 'postgresql'] }),
  logLevel: choice('LOG_LEVEL', LOG_LEVELS, { default: 'info' }),
};

export type StandaloneSettings = Settings<typeof standaloneFields>;

/** The settings of the one-process product, from the environment. @throws SettingsError */
export function readStandaloneSettings(env: NodeJS.ProcessEnv = process.env): StandaloneSettings {
  return readSettings(env, standaloneFields, (settings) => [
    ...listenerProblems(settings),
    ...credentialProblems(settings),
  ]);
}
