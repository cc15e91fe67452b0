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

/** Database with the schema that this release needs, and its logins by purpose. */
export interface OpenDatabase {
  readonly urls: DatabaseUrls<string>;
  /** Location in words for the first screen. */
  readonly storage: string;
  /** Folder on its disk, if the database is embedded. */
  readonly folder: string | undefined;
}

/**
 * Starts the embedded Postgres, or uses the database that the settings name, and updates its schema.
 * @throws SettingsError or OutsideError if the operator has to change something
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
 * Creates a login for each purpose in the embedded database. Passwords are made again at each start and known to this process only, so that
 * there are none to store or to steal.
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

/** Time after a lost connection to wait for the end of the server. */
const END_MS = 1000;

/** Runs the work of a start; its error names the end of the server if that is the cause. */
async function prepare<T>(postgres: EmbeddedPostgres, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof SettingsError) throw error;
    if (error instanceof UnusableSchemaError || error instanceof UnsuitableLoginError) {
      throw new SettingsError([`DATA_DIR: ${error.message}`]);
    }
    // The server lacks memory or disk space, which its own error describes.
    if (errorCode(error)?.startsWith('53')) {
      throw new SettingsError([`DATA_DIR: the schema cannot be made: ${messageOf(error)}`]);
    }
    // The timer keeps the process alive: a process without pending work ends silently.
    const why = await Promise.race([postgres.ended, sleep(END_MS)]);
    throw why === undefined ? error : hasEnded(why);
  }
}
