import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/** Port and process of the running embedded database of a data folder. */
export interface EmbeddedDatabase {
  readonly url: string;
  /** Process id of the postmaster. */
  readonly pid: number;
}

/**
 * Finds the embedded database of a product that runs on the folder, from the password file and Postgres's pid file (lines 1 and 4: process
 * and port).
 */
export async function findEmbeddedDatabase(dataDir: string): Promise<EmbeddedDatabase> {
  const password = (await readFile(join(dataDir, 'postgres', 'password'), 'utf8')).trim();
  const lines = (await readFile(join(dataDir, 'postgres', 'data', 'postmaster.pid'), 'utf8')).split('\n');
  return {
    url: `postgres://postgres:${encodeURIComponent(password)}@127.0.0.1:${lines[3] ?? ''}/postgres`,
    pid: Number(lines[0]),
  };
}

/** Ends the database of a killed product; its data need not be kept. */
export async function endEmbeddedDatabase(dataDir: string): Promise<void> {
  const pid = await findEmbeddedDatabase(dataDir).then(
    (database) => database.pid,
    () => undefined,
  );
  if (pid === undefined || !(await isPostmaster(pid, dataDir))) return;
  process.kill(pid, 'SIGQUIT');
  while (await isPostmaster(pid, dataDir)) await sleep(50);
}

/** A pid file outlives its process, and another process may have its number. */
async function isPostmaster(pid: number, dataDir: string): Promise<boolean> {
  const command = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '');
  return command.includes(dataDir);
}
