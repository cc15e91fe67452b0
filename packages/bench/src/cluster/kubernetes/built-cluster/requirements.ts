import { access } from 'node:fs/promises';
import { join } from 'node:path';
import { works } from '../../../command/run-program';

const PLUGIN_FOLDERS = ['/opt/cni/bin', '/usr/lib/cni', '/usr/libexec/cni'];
const NEEDED = [
  { program: 'ip', version: ['-V'], of: 'iproute2' },
  { program: 'nsenter', version: ['--version'], of: 'util-linux' },
  { program: 'unshare', version: ['--version'], of: 'util-linux' },
  { program: 'flock', version: ['--version'], of: 'util-linux' },
  { program: 'nft', version: ['--version'], of: 'nftables' },
  { program: 'openssl', version: ['version'], of: 'openssl' },
  { program: 'runc', version: ['--version'], of: 'runc' },
] as const;

/** Returns the folder of the CNI plugins. */
export async function findPlugins(): Promise<string | undefined> {
  for (const folder of PLUGIN_FOLDERS) {
    const isThere = await access(join(folder, 'bridge')).then(
      () => true,
      () => false,
    );
    if (isThere) return folder;
  }
  return undefined;
}

/**
 * Returns one sentence for each thing that this machine lacks to make a cluster, with how to install it.
 * @param needs whether programs have to be built, and the folder of the CNI plugins
 */
export async function findMissing(
  { platform, getuid }: Pick<NodeJS.Process, 'platform'> & { readonly getuid?: () => number },
  { builds, plugins }: { readonly builds: boolean; readonly plugins: string | undefined },
): Promise<string[]> {
  if (platform !== 'linux') return ['a cluster is made on Linux only: give --context of one that you have'];
  const missing = getuid?.() === 0 ? [] : ['a cluster is made by root only: run it as root, or give --context'];
  const needed = builds
    ? [...NEEDED, { program: 'go', version: ['version'], of: 'Go 1.26 or newer, https://go.dev/dl' }]
    : NEEDED;
  for (const { program, version, of } of needed) {
    if (!(await works(program, version))) missing.push(`${program} is not in PATH, or does not work: install ${of}`);
  }
  if (plugins === undefined) {
    missing.push(`the CNI plugins are in none of ${PLUGIN_FOLDERS.join(', ')}: install containernetworking-plugins`);
  }
  return missing;
}
