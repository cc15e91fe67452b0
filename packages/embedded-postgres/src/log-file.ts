import { constants } from 'node:fs';
import type { FileHandle } from 'node:fs/promises';
import { errorCode } from './embedded-postgres-error';
import { openFile, replaceFile } from './open-owned-file';

const LIMIT_BYTES = 10 * 1024 * 1024;

/**
 * Limits the server's log: beyond 10 MiB it is moved to `<log>.1`. The server holds the file open for appending, so it is copied and
 * truncated instead of renamed; lines written in between are lost.
 */
export async function boundLog(log: string, limit = LIMIT_BYTES): Promise<void> {
  try {
    const file = await openFile(log, constants.O_RDWR);
    try {
      if ((await file.stat()).size <= limit) return;
      const parts = file.createReadStream({ start: 0, autoClose: false });
      const copy = async (previous: FileHandle): Promise<void> => {
        for await (const part of parts) await previous.writeFile(part as Buffer);
      };
      await replaceFile(`${log}.1`, { write: copy });
      await file.truncate();
    } finally {
      await file.close();
    }
  } catch (error) {
    if (errorCode(error) !== 'ENOENT') throw error;
  }
}

/** Opens the log for appending, readable by its owner only. */
export async function openLog(log: string): Promise<FileHandle> {
  const file = await openFile(log, constants.O_WRONLY | constants.O_APPEND | constants.O_CREAT);
  await file.chmod(0o600);
  return file;
}

/** Returns the log after `position`, at most its last 4 KiB: the reason of a failed start. */
export async function readLogFrom(log: string, position: number): Promise<string> {
  const file = await openFile(log, constants.O_RDONLY);
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
