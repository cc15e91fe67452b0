import { type Stats, readFileSync, statSync } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { type Reading, refused } from './parse-result';

/**
 * Reads the text of a file that a setting names, at most `maxBytes`. No problem shows the path, because an operator may have written a
 * secret into the variable that should name its file.
 */
export function readSettingFile(path: string, maxBytes: number): Reading<string> {
  try {
    return wrongKind(statSync(path), maxBytes) ?? notEmpty(readFileSync(path, 'utf8'));
  } catch (error) {
    return unreadable(error);
  }
}

/** Reads as `readSettingFile`, without blocking the process: a file system may be slow, or gone. */
export async function readSettingFileAgain(path: string, maxBytes: number): Promise<Reading<string>> {
  try {
    return wrongKind(await stat(path), maxBytes) ?? notEmpty(await readFile(path, 'utf8'));
  } catch (error) {
    return unreadable(error);
  }
}

function wrongKind(stats: Stats, maxBytes: number): Reading<never> | undefined {
  if (!stats.isFile()) return refused('expected the path of a file, got that of something else');
  return stats.size > maxBytes ? refused(`the file has ${stats.size} bytes, accepted are ${maxBytes}`) : undefined;
}

function notEmpty(text: string): Reading<string> {
  const value = text.replace(/^\uFEFF/, ''); // some editors begin every file with this mark
  return value.trim() === '' ? refused('the file is empty') : { ok: true, value };
}

const FAILURES: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file',
  ENOTDIR: 'there is no such file',
  ENAMETOOLONG: 'there is no such file',
  EACCES: 'this account may not read the file',
};

function unreadable(error: unknown): Reading<never> {
  const code = String((error as NodeJS.ErrnoException).code);
  return refused(FAILURES[code] ?? `the file cannot be read (${code})`);
}
