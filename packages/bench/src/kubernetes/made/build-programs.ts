import { access, cp, mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { CommandContext } from '../../command/command';
import { runProgram } from '../../command/run-program';
import { type Build, type GoModule, folderOf, moduleText, toolsText } from './programs';

/** Kubernetes' API server takes a quarter of an hour on two busy cores. */
const BUILD_MS = 3_600_000;

/** Programs that are not in the cache, by their builds. */
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

/** Builds what is missing, one program after the other; what is built stays. */
export async function buildPrograms(
  cache: string,
  missing: readonly (readonly [Build, string])[],
  { signal, print }: Pick<CommandContext, 'signal' | 'print'>,
  env: NodeJS.ProcessEnv,
): Promise<void> {
  for (const [build, name] of missing) {
    const folder = join(cache, 'modules', folderOf(build));
    const go = (...args: string[]): Promise<string> =>
      runProgram('go', args, { cwd: folder, env: { ...env, CGO_ENABLED: '0' }, timeoutMs: BUILD_MS, signal });
    print(`building ${name} ${build.version}`);
    const begun = performance.now();
    await mkdir(folder, { recursive: true });
    const target = join(cache, folderOf(build));
    await mkdir(target, { recursive: true });
    const source = await writeModule(build, folder, go);
    for (const [kept, path] of Object.entries(build.kept ?? {})) {
      await cp(join(source, path), join(target, kept), { recursive: true });
    }
    const flags = [
      '-s',
      '-w',
      ...Object.entries(build.stamps ?? {}).map(([variable, value]) => `-X ${variable}=${value}`),
    ];
    const unfinished = join(target, `.${name}`);
    await go('build', '-trimpath', '-ldflags', flags.join(' '), '-o', unfinished, build.packages[name] ?? '.');
    await rename(unfinished, join(target, name));
    print(`built ${name} in ${Math.round((performance.now() - begun) / 1000)} s`);
  }
}

/** @returns the folder of the module's source */
async function writeModule(build: Build, folder: string, go: (...args: string[]) => Promise<string>): Promise<string> {
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
