import { constants, type Stats } from 'node:fs';
import { lstat, open, rename, rm, stat, type FileHandle } from 'node:fs/promises';
import type { Account } from './account';
import { EmbeddedPostgresError, errorCode } from './embedded-postgres-error';

/*
 * Changes in folders that another account may own. Root may write everywhere, so that a link placed there must not choose what
 * is written, or whose mode and owner change: names are made anew or opened without following, and all else is done by handle.
 */

const { O_CREAT, O_DIRECTORY, O_EXCL, O_NOFOLLOW, O_NONBLOCK, O_RDONLY, O_WRONLY } = constants;

/**
 * Puts a file in the place of another one, whole or not at all, readable by its owner only.
 * @param options.write gets the empty file, which is not in place yet
 */
export async function replaceFile(
  path: string,
  { owner, write }: { readonly owner?: Account | undefined; readonly write: (file: FileHandle) => Promise<void> },
): Promise<void> {
  const unfinished = `${path}.new`;
  await rm(unfinished, { force: true });
  const file = await open(unfinished, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, 0o600);
  try {
    await write(file);
    await file.chmod(0o600); // whatever the umask has taken away
    if (owner !== undefined) await file.chown(owner.uid, owner.gid);
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(unfinished, path);
}

/**
 * Opens a file of ours, by flags of `open`; anything else in its place is left alone.
 * @throws EmbeddedPostgresError for a symbolic link, for what is no file, and for root where it has a second name elsewhere
 */
export async function openFile(path: string, flags: number): Promise<FileHandle> {
  // Without waiting for somebody at the other end, where it is a pipe.
  const file = await openUnfollowed(path, flags | O_NONBLOCK);
  const found = await file.stat();
  if (found.isFile() && !(process.getuid?.() === 0 && found.nlink > 1)) return file;
  await file.close();
  throw new EmbeddedPostgresError(`${path} is no file of its own: remove it`);
}

/** Changes the mode of a file or folder, and its owner where one is given. */
export async function change(path: string, modeOf: (found: Stats) => number, owner?: Account): Promise<void> {
  const file = await openUnfollowed(path, O_RDONLY | O_NONBLOCK);
  try {
    await file.chmod(modeOf(await file.stat()));
    if (owner !== undefined) await file.chown(owner.uid, owner.gid);
  } finally {
    await file.close();
  }
}

/** Gives a folder to an account. */
export async function giveFolder(path: string, owner: Account): Promise<void> {
  const folder = await openUnfollowed(path, O_RDONLY | O_DIRECTORY);
  try {
    await folder.chown(owner.uid, owner.gid);
  } finally {
    await folder.close();
  }
}

async function openUnfollowed(path: string, flags: number): Promise<FileHandle> {
  try {
    return await open(path, flags | O_NOFOLLOW, 0o600);
  } catch (error) {
    if (errorCode(error) !== 'ELOOP') throw error;
    throw new EmbeddedPostgresError(`${path} is a symbolic link, which is not followed: remove it`, { cause: error });
  }
}

/**
 * Folders that the database is to lie in belong to the account of this process or to root, and only they may write there:
 * another account could have put a database of its own in them.
 * @throws EmbeddedPostgresError for one of another account, or where all accounts may replace what lies in it
 */
export async function refuseForeignFolders(paths: readonly string[]): Promise<void> {
  const own = process.geteuid?.();
  if (own === undefined) return;
  for (const path of paths) {
    const found = await stat(path).catch((error: unknown) => {
      if (errorCode(error) !== 'ENOENT') throw error;
    });
    if (found === undefined) continue;
    if (found.uid !== own && found.uid !== 0) {
      throw new EmbeddedPostgresError(
        `${path} belongs to the account ${found.uid}: start this program as that account, give it the folder and all that lies ` +
          `in it, or choose another DATA_DIR`,
      );
    }
    if ((found.mode & OTHERS_WRITE) !== 0 && (found.mode & STICKY) === 0) {
      throw new EmbeddedPostgresError(
        `all accounts may write in ${path}: close it (chmod o-w) and look whether all that lies in it is yours, or choose another DATA_DIR`,
      );
    }
  }
}

const OTHERS_WRITE = 0o002;
/** Of a folder in which each account may remove and rename only what is its own, such as /tmp. */
const STICKY = 0o1000;

/**
 * For root: the folder of the database may be a link to another disk, but only one that root has made.
 * @throws EmbeddedPostgresError for a link of somebody else, who would choose which folder root works in
 */
export async function refuseForeignLinks(paths: readonly string[]): Promise<void> {
  if (process.getuid?.() !== 0) return;
  for (const path of paths) {
    const found = await lstat(path).catch((error: unknown) => {
      if (errorCode(error) !== 'ENOENT') throw error;
    });
    if (found === undefined || !found.isSymbolicLink() || found.uid === 0) continue;
    throw new EmbeddedPostgresError(
      `${path} is a symbolic link of the account ${found.uid}, which root does not follow: start this program as that account, ` +
        `or let root make the link`,
    );
  }
}
