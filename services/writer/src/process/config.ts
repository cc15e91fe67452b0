import { kafkaFields, kafkaProblems } from '@sluice/bus/kafka';
import { listenerFields } from '@sluice/http';
import { LOG_LEVELS, type Settings, choice, integer, readSettings, url } from '@sluice/runtime';
import { writerFields } from '../config';

const { adminHost, adminPort } = listenerFields('0.0.0.0');

/** Everything that the writer can be told as a process of its own. */
export const writerProcessFields = {
  adminHost,
  adminPort,
  ...writerFields,
  ...kafkaFields,
  databaseUrl: url('DATABASE_URL', { schemes: ['postgres', 'postgresql'], required: true }),
  /** Partitions that are written at once, each in a transaction and on a connection of its own. */
  writeConcurrency: integer('WRITE_CONCURRENCY', { default: 4, min: 1, max: 64 }),
  logLevel: choice('LOG_LEVEL', LOG_LEVELS, { default: 'info' }),
};

export type WriterProcessSettings = Settings<typeof writerProcessFields>;

/** The settings of the writer as a process of its own. @throws SettingsError with all problems together */
export function readWriterSettings(env: NodeJS.ProcessEnv = process.env): WriterProcessSettings {
  return readSettings(env, writerProcessFields, kafkaProblems);
}
