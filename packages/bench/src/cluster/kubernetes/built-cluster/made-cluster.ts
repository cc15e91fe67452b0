import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { CommandContext } from '../../../command/command';
import { LackingError } from '../../../command/missing-tool-error';
import { temporaryFolder } from '../../../command/temporary-folder';
import { buildPrograms, missingPrograms } from './build-programs';
import { makeNodesBridge, startNetwork } from './cluster-network';
import { cacheFolder, withPrograms } from './config';
import { startControlPlane } from './control-plane';
import { Enclosure } from './enclosure';
import { PAUSE_IMAGE, findImages, loadImages, makeArchives, neededImages } from './images';
import { installTools, toolsIn } from './install-tools';
import { startKeda } from './keda';
import { ClusterNode, removeControlGroups } from './node';
import { BUILDS, KEDA, folderOf } from './programs';
import { findMissing, findPlugins } from './requirements';

/** Two nodes, so that one of them can be drained. */
const NODES = 2;

/** Cluster for one run, on this machine. */
export interface MadeCluster {
  readonly kubeconfig: string;
  /** Environment with the cluster's programs on its path. */
  readonly env: NodeJS.ProcessEnv;
  /** Returns program and arguments that run a program where the cluster can be reached. */
  readonly inside: (program: string, args: readonly string[]) => [string, string[]];
}

interface ClusterOptions {
  /** Folder of archives of images; undefined: they are made. */
  readonly images: string | undefined;
  /** Image of the product; default: the chart's own. */
  readonly image: string | undefined;
  /** Whether KEDA is built and runs. */
  readonly keda: boolean;
}

/** @throws Error that names what the machine lacks */
export async function makeCluster(
  { images, image, keda }: ClusterOptions,
  context: CommandContext,
): Promise<MadeCluster> {
  const { print } = context;
  const cache = cacheFolder();
  const builds = keda ? [...BUILDS, KEDA] : BUILDS;
  const toBuild = await missingPrograms(cache, builds);
  const plugins = await findPlugins();
  const lacking = await findMissing(process, { builds: toBuild.length > 0, plugins });
  if (lacking.length > 0 || plugins === undefined) {
    const sentences = lacking.map((sentence) => `\n  ${sentence}`).join('');
    throw new LackingError(`No cluster was given, and none can be made here:${sentences}`);
  }
  const source = await findImages(images);
  const env = withPrograms([toolsIn(cache), ...builds.map((build) => join(cache, folderOf(build)))]);
  const folder = await temporaryFolder(context);
  const [logs, archives] = [join(folder, 'logs'), join(folder, 'images')];
  for (const each of [logs, archives]) await mkdir(each);
  // Images first: a failure of registry or engine shows within minutes.
  const needed = await neededImages(image);
  const found = await makeArchives(source, needed, archives, context);
  await installTools(cache, { env, signal: context.signal });
  await buildPrograms(cache, toBuild, context, env);
  print('starting the cluster');
  const begun = performance.now();
  const nodes = Array.from({ length: NODES }, (_, index) => join(folder, `node-${index}`));
  for (const node of nodes) context.closers.add('control groups', () => removeControlGroups(node));
  const enclosure = await Enclosure.create({ folder, cache, logs, env }, context);
  await makeNodesBridge(enclosure);
  const kubeconfig = await startControlPlane(enclosure, folder);
  await startNetwork(enclosure, folder, kubeconfig);
  for (const [index, nodeFolder] of nodes.entries()) {
    const node = new ClusterNode(enclosure, {
      index,
      folder: nodeFolder,
      keptFolder: join(cache, `node-${index}`),
      kubeconfig,
      pauseImage: PAUSE_IMAGE,
      plugins,
    });
    await node.startContainers();
    await loadImages(node, found, needed);
    await node.startKubelet();
  }
  if (keda) {
    await startKeda(enclosure, { folder, kubeconfig, definitions: join(cache, folderOf(KEDA), 'definitions') });
  }
  await rm(archives, { recursive: true });
  print(`${NODES} nodes ready: ${((performance.now() - begun) / 1000).toFixed(1)} s`);
  return { kubeconfig, env, inside: (program, args) => enclosure.inside(program, args) };
}
