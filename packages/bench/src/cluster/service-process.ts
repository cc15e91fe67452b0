import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { patience } from '@sluice/machine';

/** A service that runs as a process of its own and is ready. */
export interface ServiceProcess {
  readonly pid: number;
  /** The public listener; undefined where the service has none. */
  readonly url: string | undefined;
  /** `/readyz`, `/metrics`. */
  readonly adminUrl: string;
  /** Resolves when the process is gone, whoever has ended it. */
  readonly ended: Promise<void>;
  /** SIGSTOP: its connections stay open and nobody answers. */
  freeze(): void;
  thaw(): void;
  /** SIGKILL; resolves when the process is gone. */
  kill(): Promise<void>;
  /** SIGTERM, and SIGKILL after half a minute; resolves when the process is gone. */
  stop(): Promise<void>;
}

export interface ServiceProcessOptions {
  readonly name: string;
  /** With pipes for what it writes. */
  readonly child: ChildProcess;
  readonly signal: AbortSignal;
  /** Hears of each line that an operator should see: warnings, errors, and what is no log. */
  readonly told: (line: string) => void;
  /** Hears of every line. */
  readonly wrote?: ((line: string) => void) | undefined;
}

const STOP_DEADLINE_MS = 30_000;
const POLL_MS = 50;
const KEPT_OUTPUT = 8_000;

interface Listening {
  readonly url?: string;
  readonly adminUrl: string;
}

/**
 * Waits until a service that was just started listens and is ready.
 * @throws Error with its last output when it ends before, or takes far longer than it should
 */
export async function untilReady({ name, child, signal, told, wrote }: ServiceProcessOptions): Promise<ServiceProcess> {
  const output = readOutput(child, { told, wrote });
  const exited = once(child, 'exit').then(() => undefined);
  const isRunning = (): boolean => child.exitCode === null && child.signalCode === null;
  const end = async (first: NodeJS.Signals): Promise<void> => {
    if (!isRunning()) return;
    child.kill(first);
    const late = setTimeout(() => child.kill('SIGKILL'), STOP_DEADLINE_MS);
    await exited;
    clearTimeout(late);
  };
  const begun = performance.now();
  while (isRunning() && !signal.aborted && performance.now() - begun < patience(60_000)) {
    const { listening } = output;
    if (listening !== undefined && (await isReady(listening.adminUrl))) {
      const { url, adminUrl } = listening;
      return {
        pid: child.pid ?? 0,
        url,
        adminUrl,
        ended: exited,
        freeze: () => void child.kill('SIGSTOP'),
        thaw: () => void child.kill('SIGCONT'),
        kill: () => end('SIGKILL'),
        stop: () => end('SIGTERM'),
      };
    }
    await sleep(POLL_MS);
  }
  const what = isRunning() ? `is not ready, and has had more time than any machine needs` : 'ended while it started';
  await end(signal.aborted ? 'SIGTERM' : 'SIGKILL');
  signal.throwIfAborted();
  throw new Error(`the ${name} ${what}; its last output:\n${output.kept}`);
}

async function isReady(adminUrl: string): Promise<boolean> {
  try {
    return (await fetch(`${adminUrl}/readyz`, { signal: AbortSignal.timeout(2_000) })).ok;
  } catch {
    return false;
  }
}

/** Takes all that a child writes off its pipes, so that it never waits for a reader. */
function readOutput(child: ChildProcess, { told, wrote }: Pick<ServiceProcessOptions, 'told' | 'wrote'>) {
  const output: { listening: Listening | undefined; kept: string } = { listening: undefined, kept: '' };
  for (const stream of [child.stdout, child.stderr]) {
    if (stream === null) continue;
    createInterface({ input: stream }).on('line', (line) => {
      output.kept = `${output.kept}${line}\n`.slice(-KEPT_OUTPUT);
      if (output.listening === undefined && line.includes('"msg":"listening"')) {
        output.listening = JSON.parse(line) as Listening;
      }
      wrote?.(line);
      if (!/"level":"(debug|info)"/.test(line)) told(line);
    });
  }
  return output;
}
