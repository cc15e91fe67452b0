import { chmodSync, mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * Makes a folder that every account may enter: else a database that root starts lies elsewhere, and stays there.
 * @param later is given what removes the folder: `afterAll` or `afterEach`
 */
export function temporaryFolder(name: string, later: (remove: () => void) => void): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), `sluice-${name}-`)));
  chmodSync(folder, 0o711);
  later(() => rmSync(folder, { recursive: true, force: true, maxRetries: 10 }));
  return folder;
}
