import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { CommandContext } from './command';

/**
 * A new folder that goes with the command, and that every account may enter: else a database that root starts lies elsewhere, where
 * it stays and a copy of its folder does not have it.
 */
export async function temporaryFolder({ closers, signal }: CommandContext): Promise<string> {
  signal.throwIfAborted();
  const folder = await mkdtemp(join(tmpdir(), 'sluice-bench-'));
  closers.add('temporary folder', () => rm(folder, { recursive: true, force: true, maxRetries: 3 }));
  await chmod(folder, 0o711);
  return folder;
}
