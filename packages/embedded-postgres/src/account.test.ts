import { chmod, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { closeIn, temporaryFolder } from '@sluice/testbed/machine';
import { closedFolder } from './account';

const later = closeIn(afterEach);
let folder: string;

beforeEach(async () => {
  folder = temporaryFolder('account', later);
  await chmod(folder, 0o755);
  await mkdir(join(folder, 'outer', 'inner'), { recursive: true });
});

const uid = process.getuid?.() ?? 0;
const gid = process.getgid?.() ?? 0;
const stranger = { name: 'stranger', uid: uid + 1, gid: gid + 1 };

test('folders that all may enter are open to everybody', async () => {
  await expect(closedFolder(join(folder, 'outer', 'inner'), stranger)).resolves.toBeUndefined();
});

test('the outermost folder that the account may not enter is named', async () => {
  await chmod(join(folder, 'outer', 'inner'), 0o700);
  await expect(closedFolder(join(folder, 'outer', 'inner'), stranger)).resolves.toBe(join(folder, 'outer', 'inner'));
  await chmod(join(folder, 'outer'), 0o700);
  await expect(closedFolder(join(folder, 'outer', 'inner'), stranger)).resolves.toBe(join(folder, 'outer'));
});

test('owner, group and others are judged by their own bit', async () => {
  const outer = join(folder, 'outer');
  await chmod(outer, 0o710);
  await expect(closedFolder(outer, { ...stranger, uid })).resolves.toBeUndefined();
  await expect(closedFolder(outer, { ...stranger, gid })).resolves.toBeUndefined();
  await expect(closedFolder(outer, stranger)).resolves.toBe(outer);
  await chmod(outer, 0o601);
  await expect(closedFolder(outer, { ...stranger, uid })).resolves.toBe(outer);
  await expect(closedFolder(outer, stranger)).resolves.toBeUndefined();
});
