import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtemp, open, readdir, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { runAs } from './account';
import type { Account } from './account';
import { MAJOR_VERSION } from './binaries';
import { EmbeddedPostgresError, diskIsFull, errorCode, reasonOf } from './embedded-postgres-error';
import type { Home } from './home';
import { giveFolder, replaceFile } from './open-owned-file';

/** The database's only user, its superuser. No schema has this name, because `$user` in the search path would find it. */
export const USER = 'postgres';

/** Environment of the database's child processes: nothing of this process's environment (PGPORT, PGDATA, …). */
export const CHILD_ENVIRONMENT = { PATH: '/usr/bin:/bin', LC_ALL: 'C' };

/**
 * Creates the database cluster if there is none, otherwise checks it.
 * @returns the password of `USER`
 * @throws EmbeddedPostgresError for a cluster of another major version, without its password, or that cannot be created
 */
export async function ensureCluster(options: {
  readonly home: Home;
  readonly binaries: string;
  readonly account: Account | undefined;
  readonly ephemeral: boolean;
}): Promise<string> {
  const { home, account } = options;
  const version = await readIfPresent(join(home.data, 'PG_VERSION'));
  const password = await readIfPresent(home.password);
  if (version === undefined) {
    const chosen = password ?? (await writePassword(home, account));
    await initialise(options);
    return chosen;
  }
  if (version !== MAJOR_VERSION) {
    throw new EmbeddedPostgresError(
      `${home.data} was made by Postgres ${version}, this release brings Postgres ${MAJOR_VERSION}, which cannot read ` +
        `it: start the release that made it and copy the data with pg_dump and pg_restore, or start with another ` +
        `DATA_DIR. Nothing was changed`,
    );
  }
  if (password === undefined) {
    throw new EmbeddedPostgresError(
      `the password of the database in ${home.data} is missing: put the file ${home.password} back from a backup`,
    );
  }
  return password;
}

async function initialise({
  home,
  binaries,
  account,
  ephemeral,
}: {
  readonly home: Home;
  readonly binaries: string;
  readonly account: Account | undefined;
  readonly ephemeral: boolean;
}): Promise<void> {
  await refuseRemains(home);
  await removeUnfinished(home);
  // A new name each time: an initdb whose parent was killed may run on for a moment.
  const unfinished = await mkdtemp(join(home.folder, UNFINISHED));
  if (account !== undefined) await giveFolder(unfinished, account);
  const flags = [
    `--pgdata=${unfinished}`,
    '--locale=C',
    '--encoding=UTF8',
    '--auth=scram-sha-256',
    `--username=${USER}`,
    `--pwfile=${home.password}`,
    '--no-instructions',
    ...(ephemeral ? ['--no-sync'] : []),
  ];
  try {
    await promisify(execFile)(join(binaries, 'bin', 'initdb'), flags, {
      ...runAs(account),
      cwd: unfinished,
      env: CHILD_ENVIRONMENT,
    });
  } catch (error) {
    throw new EmbeddedPostgresError(`the database cannot be made in ${home.data}: ${initdbAdvice(error)}`, {
      cause: error,
    });
  }
  await rename(unfinished, home.data);
  await syncFolder(home.folder);
}

const UNFINISHED = 'data.new-';

/** Removes the unfinished folders of earlier starts. */
async function removeUnfinished(home: Home): Promise<void> {
  for (const name of await readdir(home.folder)) {
    if (!name.startsWith(UNFINISHED)) continue;
    await rm(join(home.folder, name), { recursive: true, force: true, maxRetries: 10, retryDelay: 50 });
  }
}

/** Refuses a data folder with files but without a database: nothing of it is overwritten. */
async function refuseRemains(home: Home): Promise<void> {
  const names = await readdir(home.data).catch(() => []);
  if (names.length === 0) return;
  throw new EmbeddedPostgresError(
    `${home.data} holds files, but PG_VERSION is missing, so it is no database of Postgres: put it back from a backup, ` +
      `or move it away to begin with an empty one`,
  );
}

function initdbAdvice(error: unknown): string {
  const reason = reasonOf(error);
  if (errorCode(error) === 'ENOENT') {
    // ENOENT here is that of the program's loader, not of the program
    return 'its programs do not run on this system (they need glibc): set DATABASE_URL to a Postgres of your own';
  }
  if (diskIsFull(reason)) return `its disk is full, make room: ${reason}`;
  if (reason.includes('could not look up effective user ID')) {
    return `this account has no name on this machine, and Postgres wants one: start as an account of /etc/passwd, or set DATABASE_URL to a Postgres of your own`;
  }
  return reason;
}

async function writePassword(home: Home, account: Account | undefined): Promise<string> {
  const password = randomBytes(24).toString('base64url');
  await replaceFile(home.password, { owner: account, write: (file) => file.writeFile(password) });
  return password;
}

async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

async function readIfPresent(path: string): Promise<string | undefined> {
  try {
    return (await readFile(path, 'utf8')).trim();
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return undefined;
    throw error;
  }
}
