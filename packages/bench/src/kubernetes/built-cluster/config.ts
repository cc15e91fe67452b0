import { delimiter } from 'node:path';
import { userCache } from '../../command/config';

/** Where programs and images stay from one run to the next: `SLUICE_KUBERNETES_CACHE`, else in the user's cache. */
export function cacheFolder(env: NodeJS.ProcessEnv = process.env): string {
  const { SLUICE_KUBERNETES_CACHE: own } = env;
  return own !== undefined && own !== '' ? own : userCache('sluice-kubernetes', env);
}

/** This process's environment with these folders before those in which programs are looked for. */
export function withPrograms(folders: readonly string[], env: NodeJS.ProcessEnv = process.env): NodeJS.ProcessEnv {
  return { ...env, PATH: [...folders, env['PATH'] ?? ''].join(delimiter) };
}
