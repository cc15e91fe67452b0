import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync } from 'node:fs';
import { chmod, chown, mkdir, mkdtemp, open, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { freePorts } from '../../network';
import { Client } from 'pg';

const execute = promisify(execFile);

/** Programs of the system's Postgres, in addition to the embedded one, which has neither `pg_dump` nor `pg_restore`. */
export interface InstalledPostgres {
  readonly major: number;
  /** Folder of the programs. */
  readonly bin: string;
}

/** Server of an installed Postgres. */
export interface InstalledServer {
  /** URL of the database `postgres` for its superuser of the same name. */
  readonly url: string;
  stop(): Promise<void>;
}

/** Folders in which Debian and Red Hat install each major version. */
const PLACES = [
  ['/usr/lib/postgresql', /^(\d+)$/, 'bin'],
  ['/usr', /^pgsql-(\d+)$/, 'bin'],
] as const;
const NEEDED = ['initdb', 'postgres', 'pg_dump', 'pg_restore', 'pg_basebackup'];
const OLDEST = 15;

/** Returns the newest complete installation, with server and tools; undefined if there is none. */
export function installedPostgres(): InstalledPostgres | undefined {
  const found = PLACES.flatMap(([folder, pattern, inner]) =>
    (existsSync(folder) ? readdirSync(folder) : []).flatMap((name): InstalledPostgres[] => {
      const major = Number(pattern.exec(name)?.[1]);
      const bin = join(folder, name, inner);
      return major >= OLDEST && NEEDED.every((program) => existsSync(join(bin, program))) ? [{ major, bin }] : [];
    }),
  );
  return found.sort((a, b) => b.major - a.major)[0];
}

/**
 * Returns the folder of the programs of the run's servers, by TEST_POSTGRES_BIN; undefined: the embedded ones. So the same tests run
 * against each supported release.
 */
export function chosenPrograms(): string | undefined {
  const { TEST_POSTGRES_BIN: bin } = process.env;
  return bin === '' ? undefined : bin;
}

const PASSWORD = 'of-a-test';

/**
 * Starts an empty server of an installed Postgres on the loopback interface; `stop` removes all of it. Its log is `postgres.log` next to
 * its data, as that of the embedded one.
 */
export async function startInstalledServer(
  { bin }: Pick<InstalledPostgres, 'bin'>,
  settings: Readonly<Record<string, string>> = {},
): Promise<InstalledServer> {
  const directory = await newDirectory(bin);
  const password = join(directory.folder, 'password');
  await writeFile(password, PASSWORD, { mode: 0o600 });
  if (directory.account !== undefined) await chown(password, directory.account.uid, directory.account.gid);
  const authentication = ['-U', 'postgres', '-A', 'scram-sha-256', `--pwfile=${password}`];
  await directory.execute('initdb', ['-D', directory.data, ...authentication, '-E', 'UTF8', '--no-sync']);
  return serve(directory, settings);
}

/** Starts a server that replicates another one of the same installed Postgres by streaming. */
export async function startReplica(
  { bin }: Pick<InstalledPostgres, 'bin'>,
  primary: Pick<InstalledServer, 'url'>,
): Promise<InstalledServer> {
  const directory = await newDirectory(bin);
  const follow = ['--write-recovery-conf', '--wal-method=stream', '--checkpoint=fast', '--no-sync'];
  await directory.execute('pg_basebackup', ['-D', directory.data, '-d', primary.url, ...follow]);
  return serve(directory, {});
}

/** Creates the folder of a server, and determines how its programs are run. */
async function newDirectory(bin: string) {
  const folder = await mkdtemp(join(tmpdir(), 'sluice-installed-'));
  await chmod(folder, 0o711);
  const data = join(folder, 'data');
  await mkdir(data, { mode: 0o700 });
  const account = await postgresAccount();
  if (account !== undefined) await chown(data, account.uid, account.gid);
  const options = { ...account, cwd: folder, env: { PATH: '/usr/bin:/bin', LC_ALL: 'C' } };
  return {
    folder,
    data,
    account,
    execute: (program: string, args: readonly string[]) => execute(join(bin, program), args, options),
    spawn: (program: string, args: readonly string[], output: number) =>
      spawn(join(bin, program), args, { ...options, stdio: ['ignore', output, output] }),
  };
}

async function serve(
  directory: Awaited<ReturnType<typeof newDirectory>>,
  settings: Readonly<Record<string, string>>,
): Promise<InstalledServer> {
  const [port = 0] = await freePorts(1);
  const all = {
    listen_addresses: '127.0.0.1',
    port: String(port),
    unix_socket_directories: '',
    fsync: 'off',
    max_connections: '200',
    max_locks_per_transaction: '256', // a statement may use hundreds of partitions, each with its indexes
    ...settings,
  };
  const options = Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const log = await open(join(directory.folder, 'postgres.log'), 'a');
  const child = directory.spawn('postgres', ['-D', directory.data, ...options], log.fd);
  await log.close();
  const url = `postgres://postgres:${PASSWORD}@127.0.0.1:${port}/postgres`;
  const stop = async (): Promise<void> => {
    if (child.exitCode === null && child.signalCode === null) {
      const ended = once(child, 'exit');
      child.kill('SIGQUIT');
      await ended;
    }
    await rm(directory.folder, { recursive: true, force: true, maxRetries: 10 });
  };
  const atExit = (): void => void child.kill('SIGQUIT');
  process.once('exit', atExit);
  child.once('exit', () => process.off('exit', atExit));
  for (;;) {
    if (child.exitCode !== null) throw new Error(`the Postgres in ${directory.folder} ended with ${child.exitCode}`);
    if (await answers(url)) return { url, stop };
    await sleep(50);
  }
}

async function answers(url: string): Promise<boolean> {
  const client = new Client({ connectionString: url });
  client.on('error', () => undefined); // `connect` rejects with it
  return client.connect().then(
    () => client.end().then(() => true),
    () => false,
  );
}

/**
 * Returns the account of the server, because Postgres refuses to run as root: the account of its package, otherwise one that exists
 * everywhere.
 */
async function postgresAccount(): Promise<{ readonly uid: number; readonly gid: number } | undefined> {
  if (process.getuid?.() !== 0) return undefined;
  const ask = async (flag: string, name: string): Promise<number> => Number((await execute('id', [flag, name])).stdout);
  const idsOf = async (name: string) => ({ uid: await ask('-u', name), gid: await ask('-g', name) });
  return idsOf('postgres').catch(() => idsOf('nobody'));
}
