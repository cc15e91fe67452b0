import { execFile } from 'node:child_process';

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
}

const TIMEOUT_MS = 60_000;
const MOST_OUTPUT = 64 * 1024 * 1024;
/** Of what a program wrote before it failed. */
const KEPT_OUTPUT = 2_000;

/** @returns what it wrote to standard output. @throws Error with what it wrote to standard error, or else to standard output */
export function runProgram(program: string, args: readonly string[], options: RunOptions = {}): Promise<string> {
  const { input, timeoutMs = TIMEOUT_MS, env, cwd, signal } = options;
  return new Promise((resolve, reject) => {
    const child = execFile(
      program,
      args,
      {
        timeout: timeoutMs,
        maxBuffer: MOST_OUTPUT,
        ...(env !== undefined && { env }),
        ...(cwd !== undefined && { cwd }),
        ...(signal !== undefined && { signal }),
      },
      (error, stdout, stderr) => {
        if (error === null) resolve(stdout);
        // Compilers name mistakes on standard output.
        else reject(failureOf(program, args, error, stderr === '' ? stdout : stderr));
      },
    );
    child.stdin?.on('error', () => undefined); // the exit code tells
    child.stdin?.end(input ?? '');
  });
}

/** Whether a program is there and ends well with these arguments. */
export function works(program: string, args: readonly string[], options: RunOptions = {}): Promise<boolean> {
  return runProgram(program, args, options).then(
    () => true,
    () => false,
  );
}

function failureOf(program: string, args: readonly string[], error: Error, output: string): Error {
  if ('code' in error && error.code === 'ENOENT') {
    return new Error(`${program} is not there: install it, or put its folder into PATH`);
  }
  const late = 'killed' in error && error.killed === true ? 'took too long' : 'failed';
  const wrote = output.trim().slice(-KEPT_OUTPUT);
  return new Error(`${program} ${args.join(' ')} ${late}: ${wrote === '' ? error.message : wrote}`, { cause: error });
}
