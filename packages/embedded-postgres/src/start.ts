import { mkdir, realpath, rm, statfs } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { databaseAccount } from './account';
import type { Account } from './account';
import { locateBinaries } from './binaries';
import { ensureCluster, USER } from './cluster';
import { renderConfiguration } from './configuration';
import type { Settings } from './configuration';
import { EmbeddedPostgresError, diskIsFull, errorCode, reasonOf } from './embedded-postgres-error';
import { lockFolder } from './folder-lock';
import { freePort, isTaken } from './free-port';
import { openHome, reachableBinaries } from './home';
import type { Home } from './home';
import { boundLog } from './log-file';
import { silent } from './logger';
import type { Logger } from './logger';
import { refuseForeignFolders, refuseForeignLinks, replaceFile } from './open-owned-file';
import { endOrphan, launch } from './postmaster';
import type { Postmaster } from './postmaster';

export interface EmbeddedPostgresOptions {
  /** Folder of the database, created if it is missing; used by one process at a time. */
  readonly dataDir: string;
  readonly logger?: Logger;
  /** Server settings that win over the built-in ones. */
  readonly settings?: Settings;
  /** For tests: nothing is synced to disk, and `stop` removes the folder. */
  readonly ephemeral?: boolean;
}

/** A running server on the loopback interface. */
export interface EmbeddedPostgres {
  /** URL of the database `postgres` for its only user, a superuser. Contains the password: not for logs. */
  readonly url: string;
  readonly port: number;
  /**
   * Resolves when the server has ended, with the reason as the end of a sentence: `because its disk is full: …`. Before `stop` that is a
   * fault: the program should end and be started again.
   */
  readonly ended: Promise<string>;
  /** Stops the server within 30 s and releases the folder. Open sessions are ended. */
  stop(): Promise<void>;
}

/** Time to wait for sessions of a server that was killed: they hold its shared memory until they notice. */
const LEFTOVERS_MS = 15_000;

const BOUND_LOG_EVERY_MS = 60_000;

/** Part of a log line, see `log_line_prefix`: another server, or sessions of a killed one, use the data. */
const DATA_IN_USE = ' F0001 FATAL: ';

/**
 * Starts the Postgres of this program on the folder, creates its database first if there is none, and repairs what a killed process, a
 * killed server or a power cut has left. No manual steps are needed.
 * @throws EmbeddedPostgresError if that is not possible; the message names the remedy
 */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const { logger = silent, settings = {}, ephemeral = false } = options;
  try {
    const native = locateBinaries();
    const dataDir = await makeFolder(options.dataDir);
    await refuseForeignFolders([dataDir, join(dataDir, 'postgres')]);
    const lock = await lockFolder(dataDir);
    try {
      await refuseForeignLinks([join(dataDir, 'postgres'), join(dataDir, 'postgres', 'data')]);
      const account = await databaseAccount(join(dataDir, 'postgres', 'data'));
      const home = await openHome({ dataDir, account, logger });
      const binaries = await reachableBinaries(native, home, account);
      const password = await ensureCluster({ home, binaries, account, ephemeral });
      await boundLog(home.log);
      const { port, server } = await bringUp({ home, binaries, account, logger, settings, ephemeral });
      const timer = setInterval(() => {
        boundLog(home.log).catch((error: unknown) =>
          logger.warn(`the log of the database cannot be cut: ${reasonOf(error)}`),
        );
      }, BOUND_LOG_EVERY_MS).unref();
      const stop = async (): Promise<void> => {
        clearInterval(timer);
        await server.stop(ephemeral ? 'immediate' : 'fast');
        await lock.release();
        if (ephemeral) await removeAll(dataDir, home);
      };
      let stopping: Promise<void> | undefined;
      return {
        url: `postgres://${USER}:${password}@127.0.0.1:${port}/postgres`,
        port,
        ended: server.ended,
        stop: () => (stopping ??= stop()),
      };
    } catch (error) {
      await lock.release();
      if (ephemeral) await rm(dataDir, { recursive: true, force: true });
      throw error;
    }
  } catch (error) {
    throw explained(options.dataDir, error);
  }
}

/** Creates the folder if it is missing, closed to other accounts; the folders above it with the default mode. */
async function makeFolder(path: string): Promise<string> {
  await mkdir(dirname(resolve(path)), { recursive: true });
  await mkdir(path, { mode: 0o700 }).catch((error: unknown) => {
    if (errorCode(error) !== 'EEXIST') throw error;
  });
  return realpath(path);
}

interface BringUpOptions {
  readonly home: Home;
  readonly binaries: string;
  readonly account: Account | undefined;
  readonly logger: Logger;
  readonly settings: Settings;
  readonly ephemeral: boolean;
}

/** Starts the server; retries if another process got its port, or the data is still in use for a moment. */
async function bringUp(options: BringUpOptions): Promise<{ readonly port: number; readonly server: Postmaster }> {
  const { home, logger } = options;
  const deadline = Date.now() + LEFTOVERS_MS;
  for (;;) {
    await endOrphan(home, logger);
    const port = await freePort();
    await writeConfiguration(port, options);
    const server = await launch(options);
    if (!('log' in server)) return { port, server };
    const inUse = server.log.includes(DATA_IN_USE);
    if (!inUse && !(await isTaken(port))) throw notStarting(home, server.log);
    if (Date.now() > deadline) throw notStarting(home, server.log);
    if (inUse) await sleep(250);
  }
}

async function writeConfiguration(port: number, { home, account, settings, ephemeral }: BringUpOptions): Promise<void> {
  const { blocks, bsize } = await statfs(home.data);
  const text = renderConfiguration({ port, ephemeral, settings, diskBytes: blocks * bsize });
  await replaceFile(join(home.data, 'postgresql.conf'), { owner: account, write: (file) => file.writeFile(text) });
}

async function removeAll(dataDir: string, home: Home): Promise<void> {
  await rm(home.folder, { recursive: true, force: true });
  await rm(dataDir, { recursive: true, force: true });
}

function notStarting(home: Home, log: string): EmbeddedPostgresError {
  const advice = diskIsFull(log) ? ', because its disk is full: make room' : '';
  return new EmbeddedPostgresError(
    `the database in ${home.data} does not start${advice}; its log ${home.log} ends with:\n${log}`,
  );
}

/** Adds the meaning and the remedy to a failure of the file system; returns any other error unchanged. */
function explained(dataDir: string, error: unknown): unknown {
  const code = errorCode(error);
  if (code === undefined) return error;
  const advice =
    code === 'EACCES' || code === 'EPERM' || code === 'EROFS'
      ? 'start this program as the owner of the folder, or with another DATA_DIR'
      : code === 'ENOSPC' || code === 'EDQUOT'
        ? 'make room on its disk'
        : 'look whether the folder is what it should be';
  return new EmbeddedPostgresError(`the data folder ${dataDir} cannot be used: ${advice} (${reasonOf(error)})`, {
    cause: error,
  });
}
