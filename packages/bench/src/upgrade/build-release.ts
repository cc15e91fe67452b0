import { mkdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { CommandContext } from '../command/command';
import { userCache } from '../command/config';
import { UsageError } from '../command/options';
import { runProgram } from '../command/run-program';

const ROOT = join(__dirname, '../../../..');
const PARTS = ['gateway', 'writer', 'query', 'cli'].map((name) => `services/${name}`);
/** Packages are fetched, too. */
const STEP_MS = 1_800_000;

/** A build of a release of the product. */
export interface Release {
  readonly commit: string;
  /** The main file of a service or of `sluice`. */
  main(part: string): string;
}

/**
 * Builds the services as they were at a commit, in a folder of its own; a build is kept.
 * @param revision as git takes it: a tag, a branch, a commit
 * @throws UsageError where the repository has no such commit
 */
export async function buildRelease(revision: string, { print, signal }: CommandContext): Promise<Release> {
  const args = ['rev-parse', '--verify', '--end-of-options', `${revision}^{commit}`];
  const found = await runProgram('git', args, { cwd: ROOT }).catch(() => {
    throw new UsageError(`--from: expected a commit of this repository, got ${JSON.stringify(revision)}`);
  });
  const commit = found.trim();
  const folder = join(userCache('sluice-releases'), commit);
  if (!(await stat(folder).catch(() => undefined))) {
    print(`building ${commit}`);
    await build(commit, folder, signal);
  }
  return { commit, main: (part) => join(folder, 'services', part, 'dist/main.js') };
}

async function build(commit: string, folder: string, signal: AbortSignal): Promise<void> {
  const unfinished = `${folder}.${process.pid}`;
  const step = (file: string, ...args: string[]) =>
    runProgram(file, args, { cwd: unfinished, signal, timeoutMs: STEP_MS });
  await mkdir(dirname(folder), { recursive: true });
  try {
    const clone = ['clone', '--quiet', '--shared', '--no-checkout', ROOT, unfinished];
    await runProgram('git', clone, { signal, timeoutMs: STEP_MS });
    await step('git', 'checkout', '--quiet', '--detach', commit);
    await step(process.execPath, 'scripts/setup.mjs');
    await step(join(unfinished, 'node_modules/.bin/tsc'), '-b', ...PARTS);
    await rename(unfinished, folder);
  } finally {
    await rm(unfinished, { recursive: true, force: true });
  }
}
