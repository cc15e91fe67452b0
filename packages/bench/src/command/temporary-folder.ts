import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { CommandContext } from './command';

/**
 * Makes a new folder that is deleted with the command and that every account may enter. Otherwise a database that root starts would use a
 * folder elsewhere, which is not deleted and not part of a copy.
 */
export async function temporaryFolder({
  closers,
  signal,
}: Pick<CommandContext, 'closers' | 'signal'>): Promise<string> {
  signal.throwIfAborted();
  const folder = await mkdtemp(join(tmpdir(), 'sluice-bench-'));
  closers.add('temporary folder', () => rm(folder, { recursive: true, force: true, maxRetries: 3 }));
  await chmod(folder, 0o711);
  return folder;
}
