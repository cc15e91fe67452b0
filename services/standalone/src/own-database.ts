import { retentionDaysOf } from '@sluice/credentials';
import { type Logger, SettingsError, messageOf } from '@sluice/runtime';
import { type DatabaseUrls, databaseUrls } from '@sluice/store/connect';
import {
  type Migrated,
  MissingRightsError,
  UnusableSchemaError,
  type SessionUser,
  migrate,
  sessionUser,
} from '@sluice/store/migrate';
import { errorCode } from '@sluice/store/write';
import type { StandaloneSettings } from './config';

type Urls = DatabaseUrls<string>;

/**
 * Migrates the database that the settings name, and checks the rights of their users.
 * @returns the URLs and the result of the migration
 * @throws SettingsError that names the setting, the user and the missing grant
 */
export async function openOwnDatabase(
  settings: StandaloneSettings & { readonly databaseUrl: string },
  logger: Logger,
): Promise<{ readonly urls: Urls; readonly migrated: Migrated }> {
  const urls = databaseUrls(settings);
  const migrated = await migrateOwn(urls);
  const problems = [...(await writerProblems(urls, settings, logger)), ...(await readerProblems(urls))];
  if (problems.length > 0) throw new SettingsError(problems);
  return { urls, migrated };
}

async function migrateOwn({ databaseUrl, databaseOwnerUrl }: Urls): Promise<Migrated> {
  const [setting, url] =
    databaseOwnerUrl === undefined ? ['DATABASE_URL', databaseUrl] : ['DATABASE_OWNER_URL', databaseOwnerUrl];
  try {
    return await migrate(url);
  } catch (error) {
    if (error instanceof MissingRightsError) throw new SettingsError([`${setting}: ${rightsAdvice(error)}`]);
    if (error instanceof UnusableSchemaError) throw new SettingsError([`${setting}: ${error.message}`]);
    throw refused(setting, url, error);
  }
}

/** Limit of shown statements: a restored database can lack some for each of hundreds of partitions. */
const MAX_STATEMENTS = 6;

function rightsAdvice({ message, statements }: MissingRightsError): string {
  const shown = statements.slice(0, MAX_STATEMENTS).join(' ');
  const more = statements.length - MAX_STATEMENTS;
  const rest = more > 0 ? ` and ${more} more` : '';
  return (
    `${message}: name somebody who may in DATABASE_OWNER_URL, or run \`sluice migrate\` as him; or let somebody who may ` +
    `run: ${shown}${rest}`
  );
}

/** Missing rights of the user of DATABASE_URL, and of that of DATABASE_OWNER_URL if a setting or a project has a retention. */
async function writerProblems(
  { databaseUrl, databaseReadUrl, databaseOwnerUrl }: Urls,
  { retentionDays, apiKeys, apiKeysFile, projectId }: StandaloneSettings,
  logger: Logger,
): Promise<string[]> {
  const user = await userOf('DATABASE_URL', databaseUrl);
  const owner = databaseOwnerUrl === undefined ? user : await userOf('DATABASE_OWNER_URL', databaseOwnerUrl);
  if (user.isSuperuser) {
    logger.warn(
      'DATABASE_URL logs in a superuser for writing and reading: let `sluice migrate` make logins that may do no more than they need',
    );
  }
  const mayRead = databaseReadUrl !== undefined || user.roles.has('sluice_reader');
  const mayDrop = owner.roles.has('sluice_owner');
  const keys = apiKeysFile === undefined ? 'API_KEYS' : 'API_KEYS_FILE';
  const drops = [
    ...(retentionDays === undefined ? [] : ['RETENTION_DAYS']),
    ...(retentionDaysOf(apiKeys.projects, projectId).size === 0 ? [] : [`${keys}: retentionDays of projects`]),
  ];
  return [
    ...(user.roles.has('sluice_writer') ? [] : [`DATABASE_URL: ${lacks(user, 'write', 'sluice_writer')}`]),
    ...(mayRead ? [] : [`DATABASE_URL: ${lacks(user, 'read', 'sluice_reader')}, or set DATABASE_READ_URL`]),
    ...(mayDrop ? [] : drops).map(
      (setting) => `${setting}: ${lacks(owner, 'drop', 'sluice_owner')}, or set DATABASE_OWNER_URL`,
    ),
  ];
}

/** Missing rights of the user of DATABASE_READ_URL. A replica may be unreachable for a while: readiness reports that. */
async function readerProblems({ databaseReadUrl }: Urls): Promise<string[]> {
  if (databaseReadUrl === undefined) return [];
  try {
    const user = await userOf('DATABASE_READ_URL', databaseReadUrl);
    return user.roles.has('sluice_reader') ? [] : [`DATABASE_READ_URL: ${lacks(user, 'read', 'sluice_reader')}`];
  } catch (error) {
    if (error instanceof SettingsError && REFUSED_USER.has(errorCode(error.cause) ?? '')) return [...error.problems];
    return [];
  }
}

/** No such user or password, no such database: waiting helps with none of these. */
const REFUSED_USER = new Set(['28P01', '28000', '3D000']);

function lacks({ name }: SessionUser, what: string, role: string): string {
  return `user ${name} may not ${what}: grant ${role} to ${name}`;
}

async function userOf(setting: string, url: string): Promise<SessionUser> {
  try {
    return await sessionUser(url);
  } catch (error) {
    throw refused(setting, url, error);
  }
}

/** Converts a connection failure into an error without a stack; a bug stays unchanged. */
function refused(setting: string, url: string, error: unknown): unknown {
  if (errorCode(error) === undefined && !lacksTls(error)) return error;
  return Object.assign(new SettingsError([`${setting}: ${refusalOf(url, error)}`]), { cause: error });
}

/** The driver's error has no code. */
function lacksTls(error: unknown): boolean {
  return error instanceof Error && error.message === 'The server does not support SSL connections';
}

const UNKNOWN_AUTHORITY = 'name the file of the authority that vouches for it as sslrootcert in the URL';

const ADVICE: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'nothing listens there: start Postgres, or correct host and port',
  ENOTFOUND: 'there is no host of this name: correct it',
  EAI_AGAIN: 'the name of the host cannot be looked up now: correct it, or put the name service right',
  ETIMEDOUT: 'nothing answers there: correct host and port, or open the network to them',
  '28P01': 'correct user and password, percent-encoded',
  DEPTH_ZERO_SELF_SIGNED_CERT: UNKNOWN_AUTHORITY,
  SELF_SIGNED_CERT_IN_CHAIN: UNKNOWN_AUTHORITY,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: UNKNOWN_AUTHORITY,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: UNKNOWN_AUTHORITY,
  ERR_TLS_CERT_ALTNAME_INVALID: 'name the host as its certificate does',
  '3D000': 'correct the name of the database, or make it',
};

/** Describes the server that refused the connection, the reason and the remedy. The URL itself is not shown: it contains the password. */
function refusalOf(url: string, error: unknown): string {
  const { hostname, port, searchParams } = new URL(url);
  const host = searchParams.get('host') ?? (hostname === '' ? 'localhost' : hostname);
  const place = host.startsWith('/') ? host : `${host}:${searchParams.get('port') ?? (port === '' ? '5432' : port)}`;
  const advice = ADVICE[errorCode(error) ?? ''];
  return `${place}: ${messageOf(error)}${advice === undefined ? '' : `: ${advice}`}`;
}
