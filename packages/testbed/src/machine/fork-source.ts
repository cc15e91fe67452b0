import { fork } from 'node:child_process';
import type { ChildProcess, ForkOptions } from 'node:child_process';
import { join } from 'node:path';

/** Options of Node with which a process or a thread runs TypeScript sources, including those of workspace packages. */
export const SOURCE_OPTIONS = ['--conditions=@sluice/source', '--require', join(__dirname, 'register-source.cjs')];

/** Deliberate fault in product code, to check that a test finds it. */
export interface SourceChange {
  /** End of the file's path. */
  readonly file: string;
  /** Text to replace; must occur exactly once. */
  readonly search: string;
  readonly replacement: string;
}

/** Environment in which a process runs its sources with one of them changed; the file itself stays as it is. */
export function withChangedSource(change: SourceChange): NodeJS.ProcessEnv {
  return { ...process.env, SLUICE_SOURCE_CHANGE: JSON.stringify(change) };
}

/**
 * Runs a TypeScript file in a separate process without a build: for code that a test has to kill, or to run as another user. Workspace
 * packages are resolved to their sources. The caller ends the process.
 */
export function forkSource(file: string, args: readonly string[] = [], options: ForkOptions = {}): ChildProcess {
  return fork(file, [...args], { ...options, execArgv: SOURCE_OPTIONS });
}
