import type { ChildProcess } from 'node:child_process';
import { join } from 'node:path';
import { spawnGuarded } from '@sluice/testbed/machine';
import { ROOT } from '../command/config';
import type { ServiceName } from './cluster';

/**
 * Runs the build of a service; it ends with this process, whatever ends this process.
 * @param folder a temporary folder
 * @param main program to run instead
 */
export function runBuilt(
  service: ServiceName,
  env: NodeJS.ProcessEnv,
  folder: string,
  main = join(ROOT, 'services', service, 'dist/main.js'),
): ChildProcess {
  const nothing = join(folder, 'nothing'); // what a guard removes
  return spawnGuarded(process.execPath, [main], { env, folder: nothing, stdio: ['ignore', 'pipe', 'pipe'] });
}
