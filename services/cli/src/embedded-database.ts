import { readFile, statfs } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { DiskRoom } from './doctor/judge-storage';

/** The Postgres that a standalone server keeps in its DATA_DIR. */
export interface EmbeddedDatabase {
  readonly folder: string;
  /** Leads to it as its superuser; undefined while it does not run. Holds the password: not for output. */
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
 * Looks for the embedded database of a server, as docs/guides/sql.md finds it.
 * @returns undefined where the folder has none
 * @throws the error of the file system where this user may not read it
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
