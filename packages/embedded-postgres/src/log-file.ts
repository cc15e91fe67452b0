import { chmod, copyFile, open, stat, truncate } from 'node:fs/promises';
import type { FileHandle } from 'node:fs/promises';
import { errorCode } from './embedded-postgres-error';

const LIMIT_BYTES = 10 * 1024 * 1024;

/**
 * Keeps the server's log bounded: one that has grown beyond 10 MiB becomes `<log>.1`. The server holds the file open
 * for appending, so that it is copied and cut instead of renamed; lines written in between are lost.
 */
export async function boundLog(log: string, limit = LIMIT_BYTES): Promise<void> {
  try {
    if ((await stat(log)).size <= limit) return;
    await copyFile(log, `${log}.1`);
    await truncate(log);
  } catch (error) {
    if (errorCode(error) !== 'ENOENT') throw error;
  }
}

/** Opens the log for appending, readable by its owner only. */
export async function openLog(log: string): Promise<FileHandle> {
  const file = await open(log, 'a', 0o600);
  await chmod(log, 0o600);
  return file;
}

/** What was written to the log after `position`, at most its last 4 KiB: the reason of a failed start. */
export async function readLogFrom(log: string, position: number): Promise<string> {
  const file = await open(log, 'r');
  try {
    const { size } = await file.stat();
    const start = Math.max(position, size - 4096, 0);
    const buffer = Buffer.alloc(Math.max(size - start, 0));
    const { bytesRead } = await file.read(buffer, 0, buffer.length, start);
    return buffer.toString('utf8', 0, bytesRead).trim();
  } finally {
    await file.close();
  }
}
