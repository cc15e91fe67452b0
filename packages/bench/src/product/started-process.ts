import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';

const STOP_DEADLINE_MS = 30_000;
const POLL_MS = 20;
const KEPT_OUTPUT = 8_000;

/** Process of the product, with pipes for its output. */
export class StartedProcess {
  readonly pid: number;
  /** Resolves when the process has ended for any reason. */
  readonly ended: Promise<void>;
  readonly #child: ChildProcess;
  #output = '';

  /** @param wrote receives every line; the pipe is always read, so that the process never waits for a reader */
  constructor(child: ChildProcess, wrote: (line: string, stream: 'stdout' | 'stderr') => void) {
    this.#child = child;
    this.pid = child.pid ?? 0;
    this.ended = once(child, 'exit').then(() => undefined);
    for (const stream of ['stdout', 'stderr'] as const) {
      const input = child[stream];
      if (input === null) continue;
      createInterface({ input }).on('line', (line) => {
        this.#output = `${this.#output}${line}\n`.slice(-KEPT_OUTPUT);
        wrote(line, stream);
      });
    }
  }

  /** The end of its output. */
  get lastOutput(): string {
    return this.#output;
  }

  /** Sends SIGSTOP: its connections stay open without answers. */
  freeze(): void {
    this.#child.kill('SIGSTOP');
  }

  thaw(): void {
    this.#child.kill('SIGCONT');
  }

  /** Sends SIGKILL; resolves when the process has ended. Its database continues. */
  kill(): Promise<void> {
    return this.#end('SIGKILL');
  }

  /** Sends SIGTERM, and SIGKILL after 30 s; resolves when the process has ended. */
  stop(): Promise<void> {
    return this.#end('SIGTERM');
  }

  /**
   * Resolves with the result of `look` when the process is ready.
   * @param look returns its listeners; undefined while they are unknown
   * @throws Error with its last output when the process ends before, or is not ready in time: then it is killed
   */
  async untilReady<T extends { readonly adminUrl: string }>(
    name: string,
    look: () => T | undefined,
    { withinMs, signal }: { readonly withinMs: number; readonly signal: AbortSignal },
  ): Promise<T> {
    const begun = performance.now();
    while (this.#isRunning && !signal.aborted && performance.now() - begun < withinMs) {
      const found = look();
      if (found !== undefined && (await isReady(found.adminUrl))) return found;
      await sleep(POLL_MS);
    }
    const what = this.#isRunning ? `was not ready within ${withinMs} ms` : 'ended while it started';
    await (signal.aborted ? this.stop() : this.kill());
    signal.throwIfAborted();
    throw new Error(`the ${name} ${what}; its last output:\n${this.#output}`);
  }

  get #isRunning(): boolean {
    return this.#child.exitCode === null && this.#child.signalCode === null;
  }

  async #end(first: NodeJS.Signals): Promise<void> {
    if (!this.#isRunning) return;
    this.#child.kill(first);
    const late = setTimeout(() => this.#child.kill('SIGKILL'), STOP_DEADLINE_MS);
    await this.ended;
    clearTimeout(late);
  }
}

async function isReady(adminUrl: string): Promise<boolean> {
  try {
    return (await fetch(`${adminUrl}/readyz`, { signal: AbortSignal.timeout(2_000) })).ok;
  } catch {
    return false;
  }
}
