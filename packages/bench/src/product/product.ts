import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { join } from 'node:path';
import { patience } from '@sluice/testbed/machine';
import { freePorts } from '@sluice/testbed/network';
import type { CommandContext } from '../command/command';
import { ROOT } from '../command/config';
import { StartedProcess } from './started-process';

/** The built product in a process of its own, known only by its ports, as for a user. */
export interface Product extends Pick<StartedProcess, 'pid' | 'kill' | 'stop'> {
  /** `http://127.0.0.1:<port>` of the public listener. */
  readonly baseUrl: string;
  /** `127.0.0.1:<port>` of the listener of OTLP/gRPC. */
  readonly grpcAddress: string;
  /** The same as `baseUrl` for the admin listener. */
  readonly adminUrl: string;
  readonly headers: { readonly authorization: string };
  /** Milliseconds from the start of the process to the first positive `/readyz`. */
  readonly readyAfterMs: number;
  /**
   * Returns the alarms since the last call: lines of level error and of requests that could not be served, all of standard error, lines
   * with credentials or other text that must not be logged, and the end of the process.
   */
  problems(): readonly string[];
}

export interface ProductOptions {
  /** Folder of the embedded database. */
  readonly dataDir: string;
  /** Connection string of a database instead of the embedded one. */
  readonly databaseUrl?: string | undefined;
  /** Time after which a process that is not ready is killed. */
  readonly killAfterMs?: number;
  /** Settings in addition to those of every product of these runs. */
  readonly settings?: NodeJS.ProcessEnv;
  /** Texts besides its credentials that no line of its log may contain. */
  readonly unspeakable?: readonly string[];
  /** Starts the process with only this environment and with pipes for its output; default: from the build. */
  readonly run?: (env: NodeJS.ProcessEnv) => ChildProcess;
}

const MAIN = join(ROOT, 'services/standalone/dist/main.js');

/** Credentials that the product accepts. */
export const CREDENTIALS = {
  bearerToken: 'bench-token-of-at-least-thirty-two-characters',
  publicKey: 'pk-lf-bench',
  secretKey: 'sk-lf-bench-of-at-least-thirty-two-characters',
} as const;

/** Headers of a request that the product accepts. */
export const AUTHORIZED = { authorization: `Bearer ${CREDENTIALS.bearerToken}` } as const;

/** Settings of `npm start` and the image: freed memory is returned to the system, and young objects are collected early. */
const MEMORY = {
  MALLOC_ARENA_MAX: '2',
  MALLOC_MMAP_THRESHOLD_: '262144',
  NODE_OPTIONS: '--max-semi-space-size=16',
};

const LONGEST_PROBLEM = 8_000;
const MAX_PROBLEMS = 20;

/**
 * Starts the product and waits until it is ready. It inherits nothing of this process's environment, and ends with the command.
 * @throws Error with the last output of a process that ended or was not ready in time
 */
export async function startProduct(
  { dataDir, databaseUrl, killAfterMs = patience(60_000), settings, unspeakable = [], run = runBuilt }: ProductOptions,
  { closers, signal }: Pick<CommandContext, 'closers' | 'signal'>,
): Promise<Product> {
  const [port, adminPort, grpcPort] = await freePorts(3);
  const adminUrl = `http://127.0.0.1:${adminPort}`;
  signal.throwIfAborted();
  const started = performance.now();
  const child = run({
    ...MEMORY,
    DATA_DIR: dataDir,
    HOST: '127.0.0.1',
    PORT: String(port),
    ADMIN_PORT: String(adminPort),
    OTLP_HTTP_PORT: 'off',
    OTLP_GRPC_PORT: String(grpcPort),
    API_BEARER_TOKEN: CREDENTIALS.bearerToken,
    PUBLIC_KEY: CREDENTIALS.publicKey,
    SECRET_KEY: CREDENTIALS.secretKey,
    ...(databaseUrl === undefined ? {} : { DATABASE_URL: databaseUrl }),
    ...settings,
  });
  const { wrote, problems } = noteProblems([CREDENTIALS.bearerToken, CREDENTIALS.secretKey, ...unspeakable]);
  const product = new StartedProcess(child, wrote);
  child.once('exit', (code, end) =>
    problems.push(`ended with ${String(code ?? end)}; its last output:\n${product.lastOutput}`),
  );
  closers.add('product', () => product.stop());
  await product.untilReady('product', () => ({ adminUrl }), { withinMs: killAfterMs, signal });
  return Object.assign(product, {
    baseUrl: `http://127.0.0.1:${port}`,
    grpcAddress: `127.0.0.1:${grpcPort}`,
    adminUrl,
    headers: AUTHORIZED,
    readyAfterMs: performance.now() - started,
    problems: () => problems.splice(0),
  });
}

function runBuilt(env: NodeJS.ProcessEnv): ChildProcess {
  return spawn(process.execPath, [MAIN], { stdio: ['ignore', 'pipe', 'pipe'], env });
}

/** Line that reports a bug, or the reason of a 503. */
const ALARM = /"level":"(error|fatal)"|"msg":"a request could not be served"/;

function noteProblems(unspeakable: readonly string[]) {
  const problems: string[] = [];
  const wrote = (line: string, stream: 'stdout' | 'stderr'): void => {
    const isAlarm = stream === 'stderr' || ALARM.test(line);
    const isProblem = isAlarm || unspeakable.some((text) => line.includes(text));
    if (isProblem && problems.length < MAX_PROBLEMS) problems.push(line.slice(0, LONGEST_PROBLEM));
  };
  return { wrote, problems };
}
