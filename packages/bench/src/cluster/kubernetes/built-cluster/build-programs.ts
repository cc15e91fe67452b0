import { access, cp, mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { CommandContext } from '../../../command/command';
import { runProgram } from '../../../command/run-program';
import { type Build, type GoModule, folderOf, moduleText, toolsText } from './programs';

/** Time limit of a build: on two cores with other work, KEDA's operator took 50 minutes. */
const BUILD_MS = 4 * 3_600_000;

/** Returns the programs that are not in the cache, by their builds. */
export async function missingPrograms(
  cache: string,
  builds: readonly Build[],
): Promise<readonly (readonly [Build, string])[]> {
  const all = builds.flatMap((build) => Object.keys(build.packages).map((name) => [build, name] as const));
  const isThere = await Promise.all(
    all.map(([build, name]) =>
      access(join(cache, folderOf(build), name)).then(
        () => true,
        () => false,
      ),
    ),
  );
  return all.filter((_, index) => isThere[index] !== true);
}

/** Builds missing programs, one after the other; finished builds are kept. */
export async function buildPrograms(
  cache: string,
  missing: readonly (readonly [Build, string])[],
  { signal, print }: Pick<CommandContext, 'signal' | 'print'>,
  env: NodeJS.ProcessEnv,
): Promise<void> {
  for (const [build, name] of missing) {
    const folder = join(cache, 'modules', folderOf(build));
    const target = join(cache, folderOf(build));
    // An interrupted Go leaves its temporary files.
    const work = join(folder, 'work');
    const goEnv = { ...env, CGO_ENABLED: '0', GOTMPDIR: work };
    const go: Go = (...args) => runProgram('go', args, { cwd: folder, env: goEnv, timeoutMs: BUILD_MS, signal });
    for (const each of [work, target]) await mkdir(each, { recursive: true });
    print(`building ${name} ${build.version}`);
    const begun = performance.now();
    try {
      await buildProgram(build, name, { folder, target, go });
    } finally {
      await rm(work, { recursive: true });
    }
    print(`built ${name} in ${Math.round((performance.now() - begun) / 1000)} s`);
  }
}

type Go = (...args: string[]) => Promise<string>;

async function buildProgram(
  build: Build,
  name: string,
  { folder, target, go }: { readonly folder: string; readonly target: string; readonly go: Go },
): Promise<void> {
  const source = await writeModule(build, folder, go);
  for (const [kept, path] of Object.entries(build.kept ?? {})) {
    await cp(join(source, path), join(target, kept), { recursive: true });
  }
  const stamps = Object.entries(build.stamps ?? {}).map(([variable, value]) => `-X ${variable}=${value}`);
  const unfinished = join(target, `.${name}`);
  const flags = ['-trimpath', '-ldflags', ['-s', '-w', ...stamps].join(' ')];
  await go('build', ...flags, '-o', unfinished, build.packages[name] ?? '.');
  await rename(unfinished, join(target, name));
}

/** @returns the folder of the module's source */
async function writeModule(build: Build, folder: string, go: Go): Promise<string> {
  const { Dir } = JSON.parse(await go('mod', 'download', '-json', `${build.module}@${build.version}`)) as {
    Dir: string;
  };
  const upstream = JSON.parse(await go('mod', 'edit', '-json', join(Dir, 'go.mod'))) as GoModule;
  await writeFile(join(folder, 'go.mod'), moduleText(build, upstream));
  const [file, text] = build.source === undefined ? ['tools.go', toolsText(build)] : ['main.go', build.source];
  await writeFile(join(folder, file), text);
  await go('mod', 'tidy');
  return Dir;
}
