import { execFileSync, spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { chmod, chown, mkdir, mkdtemp, readdir, readFile, realpath, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { holdPostgres } from './held-postgres.testing';
import { Client } from 'pg';
import { BINARIES_VERSION } from './binaries';
import { reachableBinaries } from './home';
import { findProcess } from './process-table';
import { startEmbeddedPostgres } from './start';
import type { EmbeddedPostgres } from './start';

const ROOT = process.getuid?.() === 0;
const NOBODY = 65534;

const folders: string[] = [];
const children: ChildProcess[] = [];

let used: string;

beforeAll(async () => {
  used = await newFolder();
  folders.pop();
  await withServer(used, ({ url }) => query(url, remember));
});

afterAll(() => rm(used, { recursive: true }));

/** Creates a folder that every account may enter, as an operator's data folder is; removed after the test. */
async function newFolder(): Promise<string> {
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'sluice-embedded-')));
  folders.push(folder);
  await chmod(folder, 0o711);
  return folder;
}

/** Copies a folder that was used before, with `remember` done: faster than making a new database. */
async function usedFolder(): Promise<string> {
  const folder = await newFolder();
  execFileSync('cp', ['-a', join(used, 'postgres'), folder]);
  return folder;
}

async function postmasterPid(dataDir: string): Promise<number> {
  return Number.parseInt(await readFile(join(dataDir, 'postgres', 'data', 'postmaster.pid'), 'utf8'), 10);
}

/** Whether a process runs; false if it has ended but its parent did not collect it yet. */
async function isRunning(pid: number): Promise<boolean> {
  const found = await findProcess(pid);
  return found !== undefined && found.command !== '';
}

afterEach(async () => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
  for (const folder of folders.splice(0)) {
    const pid = await postmasterPid(folder).catch(() => undefined);
    if (pid !== undefined && (await isRunning(pid))) process.kill(pid, 'SIGKILL');
    await rm(await realpath(join(folder, 'postgres')).catch(() => folder), { recursive: true, force: true });
    await rm(folder, { recursive: true, force: true });
  }
});

async function query(url: string, sql: string): Promise<Record<string, unknown>[]> {
  const client = new Client({ connectionString: url });
  client.on('error', () => undefined);
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(sql)).rows;
  } finally {
    await client.end();
  }
}

/** Starts a server, runs the work and stops the server. */
async function withServer<T>(dataDir: string, work: (server: EmbeddedPostgres) => Promise<T>): Promise<T> {
  const server = await startEmbeddedPostgres({ dataDir });
  try {
    return await work(server);
  } finally {
    await server.stop();
  }
}

const remember = 'create table kept as select 42 as answer';
const recall = 'select answer from kept';
const KEPT = [{ answer: 42 }];

describe('in the ordinary course', () => {
  test('the first start makes the database, the second finds it as it was', async () => {
    const dataDir = await newFolder();
    await withServer(dataDir, ({ url }) => query(url, remember));
    await expect(withServer(dataDir, ({ url }) => query(url, recall))).resolves.toEqual(KEPT);
  });

  test('a commit is on disk, nobody but this machine can connect and everybody needs the password', async () => {
    await withServer(await usedFolder(), async ({ url, port }) => {
      const names = ['fsync', 'synchronous_commit', 'full_page_writes', 'listen_addresses', 'unix_socket_directories'];
      const [row] = await query(url, `select ${names.map((name) => `current_setting('${name}') as ${name}`).join()}`);
      expect(row).toEqual({
        fsync: 'on',
        synchronous_commit: 'on',
        full_page_writes: 'on',
        listen_addresses: '127.0.0.1',
        unix_socket_directories: '',
      });
      await expect(query(`postgres://postgres:guess@127.0.0.1:${port}/postgres`, 'select 1')).rejects.toMatchObject({
        code: '28P01',
      });
    });
  });

  test('text is compared by code point and kept as UTF-8, times are UTC, data is checksummed', async () => {
    await withServer(await usedFolder(), async ({ url }) => {
      const [row] = await query(
        url,
        `select 'Z' < 'a' as by_code_point, current_setting('server_encoding') as encoding,
                current_setting('timezone') as timezone, current_setting('data_checksums') as checksums`,
      );
      expect(row).toEqual({ by_code_point: true, encoding: 'UTF8', timezone: 'UTC', checksums: 'on' });
    });
  });

  test("the caller's settings go before the built-in ones", async () => {
    const server = await startEmbeddedPostgres({
      dataDir: await usedFolder(),
      settings: { work_mem: '5MB', jit: 'on' },
    });
    const [row] = await query(
      server.url,
      `select current_setting('work_mem') as work_mem, current_setting('jit') as jit`,
    );
    await server.stop();
    expect(row).toEqual({ work_mem: '5MB', jit: 'on' });
  });

  test('the password is readable by the owner only and stands neither in the log nor in a command line', async () => {
    const dataDir = await newFolder();
    await withServer(dataDir, async ({ url }) => {
      const { password } = new URL(url);
      expect(password).toMatch(/^[\w-]{32}$/);
      const home = join(dataDir, 'postgres');
      expect((await stat(join(home, 'password'))).mode & 0o777).toBe(0o600);
      expect((await stat(join(home, 'data'))).mode & 0o777).toBe(0o700);
      await expect(query(url, 'select nonsense')).rejects.toThrow('nonsense');
      expect(await readFile(join(home, 'postgres.log'), 'utf8')).not.toContain(password);
      expect(await readFile(join(home, 'data', 'postgresql.conf'), 'utf8')).not.toContain(password);
      if (process.platform === 'linux') {
        expect(await readFile(`/proc/${await postmasterPid(dataDir)}/cmdline`, 'utf8')).not.toContain(password);
      }
    });
  });

  test('a stop ends open sessions, may be asked for twice, and the folder can be used again by the same process', async () => {
    const dataDir = await usedFolder();
    const server = await startEmbeddedPostgres({ dataDir });
    const session = new Client({ connectionString: server.url });
    const cut = new Promise((resolve) => session.on('error', resolve));
    await session.connect();
    await Promise.all([server.stop(), server.stop()]);
    await server.stop();
    await cut;
    await server.ended;
    await withServer(dataDir, ({ url }) => query(url, 'select 1'));
  });

  test('an ephemeral server leaves nothing behind', async () => {
    const dataDir = await newFolder();
    const server = await startEmbeddedPostgres({ dataDir, ephemeral: true });
    await server.stop();
    await expect(stat(dataDir)).rejects.toMatchObject({ code: 'ENOENT' });
  });

  test('Ctrl-C in the terminal reaches the program but not its database', async () => {
    const dataDir = await usedFolder();
    const held = await holdPostgres(dataDir, { detached: true });
    children.push(held.holder);
    process.kill(-(held.holder.pid ?? 0), 'SIGINT'); // as a terminal does, to the whole process group
    await sleep(300);
    await expect(query(held.url, 'select 1 as alive')).resolves.toEqual([{ alive: 1 }]);
    await held.stop();
  });
});

describe('one folder, one process', () => {
  test('a second process is refused and told which process holds the folder', async () => {
    const dataDir = await usedFolder();
    await withServer(dataDir, async ({ url }) => {
      await expect(holdPostgres(dataDir)).rejects.toThrow(`${dataDir} is in use by process ${process.pid}:`);
      await expect(query(url, 'select 1 as alive')).resolves.toEqual([{ alive: 1 }]);
    });
    const held = await holdPostgres(dataDir);
    children.push(held.holder);
    await expect(startEmbeddedPostgres({ dataDir })).rejects.toThrow(`in use by process ${held.holder.pid}:`);
    await held.stop();
  });

  test('of five starts at the same time on a new folder one wins', async () => {
    const dataDir = await newFolder();
    const starts = await Promise.allSettled(Array.from({ length: 5 }, () => startEmbeddedPostgres({ dataDir })));
    const servers = starts.flatMap((start) => (start.status === 'fulfilled' ? [start.value] : []));
    await Promise.all(servers.map((server) => server.stop()));
    expect(servers).toHaveLength(1);
  });
});

describe('after a crash', () => {
  test('of the program: the next start ends the server that was left and has the same data', async () => {
    const dataDir = await usedFolder();
    const held = await holdPostgres(dataDir);
    const orphan = await postmasterPid(dataDir);
    await held.kill();
    await expect(isRunning(orphan)).resolves.toBe(true);
    await expect(withServer(dataDir, ({ url }) => query(url, recall))).resolves.toEqual(KEPT);
    await expect(isRunning(orphan)).resolves.toBe(false);
  });

  test('of both while sessions are busy: the next start waits until the last session has let go', async () => {
    const dataDir = await usedFolder();
    const held = await holdPostgres(dataDir);
    // Work without a wait inside, which notices the death of the server after about two seconds.
    const busy = query(
      held.url,
      `do $$ declare until timestamptz := clock_timestamp() + interval '2 s';
       begin while clock_timestamp() < until loop end loop; end $$`,
    ).catch(() => undefined);
    await sleep(300);
    const postmaster = await postmasterPid(dataDir);
    await held.kill();
    process.kill(postmaster, 'SIGKILL');
    await expect(withServer(dataDir, ({ url }) => query(url, recall))).resolves.toEqual(KEPT);
    await busy;
  });

  test.each([
    [
      'names a process that is something else',
      (pid: number) => `${pid}\n/elsewhere\n1700000000\n5432\n\n127.0.0.1\n0 0\nready\n`,
    ],
    ['names a process that is gone', () => '4194303\n/elsewhere\n1700000000\n5432\n\n127.0.0.1\n0 0\nready\n'],
    ['is empty', () => ''],
  ])('with a pid file that %s', async (_, content) => {
    const dataDir = await usedFolder();
    const stranger = spawn('sleep', ['60']);
    children.push(stranger);
    await writeFile(join(dataDir, 'postgres', 'data', 'postmaster.pid'), content(stranger.pid ?? 0));
    await expect(withServer(dataDir, ({ url }) => query(url, recall))).resolves.toEqual(KEPT);
    expect(stranger.exitCode ?? stranger.signalCode).toBeNull();
  });

  test('in the middle of making the database: the half that was made is thrown away', async () => {
    const dataDir = await newFolder();
    const unfinished = join(dataDir, 'postgres', 'data.new-abc123');
    await mkdir(unfinished, { recursive: true });
    await writeFile(join(unfinished, 'PG_VERSION'), '18\n');
    await withServer(dataDir, ({ url }) => query(url, remember));
    await expect(stat(unfinished)).rejects.toMatchObject({ code: 'ENOENT' });
  });
});

describe('what cannot be used is refused with advice', () => {
  test('a database of another major version, which is not touched', async () => {
    const dataDir = await newFolder();
    const data = join(dataDir, 'postgres', 'data');
    await mkdir(data, { recursive: true });
    await writeFile(join(data, 'PG_VERSION'), '17\n');
    await expect(startEmbeddedPostgres({ dataDir })).rejects.toThrow(
      /was made by Postgres 17, this release brings Postgres 18.*pg_dump/,
    );
    await expect(readFile(join(data, 'PG_VERSION'), 'utf8')).resolves.toBe('17\n');
  });

  test('a database whose password is lost', async () => {
    const dataDir = await usedFolder();
    await rm(join(dataDir, 'postgres', 'password'));
    await expect(startEmbeddedPostgres({ dataDir })).rejects.toThrow(/password .* put the file .* back/);
  });

  test('a server that does not start: the reason is what its log says', async () => {
    const dataDir = await usedFolder();
    await expect(startEmbeddedPostgres({ dataDir, settings: { shared_buffers: 'plenty' } })).rejects.toThrow(
      /does not start.*invalid value for parameter "shared_buffers"/s,
    );
    await withServer(dataDir, ({ url }) => query(url, 'select 1'));
  });
});

const asRoot = ROOT ? describe : describe.skip;
asRoot('where this process is root', () => {
  test('the server runs as an account without rights, which owns its data and keeps it over starts', async () => {
    const dataDir = await newFolder();
    await withServer(dataDir, async ({ url }) => {
      await query(url, remember);
      expect((await stat(`/proc/${await postmasterPid(dataDir)}`)).uid).not.toBe(0);
    });
    const data = join(dataDir, 'postgres', 'data');
    const { uid } = await stat(data);
    expect(uid).not.toBe(0);
    expect((await stat(dataDir)).uid).toBe(0);
  });

  test('a folder of mode 0700 below which the account cannot look is replaced by one in /var/lib/sluice', async () => {
    const closed = await newFolder();
    await chmod(closed, 0o700);
    const dataDir = join(closed, 'data');
    const warnings: string[] = [];
    const start = async (): Promise<EmbeddedPostgres> =>
      startEmbeddedPostgres({ dataDir, logger: { info: () => undefined, warn: (message) => warnings.push(message) } });
    const first = await start();
    const elsewhere = await realpath(join(dataDir, 'postgres'));
    try {
      await query(first.url, remember);
      await first.stop();
      const second = await start();
      await expect(query(second.url, recall)).resolves.toEqual(KEPT);
      await second.stop();
    } finally {
      await rm(elsewhere, { recursive: true });
    }
    expect(elsewhere).toMatch(/^\/var\/lib\/sluice\/postgres-/);
    expect(warnings).toEqual([expect.stringMatching(`may not enter ${closed}: set DATA_DIR`)]);
    expect((await stat(closed)).mode & 0o777).toBe(0o700);
  });

  test('binaries that the account cannot reach are copied to where it can, however closed they are', async () => {
    const home = { folder: await newFolder(), data: '', password: '', log: '' };
    const native = join(await newFolder(), 'native');
    await mkdir(join(native, 'bin'), { recursive: true, mode: 0o700 });
    await writeFile(join(native, 'bin', 'postgres'), '#!/bin/sh\necho "runs as $(id -u)"\n', { mode: 0o700 });
    await mkdir(join(home.folder, 'binaries-of-an-earlier-release'));
    const account = { name: 'nobody', uid: NOBODY, gid: NOBODY };
    const copy = await reachableBinaries(native, home, account);
    const run = execFileSync(join(copy, 'bin', 'postgres'), { uid: NOBODY, gid: NOBODY, encoding: 'utf8' });
    expect(run).toBe(`runs as ${NOBODY}\n`);
    expect(await readdir(home.folder)).toEqual([`binaries-${BINARIES_VERSION}`]);
    await expect(reachableBinaries(native, home, account)).resolves.toBe(copy);
    await expect(reachableBinaries(native, home, undefined)).resolves.toBe(native);
  });

  test('an ordinary user starts it as himself, in a folder that only he may enter', async () => {
    const home = await newFolder();
    await chown(home, NOBODY, NOBODY);
    await chmod(home, 0o700);
    const dataDir = join(home, 'data');
    const held = await holdPostgres(dataDir, { uid: NOBODY, gid: NOBODY });
    children.push(held.holder);
    await query(held.url, remember);
    expect((await stat(`/proc/${await postmasterPid(dataDir)}`)).uid).toBe(NOBODY);
    expect((await stat(dataDir)).mode & 0o777).toBe(0o700);
    await held.kill();
    const again = await holdPostgres(dataDir, { uid: NOBODY, gid: NOBODY });
    children.push(again.holder);
    await expect(query(again.url, recall)).resolves.toEqual(KEPT);
    await again.stop();
  });

  test("an ordinary user cannot use root's folder and is told why", async () => {
    const dataDir = await usedFolder();
    await expect(holdPostgres(dataDir, { uid: NOBODY, gid: NOBODY })).rejects.toThrow(/as the owner of the folder/);
  });
});
