import { chmod, chown, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { closeIn, temporaryFolder } from '@sluice/testbed/machine';
import { refuseForeignFolders } from './open-owned-file';

/** User id of another account than this process's. */
const STRANGER = 65_533;

const later = closeIn(afterEach);
let folder: string;
beforeEach(() => void (folder = temporaryFolder('foreign', later)));

test('a folder of this account is taken, and one that is not there yet', async () => {
  for (const mode of [0o700, 0o755, 0o775, 0o1777]) {
    await chmod(folder, mode);
    await expect(refuseForeignFolders([folder, join(folder, 'postgres')])).resolves.toBeUndefined();
  }
});

test.each([0o777, 0o702, 0o773])(
  'a folder in which all accounts may replace files is refused: mode %o',
  async (mode) => {
    const inside = join(folder, 'postgres');
    await mkdir(inside);
    await chmod(inside, mode);
    await expect(refuseForeignFolders([folder, inside])).rejects.toThrow(`all accounts may write in ${inside}`);
  },
);

const asRoot = process.getuid?.() === 0 ? test : test.skip;
asRoot('a folder of another account is refused by root, whatever its mode is', async () => {
  const inside = join(folder, 'postgres');
  await mkdir(inside, { mode: 0o700 });
  await chown(inside, STRANGER, 0);
  await expect(refuseForeignFolders([folder, inside])).rejects.toThrow(`${inside} belongs to the account ${STRANGER}`);
});
