import type { ChildProcess } from 'node:child_process';
import { join } from 'node:path';
import { spawnGuarded } from '@sluice/machine';
import type { ServiceName } from './cluster';

const SERVICES = join(__dirname, '../../../../services');

/**
 * Runs the build of a service; it ends with this process, however that ends.
 * @param folder a temporary one
 * @param main a program in its place
 */
export function runBuilt(
  service: ServiceName,
  env: NodeJS.ProcessEnv,
  folder: string,
  main = join(SERVICES, service, 'dist/main.js'),
): ChildProcess {
  const nothing = join(folder, 'nothing'); // what a guard removes
  return spawnGuarded(process.execPath, [main], { env, folder: nothing, stdio: ['ignore', 'pipe', 'pipe'] });
}
