import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { patience } from '../../machine';
import type * as Testcontainers from 'testcontainers';

/** Docker engine that has answered, and the library that connects to it. */
export interface ContainerEngine {
  readonly library: typeof Testcontainers;
  readonly client: Testcontainers.ContainerRuntimeClient;
}

/** Signs of an engine on a machine. */
export interface EngineTraces {
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Files and sockets of which at least one exists. */
  readonly paths: readonly string[];
}

/** Returns all signs by which testcontainers finds an engine: its strategies of configuration, sockets and pipes. */
export function machineTraces(env = process.env, home = homedir()): EngineTraces {
  const runtime = env['XDG_RUNTIME_DIR'];
  const paths = [
    join(home, '.testcontainers.properties'),
    '/var/run/docker.sock',
    ...(runtime === undefined ? [] : [join(runtime, 'docker.sock')]),
    join(home, '.docker/run/docker.sock'),
    join(home, '.docker/desktop/docker.sock'),
    ...(process.getuid === undefined ? [] : [`/run/user/${process.getuid()}/docker.sock`]),
  ];
  return { env, paths: process.platform === 'win32' ? [...paths, '//./pipe/docker_engine'] : paths };
}

/**
 * Finds the engine as testcontainers does. Without a sign of one the library is not even loaded, which needs over a second.
 * @returns undefined if none answers within `patienceMs`; never throws
 */
export async function findEngine(
  { env, paths }: EngineTraces = machineTraces(),
  patienceMs = patience(5000),
): Promise<ContainerEngine | undefined> {
  if (!env['DOCKER_HOST'] && !paths.some((path) => existsSync(path))) return undefined;
  let timer: NodeJS.Timeout | undefined;
  try {
    // Not `import()`: Jest refuses it in a test file.
    const library = createRequire(__filename)('testcontainers') as typeof Testcontainers;
    const engine = library.getContainerRuntimeClient().then((client) => ({ library, client }));
    const tooLate = new Promise<undefined>((resolve) => {
      timer = setTimeout(() => resolve(undefined), patienceMs);
    });
    return await Promise.race([engine, tooLate]);
  } catch {
    return undefined;
  } finally {
    clearTimeout(timer);
  }
}
