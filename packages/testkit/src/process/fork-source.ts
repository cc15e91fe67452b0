import { fork } from 'node:child_process';
import type { ChildProcess, ForkOptions } from 'node:child_process';
import { join } from 'node:path';

/** Options of Node with which a process or a thread runs TypeScript sources, workspace packages by theirs. */
export const SOURCE_OPTIONS = ['--conditions=@sluice/source', '--require', join(__dirname, 'register-source.cjs')];

/**
 * Runs a TypeScript file in a process of its own without a build: for what a test has to kill, or to run as another
 * user. Workspace packages are resolved to their sources. The caller ends the process.
 */
export function forkSource(file: string, args: readonly string[] = [], options: ForkOptions = {}): ChildProcess {
  return fork(file, [...args], { ...options, execArgv: SOURCE_OPTIONS });
}
