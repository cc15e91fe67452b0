import { spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Readable } from 'node:stream';
import { signalGroup, signalMembers } from './process-group';

export interface RunOptions {
  /** Text for standard input. */
  readonly input?: string;
  /** Default: one minute. */
  readonly timeoutMs?: number;
  /** Default: the environment of this process. */
  readonly env?: NodeJS.ProcessEnv;
  readonly cwd?: string;
  /** Ends the program. */
  readonly signal?: AbortSignal | undefined;
  /** Signals only the program's children, so that the program fails and cleans up; a signal to the program itself would prevent this. */
  readonly spared?: boolean;
}

const TIMEOUT_MS = 60_000;
/** Time for a program to clean up after a signal. */
export const GRACE_MS = 10_000;
/** Interval of signals to the children of a spared program, which may start new ones. */
const ASK_MS = 300;
/** Maximum output in characters. */
const MAX_OUTPUT = 64 * 1024 * 1024;
/** Maximum output of a failed program in an error, in characters. */
const KEPT_OUTPUT = 2_000;

/**
 * Runs a program to its end. At the time limit, or when the signal aborts, sends SIGINT to the program and its children, and kills them
 * after 10 s.
 * @returns its standard output
 * @throws Error with its standard error, otherwise its standard output; only when none of its processes is left
 */
export async function runProgram(program: string, args: readonly string[], options: RunOptions = {}): Promise<string> {
  const { input = '', timeoutMs = TIMEOUT_MS, env, cwd, signal, spared = false } = options;
  signal?.throwIfAborted();
  // A process group can be ended as a whole, and Ctrl-C does not reach it a second time.
  const child = spawn(program, args, { detached: true, stdio: 'pipe', ...(env && { env }), ...(cwd && { cwd }) });
  const leader = child.pid;
  let reason: string | undefined;
  const timers: NodeJS.Timeout[] = [];
  const end = (why: string): void => {
    if (reason !== undefined || leader === undefined) return;
    reason = why;
    const ask = (): void => (spared ? signalMembers : signalGroup)(leader, 'SIGINT');
    ask();
    if (spared) timers.push(setInterval(ask, ASK_MS));
    timers.push(setTimeout(() => signalGroup(leader, 'SIGKILL'), GRACE_MS));
  };
  timers.push(setTimeout(() => end('took too long'), timeoutMs));
  const interrupted = (): void => end('was interrupted');
  signal?.addEventListener('abort', interrupted, { once: true });
  const [stdout, stderr] = [child.stdout, child.stderr].map((from) => collect(from, () => end('wrote too much')));
  child.stdin.on('error', () => undefined); // the exit code reports failures
  child.stdin.end(input);
  try {
    const [code, killedBy] = (await once(child, 'close')) as [number | null, NodeJS.Signals | null];
    if (code === 0 && reason === undefined) return stdout?.() ?? '';
    // Compilers write errors to standard output.
    const wrote = [stderr, stdout].map((text) => text?.().trim() ?? '').find((text) => text !== '');
    const how = wrote?.slice(-KEPT_OUTPUT) ?? killedBy ?? `exit code ${code}`;
    throw new Error(`${program} ${args.join(' ')} ${reason ?? 'failed'}: ${how}`);
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code !== 'ENOENT') throw cause;
    throw new Error(`${program} is not there: install it, or put its folder into PATH`, { cause });
  } finally {
    signal?.removeEventListener('abort', interrupted);
    for (const timer of timers) clearTimeout(timer);
    if (reason !== undefined && leader !== undefined) signalGroup(leader, 'SIGKILL');
  }
}

/** Returns whether a program exists and ends with exit code 0 with these arguments. */
export function works(program: string, args: readonly string[], options: RunOptions = {}): Promise<boolean> {
  return runProgram(program, args, options).then(
    () => true,
    () => false,
  );
}

/** @returns a function that returns the output until now */
function collect(from: Readable, tooMuch: () => void): () => string {
  let text = '';
  from.setEncoding('utf8').on('data', (part: string) => {
    if (text.length + part.length > MAX_OUTPUT) tooMuch();
    else text += part;
  });
  return () => text;
}
