import { createHash } from 'node:crypto';
import { type Dirent, readdirSync, readFileSync } from 'node:fs';
import { extname, join, relative, sep } from 'node:path';
import type { Coding } from '@sluice/http';

/** File of the console, with the coded forms that the build has made. */
export interface ConsoleFile {
  readonly type: string;
  readonly body: Buffer;
  readonly coded: Readonly<Partial<Record<Coding, Buffer>>>;
  readonly entityTag: string;
  /** Whether its name changes with its contents: then clients may cache it forever. */
  readonly isHashed: boolean;
}

/** Media types of all files of a build. */
const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
};

const CODED: Readonly<Record<Coding, string>> = { br: '.br', gzip: '.gz' };
const HASHED_FOLDER = 'assets/';

/**
 * Reads all files of a build, by their paths with `/`: some hundred kilobytes, which stay in memory, so that no path of a request is used
 * on the file system.
 * @returns undefined if nothing has been built
 */
export function readConsoleFiles(folder: string): ReadonlyMap<string, ConsoleFile> | undefined {
  let entries: Dirent[];
  try {
    entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  } catch {
    return undefined;
  }
  const files = new Map<string, ConsoleFile>();
  for (const entry of entries) {
    const type = TYPES[extname(entry.name)];
    if (!entry.isFile() || type === undefined) continue;
    const path = join(entry.parentPath, entry.name);
    const name = relative(folder, path).split(sep).join('/');
    const body = readFileSync(path);
    files.set(name, {
      type,
      body,
      coded: codedForms(path),
      entityTag: `"${createHash('sha256').update(body).digest('base64url')}"`,
      isHashed: name.startsWith(HASHED_FOLDER),
    });
  }
  return files.has('index.html') ? files : undefined;
}

function codedForms(path: string): Partial<Record<Coding, Buffer>> {
  const forms: Partial<Record<Coding, Buffer>> = {};
  for (const [coding, ending] of Object.entries(CODED) as [Coding, string][]) {
    try {
      forms[coding] = readFileSync(path + ending);
    } catch {
      // Small files have none.
    }
  }
  return forms;
}
