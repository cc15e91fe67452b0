import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { CommandContext } from '../../command/command';
import { LackingError } from '../../command/lacking-error';
import { runProgram, works } from '../../command/run-program';
import type { ClusterNode } from './node';

const ROOT = join(__dirname, '../../../../..');
export const PAUSE_IMAGE = 'registry.k8s.io/pause:3.10.1';
const BUILD_MS = 1_800_000;
const LOAD_MS = 300_000;

/** Every image that pods need, as archives of `podman save` or `docker save`. */
export interface ImageArchives {
  readonly paths: readonly string[];
}

/**
 * Finds archives in a folder of the user's; without one the engine of the machine builds the product's image, pulls the others
 * and saves them.
 * @param folder where they are saved
 */
export async function findArchives(
  given: string | undefined,
  folder: string,
  { signal, print }: Pick<CommandContext, 'signal' | 'print'>,
): Promise<ImageArchives> {
  if (given !== undefined) {
    const names = (await readdir(given)).filter((name) => name.endsWith('.tar'));
    if (names.length === 0) throw new Error(`${given} has no archives of images (*.tar)`);
    return { paths: names.map((name) => join(given, name)) };
  }
  const engine = await findEngine();
  const call = (...args: string[]): Promise<string> =>
    runProgram(engine, args, { cwd: ROOT, timeoutMs: BUILD_MS, signal });
  const product = productImage(await readFile(join(ROOT, 'deploy/chart/sluice/Chart.yaml'), 'utf8'));
  print(`building ${product} with ${engine}`);
  await call('build', '--file', 'deploy/images/Dockerfile', '--target', 'services', '--tag', product, '.');
  const others = [...(await imagesOfDependencies()), PAUSE_IMAGE];
  for (const image of others) {
    if (!(await works(engine, ['image', 'inspect', image], { signal }))) await call('pull', image);
  }
  const paths = [product, ...others].map(
    (image) => [image, join(folder, `${image.replaceAll(/[/:]/g, '-')}.tar`)] as const,
  );
  for (const [image, path] of paths) await call('save', '--output', path, image);
  return { paths: paths.map(([, path]) => path) };
}

/** Gives the images to a node, without a registry. */
export async function loadImages(node: ClusterNode, { paths }: ImageArchives): Promise<void> {
  for (const path of paths) await node.ctr(['images', 'import', path], LOAD_MS);
}

async function imagesOfDependencies(): Promise<string[]> {
  const text = await readFile(join(ROOT, 'deploy/kubernetes/dev-dependencies.yaml'), 'utf8');
  return imagesIn(text);
}

/** The image that the chart asks for by default, as a kubelet completes its name: the tag is the appVersion. */
export function productImage(chart: string): string {
  const [, version] = /^appVersion: (\S+)$/m.exec(chart) ?? [];
  if (version === undefined) throw new Error('the chart has no appVersion');
  return `docker.io/library/sluice:${version}`;
}

/** What follows `image:` in manifests. */
export function imagesIn(text: string): string[] {
  return [...text.matchAll(/^ *image: (\S+)$/gm)].map(([, image = '']) => image);
}

async function findEngine(): Promise<'podman' | 'docker'> {
  for (const engine of ['podman', 'docker'] as const) {
    if (await works(engine, ['version'])) return engine;
  }
  throw new LackingError('Images are built with podman or docker, and neither works: install one, or give --images');
}
