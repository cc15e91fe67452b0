import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { CommandContext } from '../../../command/command';
import { ROOT } from '../../../command/config';
import { LackingError } from '../../../command/missing-tool-error';
import { runProgram, works } from '../../../command/run-program';
import type { ClusterNode } from './node';

export const PAUSE_IMAGE = 'registry.k8s.io/pause:3.10.1';
const BUILD_MS = 1_800_000;
const LOAD_MS = 300_000;

/** Source of images: archives of `podman save` or `docker save`, or an engine that builds and pulls. */
export type ImageSource = { readonly archives: readonly string[] } | { readonly engine: 'podman' | 'docker' };

/**
 * @param folder the user's folder of archives; undefined: the engine of this machine
 * @throws LackingError where there is neither
 */
export async function findImages(folder: string | undefined): Promise<ImageSource> {
  if (folder === undefined) return { engine: await findEngine() };
  const names = await readdir(folder).catch((cause: unknown) => {
    throw new LackingError(`--images: ${folder} is no folder that can be read`, { cause });
  });
  const archives = names.filter((name) => name.endsWith('.tar')).map((name) => join(folder, name));
  if (archives.length === 0) throw new LackingError(`--images: ${folder} has no archives of images (*.tar)`);
  return { archives };
}

/**
 * Returns every image that pods need, by the names that a kubelet uses: the product's first.
 * @param product default: the image of the chart
 */
export async function neededImages(product: string | undefined): Promise<readonly [string, ...string[]]> {
  const read = (path: string): Promise<string> => readFile(join(ROOT, path), 'utf8');
  const own = product ?? productImage(await read('deploy/chart/sluice/Chart.yaml'));
  return [fullName(own), ...imagesIn(await read('deploy/kubernetes/dev-dependencies.yaml')), PAUSE_IMAGE];
}

/**
 * Builds the product's image and pulls missing ones with the engine.
 * @param folder for the archives that the engine saves
 * @returns paths of archives
 */
export async function makeArchives(
  source: ImageSource,
  needed: readonly [string, ...string[]],
  folder: string,
  { signal, print }: Pick<CommandContext, 'signal' | 'print'>,
): Promise<readonly string[]> {
  if ('archives' in source) return source.archives;
  const { engine } = source;
  // An interrupted Podman leaves the containers and mounts of its current steps.
  const call = (...args: string[]): Promise<string> =>
    runProgram(engine, args, { cwd: ROOT, timeoutMs: BUILD_MS, signal, spared: args[0] === 'build' });
  const [product, ...others] = needed;
  print(`building ${product} with ${engine}`);
  await call('build', '--file', 'deploy/images/Dockerfile', '--target', 'services', '--tag', product, '.');
  for (const image of others) {
    if (await works(engine, ['image', 'inspect', image], { signal })) continue;
    print(`pulling ${image}`);
    await call('pull', image);
  }
  const paths: string[] = [];
  for (const image of needed) {
    const path = join(folder, `${image.replaceAll(/[/:]/g, '-')}.tar`);
    await call('save', '--output', path, image);
    paths.push(path);
  }
  return paths;
}

/**
 * Imports the images into a node, without a registry.
 * @throws LackingError where an image that pods need is missing
 */
export async function loadImages(
  node: ClusterNode,
  archives: readonly string[],
  needed: readonly string[],
): Promise<void> {
  for (const path of archives) await node.ctr(['images', 'import', path], LOAD_MS);
  const there = (await node.ctr(['images', 'list', '--quiet'])).split('\n');
  const missing = needed.filter((image) => !there.includes(image));
  if (missing.length > 0) throw new LackingError(`No archive of --images has ${missing.join(', ')}`);
}

/** Returns the image of the chart by default: the tag is the appVersion. */
export function productImage(chart: string): string {
  const [, version] = /^appVersion: (\S+)$/m.exec(chart) ?? [];
  if (version === undefined) throw new Error('the chart has no appVersion');
  return `sluice:${version}`;
}

/** Returns the full name: `sluice:1` is `docker.io/library/sluice:1`, because a name without a host is Docker's. */
export function fullName(image: string): string {
  const [first = '', ...rest] = image.split('/');
  if (rest.length === 0) return `docker.io/library/${image}`;
  return /[.:]|^localhost$/.test(first) ? image : `docker.io/${image}`;
}

/** Returns the values of `image:` in manifests. */
export function imagesIn(text: string): string[] {
  return [...text.matchAll(/^ *image: (\S+)$/gm)].map(([, image = '']) => image);
}

async function findEngine(): Promise<'podman' | 'docker'> {
  for (const engine of ['podman', 'docker'] as const) {
    if (await works(engine, ['version'])) return engine;
  }
  throw new LackingError('Images are built with podman or docker, and neither works: install one, or give --images');
}
