import { access } from 'node:fs/promises';
import { join } from 'node:path';
import { LackingError } from '../command/missing-tool-error';
import { runProgram } from '../command/run-program';

const LONGEST_MS = 3_600_000;

/** Copies the data folder of a stopped product, with its owners. @throws LackingError while its database runs */
export async function copyDataFolder(from: string, to: string, signal: AbortSignal): Promise<void> {
  const isRunning = await access(join(from, 'postgres/data/postmaster.pid')).then(
    () => true,
    () => false,
  );
  if (isRunning) throw new LackingError(`${from} is in use: stop what runs on it first`);
  await runProgram('cp', ['--archive', '--reflink=auto', from, to], { signal, timeoutMs: LONGEST_MS });
}
