import { readFile, statfs } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { DiskRoom } from './doctor/judge-storage';

/** Postgres of a standalone server in its DATA_DIR. */
export interface EmbeddedDatabase {
  readonly folder: string;
  /** URL of its superuser; undefined while it does not run. Contains the password: not for output. */
  readonly url: string | undefined;
  room(): Promise<DiskRoom>;
}

export interface EmbeddedSettings {
  /** DATA_DIR */
  readonly dataDir: string;
  /** MIN_FREE_BYTES */
  readonly minFreeBytes: number;
}

/** Lines of `postmaster.pid`, counted from 0: https://www.postgresql.org/docs/18/storage-file-layout.html */
const PORT_LINE = 3;

/**
 * Finds the embedded database of a server, in the way of docs/guides/sql.md.
 * @returns undefined if the folder has none
 * @throws the error of the file system if this user may not read it
 */
export async function findEmbedded({ dataDir, minFreeBytes }: EmbeddedSettings): Promise<EmbeddedDatabase | undefined> {
  const folder = resolve(dataDir);
  const password = await textOf(join(folder, 'postgres/password'));
  if (password === undefined) return undefined;
  const process = await textOf(join(folder, 'postgres/data/postmaster.pid'));
  const port = process?.split('\n')[PORT_LINE];
  return {
    folder,
    url: port === undefined ? undefined : `postgres://postgres:${password.trim()}@127.0.0.1:${port}/postgres`,
    room: async () => {
      const { bavail, blocks, bsize } = await statfs(folder);
      return { free: bavail * bsize, size: blocks * bsize, least: minFreeBytes };
    },
  };
}

async function textOf(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}
