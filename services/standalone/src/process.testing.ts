import type { ChildProcess, ForkOptions } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { forkSource } from '@sluice/testbed/machine';

/** Program in a process of its own, as a user starts it. */
export interface Run {
  readonly child: ChildProcess;
  /** Standard output and error until now. */
  readonly output: () => string;
  /** Resolves with the exit code when the process has ended and `output` contains everything that it wrote. */
  readonly ended: Promise<number | null>;
  /** Resolves with an address in the line that the process is ready. Rejects when the process ends before. */
  readonly url: (name: 'Sluice is ready at' | 'Metrics') => Promise<string>;
  /** Complete lines of the log until now; with a message, waits for the first line of this message. */
  readonly lines: () => readonly LogLine[];
  readonly line: (message: string | RegExp) => Promise<LogLine>;
}

export type LogLine = Readonly<Record<string, unknown>> & { readonly level: string; readonly msg: string };

const running: ChildProcess[] = [];

/** Starts the program with only this environment, and free ports. */
export function run(env: NodeJS.ProcessEnv, { args = [], ...options }: ForkOptions & { args?: string[] } = {}): Run {
  const child = forkSource(join(__dirname, 'main.ts'), args, {
    env: { PATH: '/usr/bin:/bin', PORT: '0', ADMIN_PORT: '0', OTLP_HTTP_PORT: 'off', OTLP_GRPC_PORT: 'off', ...env },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    ...options,
  });
  running.push(child);
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk: Buffer) => (output += String(chunk)));
  // Its last lines may be read after its exit.
  let isOver = false;
  const ended = once(child, 'close').then(([code]) => {
    isOver = true;
    return code as number | null;
  });
  async function wait<T>(find: () => T | undefined): Promise<T> {
    for (;;) {
      const wasOver = isOver;
      const found = find();
      if (found !== undefined) return found;
      if (wasOver) throw new Error(`it ended: ${output}`);
      await sleep(20);
    }
  }
  const lines = () => output.split('\n').flatMap((line) => (isLine(line) ? [JSON.parse(line) as LogLine] : []));
  return {
    child,
    output: () => output,
    ended,
    url: (name) =>
      wait(() => {
        const ready = lines().find(({ msg }) => msg.startsWith('Sluice is ready at'));
        const url = ready?.[name === 'Metrics' ? 'metrics' : 'url'];
        return typeof url === 'string' ? url : undefined;
      }),
    lines,
    line: (message) =>
      wait(() => lines().find(({ msg }) => (message instanceof RegExp ? message.test(msg) : msg === message))),
  };
}

/** Writes a trace and reads it back. */
export async function works(started: Run, token: string): Promise<void> {
  const url = await started.url('Sluice is ready at');
  const headers = { Authorization: `Bearer ${token}` };
  const id = '7d0f4f0e-5d1c-4a51-9d52-1a9a5b6c7d8e';
  const body = JSON.stringify({ trace: { id, name: 'x' } });
  const stored = await fetch(`${url}/v1/l/batch`, { method: 'POST', headers, body });
  const read = await fetch(`${url}/api/public/traces/${id}`, { headers });
  expect([stored.status, read.status]).toEqual([200, 200]);
}

/** Returns whether the text is a complete line of JSON; the last one may be incomplete. */
function isLine(line: string): boolean {
  return line.startsWith('{') && line.endsWith('}');
}

/** Kills the processes that a test has left running. */
export async function endAll(): Promise<void> {
  for (const child of running.splice(0)) {
    if (child.exitCode !== null || child.signalCode !== null) continue;
    child.kill('SIGKILL');
    await once(child, 'exit');
  }
}
