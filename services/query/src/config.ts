import { credentialFields, credentialProblems, listenerFields } from '@sluice/http';
import { LOG_LEVELS, type Settings, choice, integer, readSettings, text, url } from '@sluice/runtime';

/** The settings of the query service beside those of its listener. @param readWaitMs the default of READ_WAIT_MS */
export function queryFields(readWaitMs: number) {
  return {
    projectId: text('PROJECT_ID', { default: 'default' }),
    readWaitMs: integer('READ_WAIT_MS', { default: readWaitMs, max: 30_000 }),
    readConnections: integer('READ_CONNECTIONS', { default: 10, min: 1, max: 1000 }),
    readTimeoutMs: integer('READ_TIMEOUT_MS', { default: 20_000, min: 100, max: 600_000 }),
  };
}

export type QuerySettings = Settings<ReturnType<typeof queryFields>>;

const POSTGRES = ['postgres', 'postgresql'];

const fields = {
  ...listenerFields('0.0.0.0'),
  ...credentialFields,
  ...queryFields(1000),
  databaseUrl: url('DATABASE_URL', { schemes: POSTGRES, required: true }),
  databaseReadUrl: url('DATABASE_READ_URL', { schemes: POSTGRES }),
  logLevel: choice('LOG_LEVEL', LOG_LEVELS, { default: 'info' }),
};

export type QueryProcessSettings = Settings<typeof fields>;

/** The settings of the query service as a process of its own. @throws SettingsError with all problems together */
export function readQuerySettings(env: NodeJS.ProcessEnv = process.env): QueryProcessSettings {
  return readSettings(env, fields, (settings) => {
    const { bearerTokens, publicKey, keyPairs } = settings;
    const hasNone = bearerTokens.length === 0 && publicKey === undefined && keyPairs.length === 0;
    const missing = 'API_BEARER_TOKEN, PUBLIC_KEY with SECRET_KEY, or API_KEYS: at least one of them is required';
    return [...credentialProblems(settings), ...(hasNone ? [missing] : [])];
  });
}
