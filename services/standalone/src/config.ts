import { credentialFields, credentialProblems, listenerFields } from '@sluice/http';
import { gatewayFields } from '@sluice/gateway';
import { queryFields } from '@sluice/query';
import { LOG_LEVELS, type Settings, choice, readSettings, text, url } from '@sluice/runtime';

const fields = {
  ...listenerFields('127.0.0.1'),
  ...credentialFields,
  ...gatewayFields,
  ...queryFields(0),
  dataDir: text('DATA_DIR', { default: '.sluice' }),
  databaseUrl: url('DATABASE_URL', { schemes: ['postgres', 'postgresql'] }),
  databaseReadUrl: url('DATABASE_READ_URL', { schemes: ['postgres', 'postgresql'] }),
  logLevel: choice('LOG_LEVEL', LOG_LEVELS, { default: 'info' }),
};

export type StandaloneSettings = Settings<typeof fields>;

/** The settings of the one-process product, from the environment. @throws SettingsError */
export function readStandaloneSettings(env: NodeJS.ProcessEnv = process.env): StandaloneSettings {
  return readSettings(env, fields, credentialProblems);
}
