import { type ChildProcess, spawn } from 'node:child_process';
import { mkdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { CommandContext } from '../command/command';
import { ROOT, userCache } from '../command/config';
import { UsageError } from '../command/options';
import { runProgram } from '../command/run-program';

/** Time limit of a step, which also downloads packages. */
const STEP_MS = 1_800_000;

/** Build of a release of the product. */
export interface Release {
  readonly commit: string;
  /** Returns the main file of a part. */
  main(part: string): string;
}

export interface ReleaseOptions {
  /** Revision for git: a tag, a branch, a commit. */
  readonly revision: string;
  /** Option that contains the revision, for error messages. */
  readonly option: string;
  /** Folders below `services`. */
  readonly parts: readonly string[];
}

/**
 * Builds parts of the product at a commit, in a folder of its own. Builds are kept, and missing parts are added.
 * @throws UsageError where the repository has no such commit
 */
export async function buildRelease(
  { revision, option, parts }: ReleaseOptions,
  { print, signal }: Pick<CommandContext, 'print' | 'signal'>,
): Promise<Release> {
  const args = ['rev-parse', '--verify', '--end-of-options', `${revision}^{commit}`];
  const found = await runProgram('git', args, { cwd: ROOT }).catch(() => {
    throw new UsageError(`--${option}: expected a commit of this repository, got ${JSON.stringify(revision)}`);
  });
  const commit = found.trim();
  const folder = join(userCache('sluice-releases'), commit);
  const main = (part: string): string => join(folder, 'services', part, 'dist/main.js');
  const exists = (path: string): Promise<boolean> =>
    stat(path).then(
      () => true,
      () => false,
    );
  if (!(await exists(folder))) {
    print(`building ${commit}`);
    await build(commit, { folder, parts, signal });
  }
  for (const part of parts) if (!(await exists(main(part)))) await compile(folder, [part], signal);
  return { commit, main };
}

/** Builds the standalone server at a commit, of the option `against`. @returns its commit, and the function that starts it */
export async function buildStandalone(
  revision: string,
  context: Pick<CommandContext, 'print' | 'signal'>,
): Promise<{ readonly commit: string; readonly run: (env: NodeJS.ProcessEnv) => ChildProcess }> {
  const release = await buildRelease({ revision, option: 'against', parts: ['standalone'] }, context);
  const { commit } = release;
  const program = release.main('standalone');
  return { commit, run: (env) => spawn(process.execPath, [program], { stdio: ['ignore', 'pipe', 'pipe'], env }) };
}

interface BuildOptions extends Pick<ReleaseOptions, 'parts'> {
  readonly folder: string;
  readonly signal: AbortSignal;
}

async function build(commit: string, { folder, parts, signal }: BuildOptions): Promise<void> {
  const unfinished = `${folder}.${process.pid}`;
  const step = (file: string, ...args: string[]) =>
    runProgram(file, args, { cwd: unfinished, signal, timeoutMs: STEP_MS });
  await mkdir(dirname(folder), { recursive: true });
  try {
    const clone = ['clone', '--quiet', '--shared', '--no-checkout', ROOT, unfinished];
    await runProgram('git', clone, { signal, timeoutMs: STEP_MS });
    await step('git', 'checkout', '--quiet', '--detach', commit);
    await step(process.execPath, 'scripts/setup.mjs');
    await compile(unfinished, parts, signal);
    await rename(unfinished, folder);
  } finally {
    await rm(unfinished, { recursive: true, force: true });
  }
}

async function compile(folder: string, parts: readonly string[], signal: AbortSignal): Promise<void> {
  const projects = parts.map((part) => join(folder, 'services', part));
  await runProgram(join(folder, 'node_modules/.bin/tsc'), ['-b', ...projects], { signal, timeoutMs: STEP_MS });
}
