import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { runAs } from './account';
import type { Account } from './account';
import { CHILD_ENVIRONMENT } from './cluster';
import { EmbeddedPostgresError, diskIsFull, reasonOf } from './embedded-postgres-error';
import type { Home } from './home';
import { openLog, readLogFrom } from './log-file';
import type { Logger } from './logger';
import { findProcess } from './process-table';

/** A running server. */
export interface Postmaster {
  /** Resolves when the server has ended, with the reason: the end of a sentence about it. */
  readonly ended: Promise<string>;
  stop(mode: StopMode): Promise<void>;
}

/** A failed start, with the output of the server. */
export interface FailedStart {
  readonly log: string;
}

/** `fast` ends the sessions and writes a checkpoint; `immediate` leaves that to the recovery of the next start. */
export type StopMode = 'fast' | 'immediate';

const SIGNALS = { fast: 'SIGINT', immediate: 'SIGQUIT' } as const;

/** Time limit of a stop before the next harder one is used. */
const PATIENCE_MS = { fast: 20_000, immediate: 10_000, kill: 10_000 } as const;

const PROGRESS_MS = 10_000;

/**
 * Starts the server and waits until it accepts connections, which after a crash includes its recovery. The server has a session of its own,
 * so that Ctrl-C in the terminal does not reach it: this process still has to write when it stops. It is started directly and not by
 * pg_ctl, which passes the paths through a shell and whose child is not a child of this process: its end could only be polled.
 */
export async function launch(options: {
  readonly home: Home;
  readonly binaries: string;
  readonly account: Account | undefined;
  readonly logger: Logger;
}): Promise<Postmaster | FailedStart> {
  const { home, binaries, account, logger } = options;
  const log = await openLog(home.log);
  const position = (await log.stat()).size;
  const child = spawn(join(binaries, 'bin', 'postgres'), ['-D', home.data], {
    ...runAs(account),
    cwd: home.folder,
    env: CHILD_ENVIRONMENT,
    detached: true,
    stdio: ['ignore', log.fd, log.fd],
  });
  const spawned = await once(child, 'spawn').then(
    () => undefined,
    (error: unknown) => error,
  );
  await log.close();
  const { pid } = child;
  if (pid === undefined) return { log: reasonOf(spawned) };
  // However this process ends, except by `kill -9`, its server is stopped.
  const atExit = (): void => signal(pid, SIGNALS.fast);
  process.once('exit', atExit);
  const ended = new Promise<string>((resolve) => {
    child.once('exit', (_code, cause) => {
      process.off('exit', atExit);
      resolve(whyEnded(home.log, position, cause));
    });
  });
  let nextReport = Date.now() + PROGRESS_MS;
  while (child.exitCode === null && child.signalCode === null) {
    const status = await readPidFile(home.data);
    if (status?.pid === pid && status.ready) {
      child.unref();
      return {
        ended,
        stop: async (mode) => {
          child.ref();
          await stop(pid, mode, ended);
        },
      };
    }
    if (Date.now() > nextReport) {
      logger.info('the database recovers from an unclean stop');
      nextReport += PROGRESS_MS;
    }
    await sleep(10);
  }
  return { log: await readLogFrom(home.log, position) };
}

/**
 * Ends the server that a killed process left running, and removes its pid file if the file names another process, which Postgres would
 * mistake for its server. The caller holds the lock of the folder: no other process uses that server.
 */
export async function endOrphan(home: Home, logger: Logger): Promise<void> {
  const status = await readPidFile(home.data);
  if (status === undefined) return;
  const found = await findProcess(status.pid);
  // Left to Postgres, which also checks whether sessions of the dead server still use its shared memory.
  if (found === undefined && status.pid > 0) return;
  if (!found?.command.endsWith(`postgres -D ${home.data}`)) {
    await rm(join(home.data, 'postmaster.pid'), { force: true });
    return;
  }
  logger.info(`ending the database (process ${status.pid}) that a killed process has left running`);
  await stop(status.pid, 'fast', hasEnded(status.pid, found.started));
}

async function whyEnded(log: string, position: number, cause: NodeJS.Signals | null): Promise<string> {
  const output = await readLogFrom(log, position).catch(() => '');
  if (diskIsFull(output)) return `because its disk is full: make room, then start again (its log is ${log})`;
  if (cause === 'SIGKILL') return 'because it was killed, by hand or for want of memory: start again';
  return `by itself: its log ${log} tells why, start again`;
}

/** Signals the postmaster and waits; if it does not end, sends a harder signal. */
async function stop(pid: number, mode: StopMode, ended: Promise<unknown>): Promise<void> {
  const modes: readonly StopMode[] = mode === 'fast' ? ['fast', 'immediate'] : ['immediate'];
  for (const each of modes) {
    signal(pid, SIGNALS[each]);
    if (await endsWithin(ended, PATIENCE_MS[each])) return;
  }
  signal(pid, 'SIGKILL');
  if (await endsWithin(ended, PATIENCE_MS.kill)) return;
  throw new EmbeddedPostgresError(`the database (process ${pid}) does not end: kill it before the next start`);
}

async function endsWithin(ended: Promise<unknown>, ms: number): Promise<boolean> {
  const timer = new AbortController();
  const late = sleep(ms, false, { signal: timer.signal }).catch(() => false);
  try {
    return await Promise.race([ended.then(() => true), late]);
  } finally {
    timer.abort();
  }
}

async function hasEnded(pid: number, started: string): Promise<void> {
  for (;;) {
    const found = await findProcess(pid);
    if (found?.started !== started || found.command === '') return;
    await sleep(20);
  }
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch {
    // it has ended already
  }
}

/** Reads `postmaster.pid`: its first line is the pid, its eighth the status; a standby reads only. Undefined without the file. */
async function readPidFile(data: string): Promise<{ readonly pid: number; readonly ready: boolean } | undefined> {
  const text = await readFile(join(data, 'postmaster.pid'), 'utf8').catch(() => undefined);
  if (text === undefined) return undefined;
  const lines = text.split('\n');
  return {
    pid: Number.parseInt(lines[0] ?? '', 10) || 0,
    ready: ['ready', 'standby'].includes(lines[7]?.trim() ?? ''),
  };
}
