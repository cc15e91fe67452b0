import { kafkaFields, kafkaProblems } from '@sluice/bus/kafka';
import { readProjectTerms } from '@sluice/credentials';
import { credentialFields, listenerFields } from '@sluice/http';
import {
  LARGEST_SECRET,
  type Settings,
  file,
  grouped,
  logFields,
  integer,
  readSettings,
  secret,
  url,
} from '@sluice/runtime';
import { databaseProblems } from '@sluice/store/connect';
import { selfTraceFields, selfTraceProblems } from '@sluice/tracing';
import { writerFields } from '../config';

const { adminHost, adminPort } = listenerFields('0.0.0.0');

/** All settings of the writer as a separate process. */
export const writerProcessFields = {
  adminHost,
  adminPort,
  ...writerFields,
  ...kafkaFields,
  ...grouped('Database', {
    databaseUrl: url('DATABASE_URL', {
      schemes: ['postgres', 'postgresql'],
      required: true,
      about: 'the Postgres that is written to, 15 or newer',
    }),
    databasePassword: secret('DATABASE_PASSWORD', { about: 'its password, where the URL has none' }),
    databaseOwnerUrl: url('DATABASE_OWNER_URL', {
      schemes: ['postgres', 'postgresql'],
      about: 'who drops what has expired, where the user of DATABASE_URL may not',
    }),
    databaseOwnerPassword: secret('DATABASE_OWNER_PASSWORD', { about: 'its password, where the URL has none' }),
    /** Limit of concurrent transactions, each on a connection of its own; several partitions share one. */
    writeConcurrency: integer('WRITE_CONCURRENCY', {
      default: 4,
      min: 1,
      max: 64,
      about: 'transactions at once, each on a connection of its own',
    }),
  }),
  ...grouped('Projects', {
    projectId: credentialFields.projectId,
    projectsFile: file(credentialFields.apiKeysFile.name, {
      maxBytes: LARGEST_SECRET,
      read: readProjectTerms,
      about: 'a document of credentials, or only of its projects: their retentionDays',
    }),
  }),
  ...selfTraceFields,
  ...logFields,
};

export type WriterProcessSettings = Settings<typeof writerProcessFields>;

/**
 * Reads the settings of the writer as a separate process.
 * @throws SettingsError with all problems together
 */
export function readWriterSettings(env: NodeJS.ProcessEnv = process.env): WriterProcessSettings {
  return readSettings(env, writerProcessFields, kafkaProblems, databaseProblems, selfTraceProblems);
}
