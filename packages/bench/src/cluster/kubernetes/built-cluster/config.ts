import { delimiter } from 'node:path';
import { userCache } from '../../../command/config';

/** Returns the folder of programs and images that are kept between runs: `SLUICE_KUBERNETES_CACHE`, otherwise in the user's cache. */
export function cacheFolder(env: NodeJS.ProcessEnv = process.env): string {
  const { SLUICE_KUBERNETES_CACHE: own } = env;
  return own !== undefined && own !== '' ? own : userCache('sluice-kubernetes', env);
}

/** Returns this process's environment with these folders at the front of PATH. */
export function withPrograms(folders: readonly string[], env: NodeJS.ProcessEnv = process.env): NodeJS.ProcessEnv {
  return { ...env, PATH: [...folders, env['PATH'] ?? ''].join(delimiter) };
}
