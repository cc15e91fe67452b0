import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { patience } from '@sluice/machine';
import type * as Testcontainers from 'testcontainers';

/** A Docker engine that has answered, and the library that speaks to it. */
export interface ContainerEngine {
  readonly library: typeof Testcontainers;
  readonly client: Testcontainers.ContainerRuntimeClient;
}

/** Where an engine leaves a trace on a machine. */
export interface EngineTraces {
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Files and sockets of which one has to be there. */
  readonly paths: readonly string[];
}

/** All places where testcontainers looks for an engine: its strategies of configuration, sockets and pipes. */
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
 * The engine that testcontainers finds. Without a trace of one the library is not even loaded, which takes over a second.
 * @returns undefined where none answers, or not within `patienceMs`; never throws
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
    const asked = library.getContainerRuntimeClient().then((client) => ({ library, client }));
    const tooLate = new Promise<undefined>((resolve) => {
      timer = setTimeout(() => resolve(undefined), patienceMs);
    });
    return await Promise.race([asked, tooLate]);
  } catch {
    return undefined;
  } finally {
    clearTimeout(timer);
  }
}
