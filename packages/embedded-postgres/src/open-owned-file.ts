import { constants, type Stats } from 'node:fs';
import { lstat, open, rename, rm, stat, type FileHandle } from 'node:fs/promises';
import type { Account } from './account';
import { EmbeddedPostgresError, errorCode } from './embedded-postgres-error';

/* Changes in folders that another account may own. Root may write everywhere, so a link in such a folder must not decide which file is
   written, or whose mode and owner change: names are created or opened without following links, and everything else is done by handle. */

const { O_CREAT, O_DIRECTORY, O_EXCL, O_NOFOLLOW, O_NONBLOCK, O_RDONLY, O_WRONLY } = constants;

/**
 * Replaces a file, as a whole or not at all; the new one is readable by its owner only.
 * @param options.write receives the empty file, which does not have its name yet
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
    await file.chmod(0o600); // regardless of the umask
    if (owner !== undefined) await file.chown(owner.uid, owner.gid);
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(unfinished, path);
}

/**
 * Opens an own file, by flags of `open`; anything else with its name is not touched.
 * @throws EmbeddedPostgresError for a symbolic link, for anything but a file, and for root if the file has a second name elsewhere
 */
export async function openFile(path: string, flags: number): Promise<FileHandle> {
  // Without waiting for the other end, if it is a pipe.
  const file = await openUnfollowed(path, flags | O_NONBLOCK);
  const found = await file.stat();
  if (found.isFile() && !(process.getuid?.() === 0 && found.nlink > 1)) return file;
  await file.close();
  throw new EmbeddedPostgresError(`${path} is no file of its own: remove it`);
}

/** Changes the mode of a file or folder, and its owner if one is passed. */
export async function change(path: string, modeOf: (found: Stats) => number, owner?: Account): Promise<void> {
  const file = await openUnfollowed(path, O_RDONLY | O_NONBLOCK);
  try {
    await file.chmod(modeOf(await file.stat()));
    if (owner !== undefined) await file.chown(owner.uid, owner.gid);
  } finally {
    await file.close();
  }
}

/** Makes an account the owner of a folder. */
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
 * Refuses folders for the database that belong to another account than that of this process or root, or in which other accounts may write:
 * another account could have put a database of its own in them.
 * @throws EmbeddedPostgresError for a folder of another account, or one whose contents all accounts may replace
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
/** Mode bit of a folder in which each account may remove and rename only its own files, such as /tmp. */
const STICKY = 0o1000;

/**
 * For root: refuses links that other accounts have made. The folder of the database may be a link to another disk, but only one of root's
 * own.
 * @throws EmbeddedPostgresError for a link of another account, which would choose the folder that root works in
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
