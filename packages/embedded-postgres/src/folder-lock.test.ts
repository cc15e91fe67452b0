import { readdir, readlink, rm, symlink } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { closeIn, temporaryFolder } from '@sluice/testbed/machine';
import { lockFolder } from './folder-lock';
import { findProcess, pidSpace } from './process-table';

const later = closeIn(afterEach);
let folder: string;

beforeEach(() => void (folder = temporaryFolder('lock', later)));

async function writeLock(number: number, holder: object): Promise<void> {
  await symlink(JSON.stringify(holder), join(folder, `lock.${number}`));
}

test('of many who find the same dead lock at the same time exactly one takes it', async () => {
  await writeLock(7, { pid: 1, started: 'long ago', space: await pidSpace() });
  const attempts = await Promise.allSettled(Array.from({ length: 30 }, () => lockFolder(folder)));
  const locks = attempts.flatMap((attempt) => (attempt.status === 'fulfilled' ? [attempt.value] : []));
  await Promise.all(locks.map((lock) => lock.release()));
  expect(locks).toHaveLength(1);
});

test('the lock of a dead process is outbid, also when its pid was given to another process', async () => {
  await writeLock(1, { pid: process.pid, started: 'an earlier process', space: await pidSpace() });
  const lock = await lockFolder(folder);
  expect(await readdir(folder)).toEqual(['lock.2']);
  await lock.release();
});

test('numbers only grow: a released lock stays and is outbid by the next', async () => {
  for (let n = 1; n <= 3; n++) {
    await (await lockFolder(folder)).release();
    expect(await readdir(folder)).toEqual([`lock.${n}`]);
    expect(await readlink(join(folder, `lock.${n}`))).toBe('released');
  }
});

test('a holder in another container is alive as long as it renews its lock', async () => {
  const started = (await findProcess(process.pid))?.started;
  const lock = await lockFolder(folder);
  await rm(join(folder, 'lock.1'));
  await writeLock(1, { pid: 7, started, space: 'other-host pid:[1]' });
  await expect(lockFolder(folder)).rejects.toThrow('by process 7 in other-host pid:[1]:'); // the timer of `lock` renews it
  await lock.release();
});

test('a holder in another container that is silent is taken for dead', async () => {
  await writeLock(1, { pid: 7, started: 'then', space: `${hostname()} elsewhere` });
  const lock = await lockFolder(folder, 1_000);
  await lock.release();
});

test.each(['', 'released', '{', '[]', '{"pid":"1"}'])('a lock that says %j is nobody’s', async (target) => {
  if (target !== '') await symlink(target, join(folder, 'lock.1'));
  await (await lockFolder(folder)).release();
});
