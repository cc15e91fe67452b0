import { execFileSync } from 'node:child_process';
import { chmod, lchown, link, lstat, readFile, rename, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { closeIn, temporaryFolder } from '@sluice/testbed/machine';
import { startEmbeddedPostgres } from './start';

const NOBODY = 65534;

const asRoot = process.getuid?.() === 0 ? describe : describe.skip;
asRoot('a link that another account has placed', () => {
  let made: string;
  const later = closeIn(afterAll);
  const newFolder = () => temporaryFolder('links', later);
  /** Creates a folder with a database, which is faster to copy than to make. */
  function usedFolder(): string {
    const folder = newFolder();
    execFileSync('cp', ['-a', join(made, 'postgres'), folder]);
    return folder;
  }
  const startsOn = async (dataDir: string): Promise<void> => (await startEmbeddedPostgres({ dataDir })).stop();

  beforeAll(async () => {
    made = newFolder();
    await startsOn(made);
  });

  /** A file of root's alone, and its state, which must not change. */
  async function bystander(): Promise<{ path: string; state: () => Promise<object> }> {
    const path = join(newFolder(), 'secret');
    await writeFile(path, 'of root', { mode: 0o640 });
    const state = async (): Promise<object> => {
      const { mode, uid, gid, nlink } = await stat(path);
      return { text: await readFile(path, 'utf8'), mode: mode.toString(8), uid, gid, nlink };
    };
    return { path, state };
  }

  test.each([
    ['symbolic', symlink],
    ['hard', link],
  ] as const)('in the place of the configuration to be is replaced, not followed: %s', async (_, place) => {
    const dataDir = usedFolder();
    const { path, state } = await bystander();
    const before = await state();
    await place(path, join(dataDir, 'postgres', 'data', 'postgresql.conf.new'));
    await startsOn(dataDir);
    expect(await state()).toEqual(before);
    expect((await lstat(join(dataDir, 'postgres', 'data', 'postgresql.conf'))).isFile()).toBe(true);
  });

  test.each([
    ['symbolic', symlink, /postgres\.log is a symbolic link, which is not followed: remove it/],
    ['hard', link, /postgres\.log is no file of its own: remove it/],
  ] as const)('in the place of the log is refused: %s', async (_, place, refusal) => {
    const dataDir = usedFolder();
    const { path, state } = await bystander();
    await rm(join(dataDir, 'postgres', 'postgres.log'));
    await place(path, join(dataDir, 'postgres', 'postgres.log'));
    const before = await state();
    await expect(startEmbeddedPostgres({ dataDir })).rejects.toThrow(refusal);
    expect(await state()).toEqual(before);
  });

  test.each(['postgres', 'postgres/data'])(
    'in the place of the folder %s is refused; one of root is not',
    async (name) => {
      const dataDir = usedFolder();
      const moved = join(newFolder(), 'moved');
      await rename(join(dataDir, name), moved);
      await symlink(moved, join(dataDir, name));
      await chmod(moved, name === 'postgres' ? 0o751 : 0o700);
      await lchown(join(dataDir, name), NOBODY, NOBODY);
      const before = await stat(moved);
      await expect(startEmbeddedPostgres({ dataDir })).rejects.toThrow(
        `${join(dataDir, name)} is a symbolic link of the account ${NOBODY}, which root does not follow`,
      );
      expect(await stat(moved)).toMatchObject({ mode: before.mode, uid: before.uid });
      await lchown(join(dataDir, name), 0, 0);
      await startsOn(dataDir);
    },
  );
});
