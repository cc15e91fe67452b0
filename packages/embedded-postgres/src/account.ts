import { execFile } from 'node:child_process';
import { stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { promisify } from 'node:util';
import { EmbeddedPostgresError, errorCode } from './embedded-postgres-error';

/** Account of the system that the database processes run as. */
export interface Account {
  readonly name: string;
  readonly uid: number;
  readonly gid: number;
}

/**
 * Accounts for a root process, because Postgres refuses to run as root; they exist on practically every system, so that none has to be
 * created.
 */
const STAND_INS = ['postgres', 'nobody'];

/**
 * Returns the account for the database if this process is root: the owner of the existing data folder, otherwise `postgres`, otherwise
 * `nobody`. Undefined if this process is an ordinary user: the database then runs as that user.
 */
export async function databaseAccount(data: string): Promise<Account | undefined> {
  if (process.getuid?.() !== 0) return undefined;
  const owner = await ownerOf(data);
  if (owner !== undefined && owner.uid !== 0) return owner;
  for (const name of STAND_INS) {
    const account = await lookUp(name);
    if (account !== undefined) return account;
  }
  throw new EmbeddedPostgresError(
    `Postgres refuses to run as root, and there is neither an account "postgres" nor "nobody" to run it as: ` +
      `start this program as an ordinary user, or set DATABASE_URL to a Postgres of your own`,
  );
}

/** Options of `spawn` that run a child as the account. Supplementary groups of root are dropped with it. */
export function runAs(account: Account | undefined): { uid?: number; gid?: number } {
  return account === undefined ? {} : { uid: account.uid, gid: account.gid };
}

/** Returns the outermost folder on the path, `path` itself included, that the account may not enter; undefined if there is none. */
export async function closedFolder(path: string, account: Account): Promise<string | undefined> {
  const above = dirname(path) === path ? undefined : await closedFolder(dirname(path), account);
  if (above !== undefined) return above;
  const { uid, gid, mode } = await stat(path);
  const search = uid === account.uid ? 0o100 : gid === account.gid ? 0o010 : 0o001;
  return (mode & search) === 0 ? path : undefined;
}

async function ownerOf(path: string): Promise<Account | undefined> {
  try {
    const { uid, gid } = await stat(path);
    return { name: `uid ${uid}`, uid, gid };
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return undefined;
    throw error;
  }
}

async function lookUp(name: string): Promise<Account | undefined> {
  const ask = promisify(execFile);
  try {
    const [uid, gid] = await Promise.all([ask('id', ['-u', name]), ask('id', ['-g', name])]);
    return { name, uid: Number(uid.stdout), gid: Number(gid.stdout) };
  } catch {
    return undefined; // no such account
  }
}
