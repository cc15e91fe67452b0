import { spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Readable } from 'node:stream';
import { signalGroup, signalMembers } from './process-group';

export interface RunOptions {
  /** Goes to standard input. */
  readonly input?: string;
  /** By default a minute. */
  readonly timeoutMs?: number;
  /** By default that of this process. */
  readonly env?: NodeJS.ProcessEnv;
  readonly cwd?: string;
  /** Ends what runs. */
  readonly signal?: AbortSignal | undefined;
  /** The program is not asked to end, only what it runs: it fails then, and puts away what it does not when it is asked itself. */
  readonly spared?: boolean;
}

const TIMEOUT_MS = 60_000;
/** For a program to put away what it began, once it is asked to end. */
export const GRACE_MS = 10_000;
/** What a spared program starts meanwhile is asked as well. */
const ASK_MS = 300;
/** Characters. */
const MOST_OUTPUT = 64 * 1024 * 1024;
/** Of what a program wrote before it failed. */
const KEPT_OUTPUT = 2_000;

/**
 * Runs a program to its end. At the time limit, or when the signal aborts, it is asked to end as by Ctrl-C, with all that it
 * has started, and killed where that takes more than 10 s.
 * @returns what it wrote to standard output
 * @throws Error with what it wrote to standard error, or else to standard output; only when none of it runs any longer
 */
export async function runProgram(program: string, args: readonly string[], options: RunOptions = {}): Promise<string> {
  const { input = '', timeoutMs = TIMEOUT_MS, env, cwd, signal, spared = false } = options;
  signal?.throwIfAborted();
  // A group of its own can be ended as a whole, and Ctrl-C does not reach it a second time.
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
  child.stdin.on('error', () => undefined); // the exit code tells
  child.stdin.end(input);
  try {
    const [code, killedBy] = (await once(child, 'close')) as [number | null, NodeJS.Signals | null];
    if (code === 0 && reason === undefined) return stdout?.() ?? '';
    // Compilers name mistakes on standard output.
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

/** Whether a program is there and ends well with these arguments. */
export function works(program: string, args: readonly string[], options: RunOptions = {}): Promise<boolean> {
  return runProgram(program, args, options).then(
    () => true,
    () => false,
  );
}

/** @returns what was read until now */
function collect(from: Readable, tooMuch: () => void): () => string {
  let text = '';
  from.setEncoding('utf8').on('data', (part: string) => {
    if (text.length + part.length > MOST_OUTPUT) tooMuch();
    else text += part;
  });
  return () => text;
}
