import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';

/** As Debian, Red Hat and Chrome's own packages call it. */
const NAMES = ['chromium', 'chromium-browser', 'google-chrome'];

/** The browser for tests and benches: that of CHROMIUM, else one on the path. @returns undefined where there is none */
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
