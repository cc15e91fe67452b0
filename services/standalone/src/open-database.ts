import { randomBytes } from 'node:crypto';
import { resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  type EmbeddedPostgres,
  EmbeddedPostgresError,
  type EmbeddedPostgresOptions,
  startEmbeddedPostgres,
} from '@sluice/embedded-postgres';
import { type Closers, type Logger, OutsideError, SettingsError, messageOf } from '@sluice/runtime';
import { type DatabaseUrls, projectIdProblem } from '@sluice/store/connect';
import {
  type Login,
  type Migrated,
  UnusableSchemaError,
  UnsuitableLoginError,
  closeDatabase,
  makeLogins,
  migrate,
} from '@sluice/store/migrate';
import { errorCode } from '@sluice/store/write';
import type { StandaloneSettings } from './config';
import { openOwnDatabase } from './own-database';

export interface DatabaseDependencies {
  readonly config: StandaloneSettings;
  readonly logger: Logger;
  readonly closers: Closers;
  readonly fail: (error: unknown) => void;
}

/** A database with the schema that this release needs, and who logs in to it for what. */
export interface OpenDatabase {
  readonly urls: DatabaseUrls<string>;
  /** Where it is, in words for the first screen. */
  readonly storage: string;
  /** The folder on whose disk it lies, where it is ours. */
  readonly folder: string | undefined;
}

/**
 * Starts the embedded Postgres, or takes the one that the settings name, and brings its schema up to date.
 * @throws SettingsError or OutsideError where the operator has to put something right
 */
export async function openDatabase(dependencies: DatabaseDependencies): Promise<OpenDatabase> {
  const { config, logger } = dependencies;
  const logMigrated = ({ versions, repaired }: Migrated): void => {
    if (versions.length > 0) logger.info('the schema was brought up to date', { versions });
    else if (repaired > 0) logger.warn('owners and rights in the database were put right', { statements: repaired });
  };
  const { databaseUrl } = config;
  if (databaseUrl !== undefined) {
    const { urls, migrated } = await openOwnDatabase({ ...config, databaseUrl }, logger);
    logMigrated(migrated);
    await checkProjectId(urls, config);
    return { urls, storage: 'DATABASE_URL', folder: undefined };
  }
  const postgres = await openEmbedded(dependencies);
  logMigrated(await prepare(postgres, () => migrate(postgres.url)));
  const urls = await prepare(postgres, () => makeUrls(postgres.url));
  await prepare(postgres, () => checkProjectId(urls, config));
  const folder = resolve(config.dataDir);
  return { urls, storage: folder, folder };
}

async function checkProjectId({ databaseUrl }: DatabaseUrls<string>, { projectId }: StandaloneSettings): Promise<void> {
  const problem = await projectIdProblem(databaseUrl, projectId);
  if (problem !== undefined) throw new SettingsError([problem.message]);
}

/**
 * Gives each purpose a login of its own in the embedded database. Its passwords are made anew at each start and known to nobody but this
 * process, so that there is nothing to keep and nothing to steal.
 */
async function makeUrls(superuserUrl: string): Promise<DatabaseUrls<string>> {
  const loginFor = (role: Login['role']): Login => {
    return { role, name: `${role}_login`, password: randomBytes(24).toString('base64url') };
  };
  const [writer, reader, owner] = [loginFor('sluice_writer'), loginFor('sluice_reader'), loginFor('sluice_owner')];
  await closeDatabase(superuserUrl);
  await makeLogins(superuserUrl, [writer, reader, owner]);
  const urlOf = ({ name, password }: Login): string =>
    Object.assign(new URL(superuserUrl), { username: name, password }).href;
  return { databaseUrl: urlOf(writer), databaseReadUrl: urlOf(reader), databaseOwnerUrl: urlOf(owner) };
}

async function openEmbedded({ config, logger, closers, fail }: DatabaseDependencies): Promise<EmbeddedPostgres> {
  const postgres = await startPostgres({
    dataDir: config.dataDir,
    logger: logger.child({ service: 'postgres' }),
  });
  let stopping = false;
  closers.add('postgres', () => {
    stopping = true;
    return postgres.stop();
  });
  void postgres.ended.then((why) => {
    if (!stopping) fail(hasEnded(why));
  });
  return postgres;
}

function hasEnded(why: string): OutsideError {
  return new OutsideError(`the embedded Postgres has ended, ${why}`);
}

/** Starts the embedded Postgres; errors for the operator have no stack. */
async function startPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  try {
    return await startEmbeddedPostgres(options);
  } catch (error) {
    throw error instanceof EmbeddedPostgresError ? new SettingsError([`DATA_DIR: ${error.message}`]) : error;
  }
}

/** How long after a lost connection the end of the server is waited for. */
const END_MS = 1000;

/** Does the work that a start needs; the error names the end of the server where that is the cause. */
async function prepare<T>(postgres: EmbeddedPostgres, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof SettingsError) throw error;
    if (error instanceof UnusableSchemaError || error instanceof UnsuitableLoginError) {
      throw new SettingsError([`DATA_DIR: ${error.message}`]);
    }
    // Memory and disk that the server lacks, in the words of its own error.
    if (errorCode(error)?.startsWith('53')) {
      throw new SettingsError([`DATA_DIR: the schema cannot be made: ${messageOf(error)}`]);
    }
    // A timer that keeps the process alive: one that waits for nothing more ends without a word.
    const why = await Promise.race([postgres.ended, sleep(END_MS)]);
    throw why === undefined ? error : hasEnded(why);
  }
}
