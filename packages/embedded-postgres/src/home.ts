import { cp, mkdir, mkdtemp, readdir, realpath, rename, rm, stat, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { closedFolder } from './account';
import type { Account } from './account';
import { BINARIES_VERSION } from './binaries';
import { EmbeddedPostgresError, errorCode } from './embedded-postgres-error';
import type { Logger } from './logger';
import { change } from './open-owned-file';

/** Paths of one embedded server; all are absolute and free of symbolic links. */
export interface Home {
  readonly folder: string;
  /** Postgres's own data folder. */
  readonly data: string;
  /** File of the generated password, readable by the database's account only. */
  readonly password: string;
  /** Log of the server; limited by `boundLog`. */
  readonly log: string;
}

/** Folder of root's databases if the database's account cannot enter the requested data folder. */
const ELSEWHERE = '/var/lib/sluice';

/**
 * Opens the folder `postgres` in the data folder; creates it if it is missing. If this process is root and the database's account may not
 * enter the folder (a data folder below root's home), it is a symbolic link to a folder below /var/lib/sluice, because the modes of other
 * folders must not be changed.
 */
export async function openHome(options: {
  readonly dataDir: string;
  readonly account: Account | undefined;
  readonly logger: Logger;
}): Promise<Home> {
  const { dataDir, account, logger } = options;
  const link = join(dataDir, 'postgres');
  if (account !== undefined) {
    await change(dataDir, ({ mode }) => mode | 0o011);
    const closed = await closedFolder(dataDir, account);
    if (closed !== undefined && !(await exists(link))) {
      const folder = await makeElsewhere(account, closed);
      logger.warn(
        `the database lies in ${folder}, because it runs as "${account.name}", who may not enter ${closed}: ` +
          `set DATA_DIR to a folder outside to choose its place`,
      );
      await symlink(folder, link);
    }
  }
  await mkdir(link, { recursive: true });
  const folder = await realpath(link);
  refuseLongPath(folder);
  await change(folder, () => (account === undefined ? 0o700 : 0o711));
  const closed = account === undefined ? undefined : await closedFolder(folder, account);
  if (account !== undefined && closed !== undefined) {
    throw new EmbeddedPostgresError(
      `the database in ${folder} runs as "${account.name}", who may not enter ${closed}: ` +
        `move the data folder outside of it, or allow others to enter it (chmod o+x ${closed})`,
    );
  }
  return {
    folder,
    data: join(folder, 'data'),
    password: join(folder, 'password'),
    log: join(folder, 'postgres.log'),
  };
}

/** Limit of a path: Postgres silently cuts paths of 1024 bytes and more; the paths below its folder add up to 100. */
const LONGEST_PATH = 900;

function refuseLongPath(folder: string): void {
  const length = Buffer.byteLength(folder);
  if (length <= LONGEST_PATH) return;
  throw new EmbeddedPostgresError(
    `the path of the database is ${length} bytes long, Postgres can handle ${LONGEST_PATH}: choose a shorter DATA_DIR`,
  );
}

/**
 * Returns a folder of binaries that the account can execute: `native` itself, or a copy in the home if `native` is below a folder that is
 * closed to the account or has a name that initdb cannot use. Copies of other releases are removed.
 */
export async function reachableBinaries(native: string, home: Home, account: Account | undefined): Promise<string> {
  const isClosed =
    account !== undefined && (await closedFolder(join(native, 'bin', 'postgres'), account)) !== undefined;
  if (!isClosed && isPlain(native)) return native;
  if (!isPlain(home.folder)) {
    throw new EmbeddedPostgresError(
      `the programs of Postgres would have to run from ${home.folder}, and a shell reads that path differently: ` +
        `choose a DATA_DIR without ", $, \`, \\ and line breaks`,
    );
  }
  const copy = join(home.folder, `binaries-${BINARIES_VERSION}`);
  if (await exists(copy)) return copy;
  for (const name of await readdir(home.folder)) {
    if (name.startsWith('binaries-')) await rm(join(home.folder, name), { recursive: true });
  }
  const unfinished = `${copy}.new`;
  await rm(unfinished, { recursive: true, force: true });
  await cp(native, unfinished, { recursive: true, verbatimSymlinks: true });
  await openToAll(unfinished);
  await rename(unfinished, copy);
  return copy;
}

/** Whether initdb can start programs in this folder: it puts the path between double quotes in a command of the shell. */
function isPlain(path: string): boolean {
  return !/["$`\\\n]/.test(path);
}

/** Allows every account to read and execute, however strict the umask of the installation was. */
async function openToAll(folder: string): Promise<void> {
  await change(folder, () => 0o755);
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    if (entry.isSymbolicLink()) continue;
    await change(path, (found) => (found.isDirectory() || (found.mode & 0o100) !== 0 ? 0o755 : 0o644));
  }
}

async function makeElsewhere(account: Account, closed: string): Promise<string> {
  try {
    await mkdir(ELSEWHERE, { recursive: true, mode: 0o755 });
    const folder = await mkdtemp(join(ELSEWHERE, 'postgres-'));
    await change(folder, () => 0o711);
    return folder;
  } catch (error) {
    throw new EmbeddedPostgresError(
      `the database runs as "${account.name}", who may not enter ${closed}, and no folder can be made in ` +
        `${ELSEWHERE} (${errorCode(error) ?? String(error)}): set DATA_DIR to a folder that others may enter`,
    );
  }
}

async function exists(path: string): Promise<boolean> {
  try {
    await stat(path);
    return true;
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return false;
    throw error;
  }
}
