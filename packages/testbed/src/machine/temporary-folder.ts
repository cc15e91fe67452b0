import { chmodSync, mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * Creates a folder that every account may enter; otherwise a database that root starts would be in another folder, and would not be
 * removed.
 * @param later receives the function that removes the folder: `afterAll` or `afterEach`
 */
export function temporaryFolder(name: string, later: (remove: () => void) => void): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), `sluice-${name}-`)));
  chmodSync(folder, 0o711);
  later(() => rmSync(folder, { recursive: true, force: true, maxRetries: 10 }));
  return folder;
}
