import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { runAs } from './account';
import type { Account } from './account';
import { CHILD_ENVIRONMENT } from './cluster';
import type { Home } from './home';
import { openLog, readLogFrom } from './log-file';

/** A running server. */
export interface Postmaster {
  readonly pid: number;
  /** Stops the server and waits for its end, see `StopMode`. */
  stop(mode: StopMode): Promise<void>;
}

/** `fast` ends the sessions and writes a checkpoint; `immediate` leaves that to the recovery of the next start. */
export type StopMode = 'fast' | 'immediate';

const SIGNALS = { fast: 'SIGINT', immediate: 'SIGQUIT' } as const;

/** How long a stop may take before the next harder way is taken. */
const PATIENCE_MS = { fast: 60_000, immediate: 10_000 };

/** A start that did not come up, in the server's words. */
export interface FailedStart {
  readonly log: string;
}

/**
 * Starts the server and waits until it accepts connections. It gets a session of its own, so that Ctrl-C in the
 * terminal does not reach it: this process still wants to write when it stops. It outlives a parent that is killed.
 * Started by itself and not by pg_ctl, which passes the paths through a shell and tells a failure only by its log.
 */
export async function launch(options: {
  readonly home: Home;
  readonly binaries: string;
  readonly account: Account | undefined;
}): Promise<Postmaster | FailedStart> {
  const { home, binaries, account } = options;
  const log = await openLog(home.log);
  const position = (await log.stat()).size;
  let failure: string | undefined;
  const child = spawn(join(binaries, 'bin', 'postgres'), ['-D', home.data], {
    ...runAs(account),
    cwd: home.folder,
    env: CHILD_ENVIRONMENT,
    detached: true,
    stdio: ['ignore', log.fd, log.fd],
  });
  child.on('error', (error) => (failure = error.message));
  const ended = once(child, 'close').then(
    () => undefined,
    () => undefined,
  );
  await log.close();
  child.unref();
  const { pid } = child;
  if (pid === undefined) {
    await ended;
    return { log: failure ?? 'the process cannot be started' };
  }
  while (child.exitCode === null && child.signalCode === null) {
    const status = await readStatus(home.data);
    if (status?.pid === pid && status.ready) {
      return {
        pid,
        stop: async (mode) => {
          child.ref();
          await stop(pid, mode, ended);
        },
      };
    }
    await sleep(10);
  }
  return { log: await readLogFrom(home.log, position) };
}

/** Signals the postmaster and waits; one that does not end is stopped harder. */
async function stop(pid: number, mode: StopMode, ended: Promise<void>): Promise<void> {
  const modes: readonly StopMode[] = mode === 'fast' ? ['fast', 'immediate'] : ['immediate'];
  for (const each of modes) {
    if (!signal(pid, SIGNALS[each])) return;
    const timer = new AbortController();
    const late = sleep(PATIENCE_MS[each], 'late', { signal: timer.signal }).catch(() => undefined);
    const first = await Promise.race([ended, late]);
    timer.abort();
    if (first !== 'late') return;
  }
  signal(pid, 'SIGKILL');
  await ended;
}

/** False when there is no such process any more. */
function signal(pid: number, name: NodeJS.Signals): boolean {
  try {
    return process.kill(pid, name);
  } catch {
    return false;
  }
}

/** What `postmaster.pid` says, undefined without one. */
export async function readStatus(data: string): Promise<{ readonly pid: number; readonly ready: boolean } | undefined> {
  const text = await readFile(join(data, 'postmaster.pid'), 'utf8').catch(() => '');
  const lines = text.split('\n');
  const pid = Number(lines[0]);
  if (!Number.isInteger(pid) || pid <= 0) return undefined;
  return { pid, ready: lines[7]?.trim() === 'ready' };
}
