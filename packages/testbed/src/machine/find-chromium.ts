import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';

/** Names of the program in Debian, Red Hat and Chrome's own packages. */
const NAMES = ['chromium', 'chromium-browser', 'google-chrome'];

/**
 * Finds the browser for tests and benchmarks: that of CHROMIUM, otherwise one on the path.
 * @returns undefined if there is none
 */
export function findChromium(): string | undefined {
  const { CHROMIUM, PATH = '' } = process.env;
  if (CHROMIUM !== undefined && CHROMIUM !== '') return isProgram(CHROMIUM) ? CHROMIUM : undefined;
  return PATH.split(delimiter)
    .flatMap((folder) => NAMES.map((name) => join(folder, name)))
    .find(isProgram);
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
