import { execFileSync } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync, rmdirSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A file system of its own that a test can fill. */
export interface SmallDisk {
  /** Where it is mounted; every account may enter. */
  readonly folder: string;
  /** Takes all room that is left. */
  fill(): void;
  /** Gives back what `fill` took. */
  drain(): void;
  remove(): void;
}

/** Makes a file system in memory. @param size as `mount` has it: `64m`. @throws where this process may not mount */
export function mountSmallDisk(size: string): SmallDisk {
  const folder = mkdtempSync(join(tmpdir(), 'sluice-disk-'));
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${size},mode=755`, 'tmpfs', folder], { stdio: 'pipe' });
  } catch (error) {
    rmdirSync(folder);
    throw error;
  }
  chmodSync(folder, 0o755);
  const ballast = join(folder, 'ballast');
  return {
    folder,
    fill() {
      // Piece by piece and the smallest last, so that not a page is left.
      for (const bytes of [2 ** 20, 2 ** 12]) {
        for (const chunk = Buffer.alloc(bytes); append(ballast, chunk);); // until there is no room for it
      }
    },
    drain: () => rmSync(ballast, { force: true }),
    remove() {
      execFileSync('umount', ['--lazy', folder]);
      rmdirSync(folder);
    },
  };
}

function append(path: string, chunk: Buffer): boolean {
  try {
    writeFileSync(path, chunk, { flag: 'a' });
    return true;
  } catch {
    return false;
  }
}

/** Whether this process may mount file systems: root in no container, or in one with that right. */
export function canMount(): boolean {
  try {
    mountSmallDisk('64k').remove();
    return true;
  } catch {
    return false;
  }
}
