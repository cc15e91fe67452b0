import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/** Where the running embedded database of a data folder listens, and its process. */
export interface EmbeddedDatabase {
  readonly url: string;
  /** The postmaster. */
  readonly pid: number;
}

/**
 * Finds the embedded database of a product that runs on the folder, as an operator would: the password and Postgres's
 * own pid file lie there (lines 1 and 4 of it: process and port).
 */
export async function findEmbeddedDatabase(dataDir: string): Promise<EmbeddedDatabase> {
  const password = (await readFile(join(dataDir, 'postgres', 'password'), 'utf8')).trim();
  const lines = (await readFile(join(dataDir, 'postgres', 'data', 'postmaster.pid'), 'utf8')).split('\n');
  return {
    url: `postgres://postgres:${encodeURIComponent(password)}@127.0.0.1:${lines[3] ?? ''}/postgres`,
    pid: Number(lines[0]),
  };
}

/** Ends the database of a folder whose product was killed; nothing is left to be kept. */
export async function endEmbeddedDatabase(dataDir: string): Promise<void> {
  const pid = await findEmbeddedDatabase(dataDir).then(
    (database) => database.pid,
    () => undefined,
  );
  if (pid === undefined || !(await isPostmaster(pid, dataDir))) return;
  process.kill(pid, 'SIGQUIT');
  while (await isPostmaster(pid, dataDir)) await sleep(50);
}

/** A pid file outlives its process, and its number may be another process's by now. */
async function isPostmaster(pid: number, dataDir: string): Promise<boolean> {
  const command = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '');
  return command.includes(dataDir);
}
