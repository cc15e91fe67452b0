import { execFile } from 'node:child_process';
import { mkdir, rename, rm, stat } from 'node:fs/promises';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import type { CommandContext } from '../command/command';
import { UsageError } from '../command/options';

const run = promisify(execFile);
const ROOT = join(__dirname, '../../../..');
const BUILDS = join(homedir(), '.cache/sluice-releases');
const PARTS = ['gateway', 'writer', 'query', 'cli'].map((name) => `services/${name}`);
const LONGEST_OUTPUT = 64 * 1024 * 1024;

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
  const { stdout } = await run('git', ['rev-parse', '--verify', '--end-of-options', `${revision}^{commit}`], {
    cwd: ROOT,
  }).catch(() => {
    throw new UsageError(`--from: expected a commit of this repository, got ${JSON.stringify(revision)}`);
  });
  const commit = stdout.trim();
  const folder = join(BUILDS, commit);
  if (!(await stat(folder).catch(() => undefined))) {
    print(`building ${commit}`);
    await build(commit, folder, signal);
  }
  return { commit, main: (part) => join(folder, 'services', part, 'dist/main.js') };
}

async function build(commit: string, folder: string, signal: AbortSignal): Promise<void> {
  const unfinished = `${folder}.${process.pid}`;
  const step = (file: string, ...args: string[]) =>
    run(file, args, { cwd: unfinished, signal, maxBuffer: LONGEST_OUTPUT });
  await mkdir(dirname(folder), { recursive: true });
  try {
    await run('git', ['clone', '--quiet', '--shared', '--no-checkout', ROOT, unfinished], { signal });
    await step('git', 'checkout', '--quiet', '--detach', commit);
    await step(process.execPath, 'scripts/setup.mjs');
    await step(join(unfinished, 'node_modules/.bin/tsc'), '-b', ...PARTS);
    await rename(unfinished, folder);
  } finally {
    await rm(unfinished, { recursive: true, force: true });
  }
}
