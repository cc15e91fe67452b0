import { once } from 'node:events';
import { join } from 'node:path';
import { spawnGuarded } from '@sluice/testbed/machine';
import type { CommandContext } from '../../../command/command';
import { ROOT } from '../../../command/config';
import type { MadeCluster } from './made-cluster';

const MAIN = join(ROOT, 'packages/bench/dist/main.js');
const KILLED = 1;

/**
 * Runs this command again where the cluster can be reached, because a process cannot change its network itself.
 * @returns its exit code
 */
export async function runInside(
  { kubeconfig, env, inside }: MadeCluster,
  args: readonly string[],
  { closers, signal }: CommandContext,
): Promise<number> {
  signal.throwIfAborted();
  const [program, all] = inside(process.execPath, [MAIN, 'cluster', '--kubeconfig', kubeconfig, ...args]);
  const child = spawnGuarded(program, all, { env, folder: '/nonexistent', stdio: ['ignore', 'inherit', 'inherit'] });
  // Guarded processes do not keep this process alive; this one has to.
  child.ref();
  const ended = once(child, 'exit') as Promise<[number | null]>;
  closers.add('run', async () => {
    child.kill('SIGTERM');
    await ended;
  });
  const [code] = await ended;
  return code ?? KILLED;
}
