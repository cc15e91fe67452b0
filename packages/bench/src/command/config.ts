import { homedir } from 'node:os';
import { join } from 'node:path';

/** Folder of the repository. */
export const ROOT = join(__dirname, '../../../..');

/** Returns a folder in the user's cache, which stays from one run to the next. */
export function userCache(name: string, env: NodeJS.ProcessEnv = process.env): string {
  const { XDG_CACHE_HOME: users } = env;
  return join(users === undefined || users === '' ? join(homedir(), '.cache') : users, name);
}
