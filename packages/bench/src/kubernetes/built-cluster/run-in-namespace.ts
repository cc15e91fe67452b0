import { once } from 'node:events';
import { join } from 'node:path';
import { spawnGuarded } from '@sluice/machine';
import type { CommandContext } from '../../command/command';
import type { MadeCluster } from './made-cluster';

const MAIN = join(__dirname, '../../main.js');
const KILLED = 1;

/**
 * Runs the same command where the cluster is reached: a process cannot move into another network by itself.
 * @returns its exit code
 */
export async function runInside(
  { kubeconfig, env, inside }: MadeCluster,
  args: readonly string[],
  { closers, signal }: CommandContext,
): Promise<number> {
  signal.throwIfAborted();
  const [program, all] = inside(process.execPath, [MAIN, 'kubernetes', '--kubeconfig', kubeconfig, ...args]);
  const child = spawnGuarded(program, all, { env, folder: '/nonexistent', stdio: ['ignore', 'inherit', 'inherit'] });
  // Guarded ones keep nobody waiting; this one is waited for.
  child.ref();
  const ended = once(child, 'exit') as Promise<[number | null]>;
  closers.add('run', async () => {
    child.kill('SIGTERM');
    await ended;
  });
  const [code] = await ended;
  return code ?? KILLED;
}
