import { appendFile, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { closeIn, temporaryFolder } from '@sluice/testbed/machine';
import { boundLog, openLog, readLogFrom } from './log-file';

const later = closeIn(afterEach);
let folder: string;
let log: string;

beforeEach(() => {
  folder = temporaryFolder('log', later);
  log = join(folder, 'postgres.log');
});

test('a log within its bound, and one that does not exist, are left as they are', async () => {
  await boundLog(log, 10);
  await writeFile(log, '0123456789');
  await boundLog(log, 10);
  await expect(readFile(log, 'utf8')).resolves.toBe('0123456789');
});

test('a log beyond its bound becomes the previous one, and a writer that has it open goes on from its start', async () => {
  await writeFile(`${log}.1`, 'older');
  const writer = await openLog(log);
  await writer.write('0123456789 and more');
  await boundLog(log, 10);
  await writer.write('new');
  await writer.close();
  await expect(readFile(`${log}.1`, 'utf8')).resolves.toBe('0123456789 and more');
  await expect(readFile(log, 'utf8')).resolves.toBe('new');
});

test('a link in the place of the log or the previous one is not followed', async () => {
  const other = join(folder, 'other');
  await writeFile(other, 'of somebody else', { mode: 0o644 });
  await writeFile(log, '0123456789 and more');
  await symlink(other, `${log}.1`);
  await boundLog(log, 10);
  await expect(readFile(`${log}.1`, 'utf8')).resolves.toBe('0123456789 and more');
  await rm(log);
  await symlink(other, log);
  for (const use of [() => openLog(log), () => boundLog(log, 10), () => readLogFrom(log, 0)]) {
    await expect(use()).rejects.toThrow(`${log} is a symbolic link, which is not followed: remove it`);
  }
  await expect(readFile(other, 'utf8')).resolves.toBe('of somebody else');
  expect((await stat(other)).mode & 0o777).toBe(0o644);
});

test('a log is readable by its owner only, also one that was not', async () => {
  await writeFile(log, '', { mode: 0o644 });
  await (await openLog(log)).close();
  expect((await stat(log)).mode & 0o777).toBe(0o600);
});

test('what was written after a position is read, at most its last 4 KiB', async () => {
  await writeFile(log, 'before\n');
  await appendFile(log, 'after\n');
  await expect(readLogFrom(log, 7)).resolves.toBe('after');
  await appendFile(log, `${'x'.repeat(5000)}\nlast\n`);
  const read = await readLogFrom(log, 7);
  expect(read).toHaveLength(4095);
  expect(read.endsWith('x\nlast')).toBe(true);
});
