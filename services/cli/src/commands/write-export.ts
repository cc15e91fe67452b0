import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { lstat, mkdtemp, open, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { type Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { errorCode } from '@sluice/store/write';

/** File of an export. */
export interface ExportedFile {
  readonly table: string;
  /** Name in the folder of the manifest. */
  readonly file: string;
  readonly rows: number;
  /** Size of the compressed file. */
  readonly bytes: number;
  readonly sha256: string;
}

/** The folder cannot be written; the message follows the folder's name in a sentence. */
export class FolderError extends Error {
  override readonly name = 'FolderError';
}

const LINE_END = 0x0a;
/** Readable by the owner only, whatever the umask, because the file contains stored data. */
const PRIVATE = 0o600;

/**
 * Writes a folder with a gzipped file for each table and `manifest.json`. The folder gets its name when all of it is safe on the disk; a
 * failure leaves no folder of that name.
 * @param folder does not exist, but its parent does
 * @param fill writes the tables; returns the manifest's members besides the files
 * @throws FolderError
 */
export async function writeExport(
  folder: string,
  fill: (write: (table: string, lines: Readable) => Promise<number>) => Promise<object>,
): Promise<readonly ExportedFile[]> {
  await requireFree(folder);
  const files: ExportedFile[] = [];
  const partial = await mkdtemp(`${folder}.partial-`);
  try {
    const about = await fill(async (table, lines) => {
      const written = await writeTable(partial, table, lines);
      files.push(written);
      return written.rows;
    });
    const manifest = `${JSON.stringify({ ...about, files }, undefined, 2)}\n`;
    await writeFile(join(partial, 'manifest.json'), manifest, { mode: PRIVATE, flush: true });
    await flushFolder(partial);
    await requireFree(folder);
    await rename(partial, folder);
    await flushFolder(dirname(folder));
    return files;
  } catch (error) {
    await rm(partial, { recursive: true, force: true });
    throw error;
  }
}

async function requireFree(folder: string): Promise<void> {
  const parent = await stat(dirname(folder)).catch(() => undefined);
  if (parent?.isDirectory() !== true) throw new FolderError('expected a folder that exists');
  const there = await lstat(folder).catch((error: unknown) => {
    if (errorCode(error) === 'ENOENT') return undefined;
    throw error;
  });
  if (there !== undefined) throw new FolderError(`${folder} exists already: nothing is written over it`);
}

async function writeTable(folder: string, table: string, lines: Readable): Promise<ExportedFile> {
  const file = `${table}.ndjson.gz`;
  const hash = createHash('sha256');
  let rows = 0;
  let bytes = 0;
  await pipeline(
    lines,
    watched((chunk) => {
      for (let at = chunk.indexOf(LINE_END); at !== -1; at = chunk.indexOf(LINE_END, at + 1)) rows += 1;
    }),
    createGzip(),
    watched((chunk) => {
      hash.update(chunk);
      bytes += chunk.length;
    }),
    createWriteStream(join(folder, file), { flags: 'wx', mode: PRIVATE, flush: true }),
  );
  return { table, file, rows, bytes, sha256: hash.digest('hex') };
}

function watched(look: (chunk: Buffer) => void): Transform {
  return new Transform({
    transform: (chunk: Buffer, _encoding, done) => {
      look(chunk);
      done(undefined, chunk);
    },
  });
}

/** Syncs a folder: only then the names of its files are safe. */
async function flushFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
