import { resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  type EmbeddedPostgres,
  EmbeddedPostgresError,
  type EmbeddedPostgresOptions,
  startEmbeddedPostgres,
} from '@sluice/embedded-postgres';
import { type Closers, type Logger, OutsideError, SettingsError, messageOf } from '@sluice/runtime';
import { type Migrated, MissingRightsError, SchemaTooNewError, migrate } from '@sluice/store/migrate';
import { errorCode } from '@sluice/store/write';
import type { StandaloneSettings } from './config';

export interface DatabaseParts {
  readonly config: StandaloneSettings;
  readonly logger: Logger;
  readonly closers: Closers;
  readonly fail: (error: unknown) => void;
}

/** A database with the schema that this release needs. */
export interface OpenDatabase {
  readonly url: string;
  /** Where it is, in words for the first screen. */
  readonly storage: string;
  /** The folder on whose disk it lies, where it is ours. */
  readonly folder: string | undefined;
}

/**
 * Starts the embedded Postgres, or takes the one that the settings name, and brings its schema up to date.
 * @throws SettingsError or OutsideError where the operator has to put something right
 */
export async function openDatabase(parts: DatabaseParts): Promise<OpenDatabase> {
  const { config, logger } = parts;
  const told = ({ versions, repaired }: Migrated): void => {
    if (versions.length > 0) logger.info('the schema was brought up to date', { versions });
    else if (repaired > 0) logger.warn('owners and rights in the database were put right', { statements: repaired });
  };
  if (config.databaseUrl !== undefined) {
    told(await migrateConfigured(config.databaseUrl));
    return { url: config.databaseUrl, storage: 'DATABASE_URL', folder: undefined };
  }
  const postgres = await openEmbedded(parts);
  told(await migrateEmbedded(postgres));
  const folder = resolve(config.dataDir);
  return { url: postgres.url, storage: folder, folder };
}

async function openEmbedded({ config, logger, closers, fail }: DatabaseParts): Promise<EmbeddedPostgres> {
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

/** Starts the embedded Postgres; what the operator has to put right is told without a stack. */
async function startPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  try {
    return await startEmbeddedPostgres(options);
  } catch (error) {
    throw error instanceof EmbeddedPostgresError ? new SettingsError([`DATA_DIR: ${error.message}`]) : error;
  }
}

async function migrateConfigured(url: string): Promise<Migrated> {
  try {
    return await migrate(url);
  } catch (error) {
    if (error instanceof MissingRightsError) throw new SettingsError([`DATABASE_URL: ${rightsAdvice(error)}`]);
    const told = error instanceof SchemaTooNewError || errorCode(error) !== undefined;
    throw told ? new SettingsError([`DATABASE_URL: ${refusalOf(url, error)}`]) : error;
  }
}

/** A restored database can lack some for each of hundreds of partitions. */
const MOST_STATEMENTS = 6;

function rightsAdvice({ message, statements }: MissingRightsError): string {
  const shown = statements.slice(0, MOST_STATEMENTS).join(' ');
  const more = statements.length - MOST_STATEMENTS;
  const rest = more > 0 ? ` and ${more} more, which \`sluice migrate\` runs or shows` : '';
  return `${message}; somebody who may has to run: ${shown}${rest}`;
}

const ADVICE: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'nothing listens there: start Postgres, or correct host and port',
  ENOTFOUND: 'there is no host of this name: correct it',
  EAI_AGAIN: 'the name of the host cannot be looked up now: correct it, or put the name service right',
  ETIMEDOUT: 'nothing answers there: correct host and port, or open the network to them',
  '28P01': 'correct user and password, percent-encoded',
  '3D000': 'correct the name of the database, or make it',
};

/** Which server did not take us, why, and what to do. The URL itself is not shown: it holds the password. */
function refusalOf(url: string, error: unknown): string {
  const { hostname, port, searchParams } = new URL(url);
  const host = searchParams.get('host') ?? (hostname === '' ? 'localhost' : hostname);
  const place = host.startsWith('/') ? host : `${host}:${searchParams.get('port') ?? (port === '' ? '5432' : port)}`;
  const advice = ADVICE[errorCode(error) ?? ''];
  return `${place}: ${messageOf(error)}${advice === undefined ? '' : `: ${advice}`}`;
}

/** How long after a lost connection the end of the server is waited for. */
const END_MS = 1000;

async function migrateEmbedded(postgres: EmbeddedPostgres): Promise<Migrated> {
  try {
    return await migrate(postgres.url);
  } catch (error) {
    if (error instanceof SchemaTooNewError) throw new SettingsError([`DATA_DIR: ${error.message}`]);
    // Memory and disk that the server lacks, in the words of its own error.
    if (errorCode(error)?.startsWith('53')) {
      throw new SettingsError([`DATA_DIR: the schema cannot be made: ${messageOf(error)}`]);
    }
    const why = await Promise.race([postgres.ended, sleep(END_MS, undefined, { ref: false })]);
    throw why === undefined ? error : hasEnded(why);
  }
}
