import {
  credentialFields,
  credentialProblems,
  listenerFields,
  listenerProblems,
  missingCredentials,
} from '@sluice/http';
import {
  type Settings,
  boolean,
  bytes,
  grouped,
  integer,
  logFields,
  memoryShare,
  readSettings,
  secret,
  url,
} from '@sluice/runtime';
import { databaseProblems } from '@sluice/store/connect';
import { selfTraceFields, selfTraceProblems } from '@sluice/tracing';

const MIB = 1024 * 1024;

/**
 * Settings of the query service in addition to those of its listener.
 * @param readWaitMs the default of READ_WAIT_MS
 */
export function queryFields(readWaitMs: number) {
  return grouped('Reading', {
    console: boolean('CONSOLE', { default: true, about: 'whether the console is served below /ui/' }),
    readWaitMs: integer('READ_WAIT_MS', {
      default: readWaitMs,
      max: 30_000,
      about: 'how long a trace that is not found is looked for again',
    }),
    receiptWaitMs: integer('RECEIPT_WAIT_MS', {
      default: 2000,
      max: 30_000,
      about: 'how long a read waits for the write whose receipt it brings',
    }),
    readConnections: integer('READ_CONNECTIONS', { default: 10, min: 1, max: 1000, about: 'connections for reads' }),
    /** An eighth of the memory limit, at most 128 MiB (contract: Limits). */
    readInflightBytes: bytes('READ_INFLIGHT_BYTES', {
      default: memoryShare({ divisor: 8, most: 128 * MIB }),
      about: 'memory that all answers in flight may take together',
    }),
    minReadBytesPerSecond: bytes('MIN_READ_BYTES_PER_SECOND', {
      default: 1024,
      about: 'least that a client may take of an answer, over 10 s; below it the answer is cut',
    }),
    readSearchMs: integer('READ_SEARCH_MS', {
      default: 1000,
      min: 10,
      max: 30_000,
      about: 'how long one answer searches for a text',
    }),
    readTimeoutMs: integer('READ_TIMEOUT_MS', {
      default: 20_000,
      min: 100,
      max: 600_000,
      about: 'after this a read is given up with 503',
    }),
  });
}

export type QuerySettings = Settings<ReturnType<typeof queryFields>>;

const POSTGRES = ['postgres', 'postgresql'];

/** All settings of the query service as a separate process. */
export const queryProcessFields = {
  ...listenerFields('0.0.0.0'),
  ...credentialFields,
  ...queryFields(1000),
  ...grouped('Database', {
    databaseUrl: url('DATABASE_URL', {
      schemes: POSTGRES,
      required: true,
      about: 'the Postgres that Sluice writes to',
    }),
    databasePassword: secret('DATABASE_PASSWORD', { about: 'its password, where the URL has none' }),
    databaseReadUrl: url('DATABASE_READ_URL', {
      schemes: POSTGRES,
      about: 'where reads go: a replica, or a login that only reads',
    }),
    databaseReadPassword: secret('DATABASE_READ_PASSWORD', { about: 'its password, where the URL has none' }),
  }),
  ...grouped('Writes', {
    gatewayUrl: url('GATEWAY_URL', {
      schemes: ['http', 'https'],
      about: 'the gateway, for writes whose path is also that of a read; without it they are 404',
    }),
  }),
  ...selfTraceFields,
  ...logFields,
};

export type QueryProcessSettings = Settings<typeof queryProcessFields>;

/**
 * Reads the settings of the query service as a separate process.
 * @throws SettingsError with all problems together
 */
export function readQuerySettings(env: NodeJS.ProcessEnv = process.env): QueryProcessSettings {
  return readSettings(
    env,
    queryProcessFields,
    (settings) => [
      ...listenerProblems(settings),
      ...credentialProblems(settings),
      ...missingCredentials(settings),
      ...databaseProblems(settings),
    ],
    selfTraceProblems,
  );
}
