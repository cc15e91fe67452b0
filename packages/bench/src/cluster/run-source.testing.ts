import type { ChildProcess } from 'node:child_process';
import { join } from 'node:path';
import { forkSource } from '@sluice/testbed/machine';
import type { ServiceName } from './cluster';

export const SERVICES = join(__dirname, '../../../../services');

/** Starts a service from its sources, without a build. */
export function runSource(service: ServiceName, env: NodeJS.ProcessEnv): ChildProcess {
  return forkSource(join(SERVICES, service, 'src/main.ts'), [], { env, stdio: ['ignore', 'pipe', 'pipe', 'ipc'] });
}
