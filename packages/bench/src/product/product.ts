import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { patience } from '@sluice/machine';
import { freePorts } from '@sluice/network';
import type { CommandContext } from '../command/command';

/** The built product, run as a user runs it: a process of its own that is known by its ports only. */
export interface Product {
  readonly pid: number;
  /** `http://127.0.0.1:<port>`, the public listener. */
  readonly baseUrl: string;
  /** The same of the admin listener. */
  readonly adminUrl: string;
  readonly headers: { readonly authorization: string };
  /** From the start of the process to the first positive `/readyz`. */
  readonly readyAfterMs: number;
  /**
   * What happened since the last call that is worth an alarm: lines of the level error and of requests that could not be
   * served, all of standard error, lines that hold credentials or something else that is not for a log, and the end of
   * the process.
   */
  problems(): readonly string[];
  /** SIGKILL; resolves when the process is gone. Its database stays. */
  kill(): Promise<void>;
  /** SIGTERM, and SIGKILL after half a minute; resolves when the process is gone. */
  stop(): Promise<void>;
}

export interface ProductOptions {
  /** Holds the embedded database. */
  readonly dataDir: string;
  /** Instead of the embedded database. */
  readonly databaseUrl?: string | undefined;
  /** Kills the process after so many milliseconds if it is not ready by then. */
  readonly killAfterMs?: number;
  /** What no line of its log may hold, beside its credentials. */
  readonly unspeakable?: readonly string[];
  /** Makes the process, with nothing but this environment and with pipes for what it writes; by default from the build. */
  readonly run?: (env: NodeJS.ProcessEnv) => ChildProcess;
}

const MAIN = join(__dirname, '../../../../services/standalone/dist/main.js');

/** What the product accepts. */
export const CREDENTIALS = {
  bearerToken: 'bench-token-of-at-least-thirty-two-characters',
  publicKey: 'pk-lf-bench',
  secretKey: 'sk-lf-bench-of-at-least-thirty-two-characters',
} as const;

/** Headers of a request that the product accepts. */
export const AUTHORIZED = { authorization: `Bearer ${CREDENTIALS.bearerToken}` } as const;

/** As `npm start` and the image have it: memory that is freed goes back to the system. */
const MALLOC = { MALLOC_ARENA_MAX: '2', MALLOC_MMAP_THRESHOLD_: '262144' };

const STOP_DEADLINE_MS = 30_000;
const POLL_MS = 20;
const KEPT_OUTPUT = 8_000;
const MOST_PROBLEMS = 20;

/**
 * Starts the product and waits until it is ready. It sees none of this process's environment, and ends with the command.
 * @throws Error with the last output of a process that ended or was not ready in time
 */
export async function startProduct(
  { dataDir, databaseUrl, killAfterMs = patience(60_000), unspeakable = [], run = runBuilt }: ProductOptions,
  { closers, signal }: Pick<CommandContext, 'closers' | 'signal'>,
): Promise<Product> {
  const [port, adminPort] = await freePorts(2);
  const adminUrl = `http://127.0.0.1:${adminPort}`;
  signal.throwIfAborted();
  const started = performance.now();
  const child = run({
    ...MALLOC,
    DATA_DIR: dataDir,
    HOST: '127.0.0.1',
    PORT: String(port),
    ADMIN_PORT: String(adminPort),
    API_BEARER_TOKEN: CREDENTIALS.bearerToken,
    PUBLIC_KEY: CREDENTIALS.publicKey,
    SECRET_KEY: CREDENTIALS.secretKey,
    ...(databaseUrl === undefined ? {} : { DATABASE_URL: databaseUrl }),
  });
  const { lastOutput, problems } = readOutput(child, [CREDENTIALS.bearerToken, CREDENTIALS.secretKey, ...unspeakable]);
  const exited = once(child, 'exit').then(() => undefined);
  const isRunning = (): boolean => child.exitCode === null && child.signalCode === null;
  const end = async (first: NodeJS.Signals): Promise<void> => {
    if (!isRunning()) return;
    child.kill(first);
    const late = setTimeout(() => child.kill('SIGKILL'), STOP_DEADLINE_MS);
    await exited;
    clearTimeout(late);
  };
  const stop = (): Promise<void> => end('SIGTERM');
  closers.add('product', stop);

  while (isRunning() && performance.now() - started < killAfterMs && !signal.aborted) {
    if (await isReady(`${adminUrl}/readyz`)) {
      return {
        pid: child.pid ?? 0,
        baseUrl: `http://127.0.0.1:${port}`,
        adminUrl,
        headers: AUTHORIZED,
        readyAfterMs: performance.now() - started,
        problems,
        kill: () => end('SIGKILL'),
        stop,
      };
    }
    await sleep(POLL_MS);
  }
  const ended = isRunning() ? `was not ready within ${killAfterMs} ms` : 'ended while it started';
  await (signal.aborted ? stop() : end('SIGKILL'));
  signal.throwIfAborted();
  throw new Error(`the product ${ended}; its last output:\n${lastOutput()}`);
}

function runBuilt(env: NodeJS.ProcessEnv): ChildProcess {
  return spawn(process.execPath, [MAIN], { stdio: ['ignore', 'pipe', 'pipe'], env });
}

async function isReady(url: string): Promise<boolean> {
  try {
    return (await fetch(url, { signal: AbortSignal.timeout(2_000) })).ok;
  } catch {
    return false;
  }
}

/** A line that reports a bug, or of a request that was answered 503 and why. */
const ALARM = /"level":"(error|fatal)"|"msg":"a request could not be served"/;

interface Output {
  readonly lastOutput: () => string;
  readonly problems: () => readonly string[];
}

/** Keeps the end of what a child writes, and takes the rest off its pipes, so that it never waits for a reader. */
function readOutput(child: ChildProcess, unspeakable: readonly string[]): Output {
  let kept = '';
  const problems: string[] = [];
  for (const stream of [child.stdout, child.stderr]) {
    if (stream === null) continue;
    createInterface({ input: stream }).on('line', (line) => {
      kept = `${kept}${line}\n`.slice(-KEPT_OUTPUT);
      const isAlarm = stream === child.stderr || ALARM.test(line);
      const isProblem = isAlarm || unspeakable.some((text) => line.includes(text));
      if (isProblem && problems.length < MOST_PROBLEMS) problems.push(line.slice(0, KEPT_OUTPUT));
    });
  }
  child.once('exit', (code, signal) =>
    problems.push(`ended with ${String(code ?? signal)}; its last output:\n${kept}`),
  );
  return { lastOutput: () => kept, problems: () => problems.splice(0) };
}
