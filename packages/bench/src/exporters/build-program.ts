import { cp, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { ROOT, userCache } from '../command/config';
import { type RunOptions, runProgram } from '../command/run-program';

/** Command that exports; its arguments follow. */
export type Program = readonly [file: string, ...args: string[]];

const SOURCES = join(ROOT, 'packages/bench/exporters');
const INSTALL_MS = 15 * 60_000;
const TELEMETRYGEN = 'github.com/open-telemetry/opentelemetry-collector-contrib/cmd/telemetrygen';

/** Program of the exporters for Node; its packages are dependencies of this one. */
export const NODE_PROGRAM: Program = [process.execPath, join(SOURCES, 'node/send.mjs')];

type Build = (folder: string, options: RunOptions) => Promise<Program>;

const goBuild =
  (module: string): Build =>
  async (folder, options) => {
    await runProgram('go', ['build', '-o', 'program', module], { ...options, cwd: folder });
    return [join(folder, 'program')];
  };

/** Builds of the programs by the names of their folders; each receives a copy of the folder. */
const BUILDS = {
  node: () => Promise.resolve(NODE_PROGRAM),
  python: async (folder, options) => {
    const bin = join(folder, 'venv/bin');
    await runProgram('python3', ['-m', 'venv', join(folder, 'venv')], options);
    await runProgram(join(bin, 'pip'), ['install', '--quiet', '-r', join(folder, 'requirements.txt')], options);
    return [join(bin, 'python'), join(folder, 'send.py')];
  },
  go: goBuild('.'),
  java: async (folder, options) => {
    await runProgram('mvn', ['-q', '-B', 'package', 'dependency:copy-dependencies'], { ...options, cwd: folder });
    return ['java', '-cp', `${join(folder, 'target/classes')}:${join(folder, 'target/dependency')}/*`, 'Send'];
  },
  collector: goBuild('.'),
  telemetrygen: goBuild(TELEMETRYGEN),
} satisfies Readonly<Record<string, Build>>;

export type ProgramName = keyof typeof BUILDS;

/**
 * Copies the folder of a program into the user's cache and builds it there.
 * @throws Error with the output of the tool that failed, or the name of one that is not installed
 */
export async function buildProgram(name: ProgramName, signal: AbortSignal): Promise<Program> {
  const folder = join(userCache('sluice-exporters'), name);
  await mkdir(folder, { recursive: true });
  await cp(join(SOURCES, name), folder, { recursive: true });
  const build: Build = BUILDS[name];
  return build(folder, { signal, timeoutMs: INSTALL_MS });
}
