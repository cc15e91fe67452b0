import { fork } from 'node:child_process';
import type { ChildProcess, ForkOptions } from 'node:child_process';
import { join } from 'node:path';

/** Options of Node with which a process or a thread runs TypeScript sources, workspace packages by theirs. */
export const SOURCE_OPTIONS = ['--conditions=@sluice/source', '--require', join(__dirname, 'register-source.cjs')];

/** Product code that is made wrong, to see whether a test finds it. */
export interface SourceChange {
  /** The end of its path. */
  readonly file: string;
  /** Has to occur once. */
  readonly search: string;
  readonly replacement: string;
}

/** The environment in which a process runs its sources with one of them changed; the file stays as it is. */
export function withChangedSource(change: SourceChange): NodeJS.ProcessEnv {
  return { ...process.env, SLUICE_SOURCE_CHANGE: JSON.stringify(change) };
}

/**
 * Runs a TypeScript file in a process of its own without a build: for what a test has to kill, or to run as another
 * user. Workspace packages are resolved to their sources. The caller ends the process.
 */
export function forkSource(file: string, args: readonly string[] = [], options: ForkOptions = {}): ChildProcess {
  return fork(file, [...args], { ...options, execArgv: SOURCE_OPTIONS });
}
