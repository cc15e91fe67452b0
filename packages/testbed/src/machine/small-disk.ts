import { execFileSync } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync, rmdirSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Separate file system that a test can fill. */
export interface SmallDisk {
  /** Mount point; every account may enter. */
  readonly folder: string;
  /** Uses all free space. */
  fill(): void;
  /** Releases the space that `fill` used. */
  drain(): void;
  remove(): void;
}

/**
 * Mounts a file system in memory.
 * @param size as `mount` accepts it: `64m`.
 * @throws if this process may not mount
 */
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
      // In chunks, the smallest last, so that not a page is left.
      for (const bytes of [2 ** 20, 2 ** 12]) {
        for (const chunk = Buffer.alloc(bytes); append(ballast, chunk);); // until there is no space for it
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

/** Whether this process may mount file systems: root outside of a container, or in a container with that right. */
export function canMount(): boolean {
  try {
    mountSmallDisk('64k').remove();
    return true;
  } catch {
    return false;
  }
}
