import { once } from 'node:events';
import { chmod, chown, cp, mkdir, readFile, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { closeIn, forkSource, temporaryFolder } from '@sluice/testbed/machine';
import { holdPostgres } from './held-postgres.testing';
import { databaseAccount } from './account';
import { locateBinaries } from './binaries';
import { ensureCluster } from './cluster';
import { type Home, reachableBinaries } from './home';
import { findProcess } from './process-table';
import { startEmbeddedPostgres } from './start';

const ROOT = process.getuid?.() === 0;

const later = closeIn(afterEach);
let folder: string;

beforeEach(async () => {
  folder = temporaryFolder('places', later);
  await chmod(folder, 0o755);
});

async function startAndStop(dataDir: string): Promise<void> {
  await (await startEmbeddedPostgres({ dataDir })).stop();
}

describe('a data folder', () => {
  test.each([
    ['what a shell would obey, and other scripts,', 'Журнал ☃ $(touch x) `id` "q" \'r\' ; & * a\\b\nc%s'],
    ['a path longer than a socket could have', join('a'.repeat(200), 'b'.repeat(200))],
  ])('may have %s in its path', async (_, name) => {
    const dataDir = join(folder, name);
    await startAndStop(dataDir);
    await startAndStop(dataDir);
    expect(await readdir(folder)).toEqual([name.split('/')[0]]);
  });

  test('whose path is longer than Postgres can handle is refused, before Postgres cuts the path short', async () => {
    const names = Array.from({ length: 5 }, () => 'x'.repeat(200));
    await expect(startEmbeddedPostgres({ dataDir: join(folder, ...names) })).rejects.toThrow(
      /^the path of the database is \d+ bytes long, Postgres can handle 900: choose a shorter DATA_DIR$/,
    );
  });

  test('with files in the place of the database is refused and left as it is', async () => {
    const data = join(folder, 'postgres', 'data');
    await mkdir(data, { recursive: true });
    await writeFile(join(data, 'notes.txt'), 'mine');
    await expect(startEmbeddedPostgres({ dataDir: folder })).rejects.toThrow(
      `${data} holds files, but PG_VERSION is missing`,
    );
    expect(await readdir(data)).toEqual(['notes.txt']);
  });

  test('that is a file, or lies below one, is refused', async () => {
    const file = join(folder, 'file');
    await writeFile(file, '');
    for (const dataDir of [file, join(file, 'data')]) {
      await expect(startEmbeddedPostgres({ dataDir })).rejects.toThrow(`the data folder ${dataDir} cannot be used: `);
    }
  });
});

describe('an installation', () => {
  test('whose path a shell would read differently is copied to a folder where it would not', async () => {
    const native = join(folder, 'the "$HOME"', 'native');
    await cp(locateBinaries(), native, { recursive: true, verbatimSymlinks: true });
    const home: Home = homeIn(join(folder, 'data'));
    await mkdir(home.folder, { recursive: true });
    await chmod(join(folder, 'data'), 0o755);
    const account = await databaseAccount(home.data);
    const binaries = await reachableBinaries(native, home, account);
    expect(binaries).toMatch(new RegExp(`^${home.folder}/binaries-`));
    await ensureCluster({ home, binaries, account, ephemeral: true });

    const unsafe = homeIn(join(folder, 'the `data`'));
    await expect(reachableBinaries(native, unsafe, account)).rejects.toThrow('choose a DATA_DIR without "');
  });
});

function homeIn(path: string): Home {
  return { folder: path, data: join(path, 'data'), password: join(path, 'password'), log: join(path, 'postgres.log') };
}

describe('a process', () => {
  test('that is killed at any moment of the first start leaves nothing that the next could not put right', async () => {
    for (const afterMs of [150, 400, 700, 1000, 1400]) {
      const starting = forkSource(join(__dirname, 'hold-postgres.testing.ts'), [join(folder, 'killed')], {
        stdio: 'ignore',
      });
      await sleep(afterMs);
      starting.kill('SIGKILL');
      await once(starting, 'exit');
    }
    const held = await holdPostgres(join(folder, 'killed'));
    const left = await readdir(join(folder, 'killed', 'postgres'));
    await held.stop();
    expect(left.sort()).toEqual(['data', 'password', 'postgres.log']);
  });

  test('that ends without a stop, as after a bug, ends its server', async () => {
    const held = await holdPostgres(folder);
    const pid = await postmasterPid(folder);
    held.holder.send('exit');
    await once(held.holder, 'exit');
    while ((await findProcess(pid))?.command) await sleep(20);
    await startAndStop(folder);
  });
});

async function postmasterPid(dataDir: string): Promise<number> {
  return Number.parseInt(await readFile(join(dataDir, 'postgres', 'data', 'postmaster.pid'), 'utf8'), 10);
}

const asRoot = ROOT ? describe : describe.skip;
asRoot('where this process is root', () => {
  test('an account without a name is told what Postgres wants', async () => {
    const NAMELESS = 54_321;
    await chown(folder, NAMELESS, NAMELESS);
    await expect(holdPostgres(join(folder, 'data'), { uid: NAMELESS, gid: NAMELESS })).rejects.toThrow(
      /this account has no name on this machine.* or set DATABASE_URL/,
    );
  });

  test('and there is no account to run Postgres as, that is told', async () => {
    // Accounts are looked up by `id`: without it none is known.
    const env = { PATH: join(folder, 'empty') };
    await expect(holdPostgres(join(folder, 'data'), { env })).rejects.toThrow(
      /neither an account "postgres" nor "nobody".*: start this program as an ordinary user/,
    );
  });
});
