import { lstat, lutimes, readdir, readlink, rename, symlink, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { EmbeddedPostgresError, errorCode } from './embedded-postgres-error';
import { findProcess, pidSpace } from './process-table';

export interface FolderLock {
  release(): Promise<void>;
}

interface Holder {
  readonly pid: number;
  readonly started: string;
  readonly space: string;
}

const SIGN_OF_LIFE_MS = 3_000;
/** Time without a renewal after which a holder in another container counts as dead, because its pid has no meaning here. */
const SILENCE_MS = 5 * SIGN_OF_LIFE_MS;

/**
 * Locks the folder for this process, until `release` or its end, however it ends.
 *
 * Node has no flock, so the lock is a symbolic link `lock.<n>` whose target names the holder: it is created with its contents in one step
 * or not at all. A dead holder is detected by its pid and start time. Other processes never remove its lock, but outbid it by `lock.<n+1>`,
 * so that two processes that find the same dead lock cannot both hold the folder. A holder in another container or on another host is
 * judged by the time of its link, which it renews.
 * @throws EmbeddedPostgresError naming the process that holds the lock
 */
export async function lockFolder(folder: string, silenceMs = SILENCE_MS): Promise<FolderLock> {
  const space = await pidSpace();
  const self = await findProcess(process.pid);
  const target = JSON.stringify({ pid: process.pid, started: self?.started ?? '', space } satisfies Holder);
  for (;;) {
    const before = await newestLock(folder);
    const holder = before === 0 ? undefined : await holderOf(lockPath(folder, before), space, silenceMs);
    if (holder !== undefined) throw heldBy(folder, holder, space);
    const mine = before + 1;
    if (!(await claim(lockPath(folder, mine), target))) continue;
    // A higher lock existed first: mine was created in the gap that its holder left when it removed old ones.
    if ((await newestLock(folder)) !== mine) {
      await unlink(lockPath(folder, mine));
      continue;
    }
    await removeLocksBelow(folder, mine);
    return keep(lockPath(folder, mine));
  }
}

function keep(path: string): FolderLock {
  const timer = setInterval(() => {
    const now = new Date();
    lutimes(path, now, now).catch(() => undefined); // the next one may succeed
  }, SIGN_OF_LIFE_MS).unref();
  return {
    release: async () => {
      clearInterval(timer);
      // Replaced and not removed: numbers only grow, see lockFolder.
      const released = `${path}.released`;
      await unlink(released).catch(() => undefined);
      await symlink('released', released);
      await rename(released, path);
    },
  };
}

function lockPath(folder: string, number: number): string {
  return join(folder, `lock.${number}`);
}

async function lockNumbers(folder: string): Promise<number[]> {
  const names = await readdir(folder);
  return names.flatMap((name) => (/^lock\.\d{1,15}$/.test(name) ? [Number(name.slice('lock.'.length))] : []));
}

async function newestLock(folder: string): Promise<number> {
  return Math.max(0, ...(await lockNumbers(folder)));
}

async function removeLocksBelow(folder: string, number: number): Promise<void> {
  for (const old of await lockNumbers(folder)) {
    if (old < number) await unlink(lockPath(folder, old)).catch(() => undefined); // its creator may have been quicker
  }
}

async function claim(path: string, target: string): Promise<boolean> {
  try {
    await symlink(target, path);
    return true;
  } catch (error) {
    if (errorCode(error) === 'EEXIST') return false;
    throw error;
  }
}

/** Returns the live holder of a lock; undefined for a dead holder and for a lock that is released or removed. */
async function holderOf(path: string, space: string, silenceMs: number): Promise<Holder | undefined> {
  const holder = parseHolder(await readlink(path).catch(() => ''));
  if (holder === undefined) return undefined;
  if (holder.space === space) {
    const found = await findProcess(holder.pid);
    return found?.started === holder.started && found.command !== '' ? holder : undefined;
  }
  return (await showsSignOfLife(path, silenceMs)) ? holder : undefined;
}

async function showsSignOfLife(path: string, silenceMs: number): Promise<boolean> {
  const renewed = async (): Promise<number> => (await lstat(path).catch(() => undefined))?.mtimeMs ?? 0;
  const first = await renewed();
  for (let waited = 0; waited < silenceMs; waited += 500) {
    await sleep(500);
    if ((await renewed()) !== first) return true;
  }
  return false;
}

function parseHolder(target: string): Holder | undefined {
  try {
    const value: unknown = JSON.parse(target);
    if (typeof value !== 'object' || value === null) return undefined;
    if (!('pid' in value && 'started' in value && 'space' in value)) return undefined;
    const { pid, started, space } = value;
    if (typeof pid !== 'number' || typeof started !== 'string' || typeof space !== 'string') return undefined;
    return { pid, started, space };
  } catch {
    return undefined;
  }
}

function heldBy(folder: string, holder: Holder, space: string): EmbeddedPostgresError {
  const where = holder.space === space ? '' : ` in ${holder.space}`;
  return new EmbeddedPostgresError(
    `the data folder ${folder} is in use by process ${holder.pid}${where}: stop that process first, or start with another DATA_DIR`,
  );
}
