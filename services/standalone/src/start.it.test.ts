import { once } from 'node:events';
import { chmod, mkdir, mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { canMount } from '@sluice/machine';
import { createTestDatabase } from '@sluice/servers';
import { Client } from 'pg';
import { type Run, endAll, run } from './process.testing';

const NOBODY = 65534;
const TOKEN = 'start-token';
const headers = { Authorization: `Bearer ${TOKEN}` };

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sluice-start-'));
  await chmod(folder, 0o711); // else a database started by root lies elsewhere, and stays there
});
afterEach(async () => {
  await endAll();
  await rm(folder, { recursive: true, force: true, maxRetries: 10 });
});

const start = (env: NodeJS.ProcessEnv = {}, options: Parameters<typeof run>[1] = {}): Run =>
  run({ DATA_DIR: join(folder, 'data'), API_BEARER_TOKEN: TOKEN, ...env }, options);

async function stop({ child, ended }: Run): Promise<void> {
  child.kill('SIGTERM');
  expect(await ended).toBe(0);
}

/** Writes a trace and reads it back. */
async function works(started: Run): Promise<void> {
  const url = await started.url('Sluice is ready at');
  const body = JSON.stringify({ trace: { id: '7d0f4f0e-5d1c-4a51-9d52-1a9a5b6c7d8e', name: 'x' } });
  expect((await fetch(`${url}/v1/l/batch`, { method: 'POST', headers, body })).status).toBe(200);
  const read = await fetch(`${url}/api/public/traces/7d0f4f0e-5d1c-4a51-9d52-1a9a5b6c7d8e`, { headers });
  expect(read.status).toBe(200);
}

test('every port that is taken is told at once, before a database is made', async () => {
  const servers = [createServer(), createServer()];
  const ports: number[] = [];
  for (const server of servers) {
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    ports.push((server.address() as AddressInfo).port);
  }
  const refused = start({ PORT: String(ports[0]), ADMIN_PORT: String(ports[1]) });
  expect(await refused.ended).toBe(78);
  expect(refused.said()).toContain(`sluice: cannot start:\n  PORT: 127.0.0.1:${ports[0]} is taken`);
  expect(refused.said()).toContain(`\n  ADMIN_PORT: 127.0.0.1:${ports[1]} is taken`);
  expect(await readdir(folder)).toEqual([]);
  for (const server of servers) server.close();
});

test('an argument is answered and starts nothing', async () => {
  const answered = start({}, { args: ['--help'] });
  expect(await answered.ended).toBe(0);
  expect(answered.said()).toMatch(
    /^sluice \d+\.\d+\.\d+: [^]*\nDatabase:\n {2}DATA_DIR +folder [^\n]* \(default \.sluice\)\n/,
  );
  expect(await readdir(folder)).toEqual([]);
});

test('without a HOME, in the folder where it is started, it keeps everything in .sluice', async () => {
  const started = run({}, { cwd: folder });
  await started.url('Sluice is ready at');
  expect((await readdir(join(folder, '.sluice'))).sort()).toEqual(['credentials.json', 'lock.1', 'postgres']);
  const home = join(folder, '.sluice');
  const ready = await started.line(/^Sluice is ready at http/);
  expect(ready).toMatchObject({ storage: home, credentials: join(home, 'credentials.json') });
  const made = JSON.parse(await readFile(join(home, 'credentials.json'), 'utf8')) as Record<string, string>;
  expect(Object.keys(made)).toEqual(['bearerToken', 'publicKey', 'secretKey']);
  for (const secret of Object.values(made)) expect(started.said()).not.toContain(secret);
  // Whatever is no terminal gets a log of JSON lines and nothing else.
  expect(
    started
      .said()
      .trimEnd()
      .split('\n')
      .filter((line) => !line.startsWith('{')),
  ).toEqual([]);
  await stop(started);
});

test('a database that does not answer is told by its place, and nothing is made before it does', async () => {
  const refused = run({ DATA_DIR: join(folder, 'data'), DATABASE_URL: 'postgres://ada:hunter2@127.0.0.1:1/traces' });
  expect(await refused.ended).toBe(78);
  expect(refused.said()).toContain(
    '\n  DATABASE_URL: 127.0.0.1:1: connect ECONNREFUSED 127.0.0.1:1: nothing listens there: start Postgres',
  );
  expect(refused.said()).not.toContain('hunter2');
  expect(await readdir(folder)).toEqual([]);
});

test('a database in which its user may not make what is needed is told with the SQL that lets him', async () => {
  const url = new URL(await createTestDatabase('empty'));
  const client = new Client(url.href);
  await client.connect();
  const name = `start_plain_${process.pid}`;
  await client.query(`create role ${name} login password 'hunter2'`).finally(() => client.end());
  const refused = start({ DATABASE_URL: Object.assign(url, { username: name, password: 'hunter2' }).href });
  expect(await refused.ended).toBe(78);
  expect(refused.said()).toContain(
    `\n  DATABASE_URL: user "${name}" may not migrate the schema: name somebody who may in DATABASE_OWNER_URL, ` +
      `or run \`sluice migrate\` as him; or let somebody who may run: grant sluice_owner to "${name}"; grant create on database "${url.pathname.slice(1)}" to "${name}";`,
  );
  expect(refused.said()).not.toContain('hunter2');
});

test('a second process on one folder is refused with the id of the first, which goes on', async () => {
  const first = start();
  await first.url('Sluice is ready at');
  const second = start();
  expect(await second.ended).toBe(78);
  expect(second.said()).toContain(
    `  DATA_DIR: the data folder ${join(folder, 'data')} is in use by process ${first.child.pid}: stop that process`,
  );
  await works(first);
  await stop(first);
});

describe('a data folder that cannot be used is told without a stack, and the process ends with 78', () => {
  test('a database of another version', async () => {
    const data = join(folder, 'data', 'postgres', 'data');
    await mkdir(data, { recursive: true });
    await writeFile(join(data, 'PG_VERSION'), '17\n');
    const refused = start();
    expect(await refused.ended).toBe(78);
    expect(refused.said()).toMatch(/\n {2}DATA_DIR: .* was made by Postgres 17, this release brings Postgres 18/);
    expect(refused.said()).not.toMatch(/ at .*\.ts:/);
  });

  test('a file', async () => {
    await writeFile(join(folder, 'data'), '');
    const refused = start();
    expect(await refused.ended).toBe(78);
    expect(refused.said()).toMatch(/\n {2}DATA_DIR: the data folder .* cannot be used: /);
    expect(refused.said()).not.toMatch(/ at .*\.ts:/);
  });

  const asRoot = process.getuid?.() === 0 ? test : test.skip;
  asRoot("another account's", async () => {
    await mkdir(join(folder, 'data'), { mode: 0o755 });
    const refused = start({}, { uid: NOBODY, gid: NOBODY });
    expect(await refused.ended).toBe(78);
    expect(refused.said()).toContain('cannot be used: start this program as the owner of the folder');
  });
});

test('killed at any moment of the first start, the next one puts everything right', async () => {
  for (const wait of [600, 1200, 1800]) {
    const { child } = start();
    await sleep(wait);
    child.kill('SIGKILL');
    await once(child, 'exit');
  }
  const started = start();
  await works(started);
  await stop(started);
});

test('killed in the middle of making the schema, the next start makes it', async () => {
  const url = await createTestDatabase('empty');
  const [client, watcher] = [new Client(url), new Client(url)];
  await Promise.all([client.connect(), watcher.connect()]);
  await client.query('begin; create schema sluice');
  const killed = start({ DATABASE_URL: url });
  const waiting = `select from pg_stat_activity
    where datname = current_database() and application_name = 'sluice-migrate' and wait_event_type = 'Lock'`;
  while ((await watcher.query(waiting)).rowCount === 0) await sleep(20);
  killed.child.kill('SIGKILL');
  await once(killed.child, 'exit');
  await client.query('rollback');
  await Promise.all([client.end(), watcher.end()]);
  const started = start({ DATABASE_URL: url });
  await works(started);
  await stop(started);
});

const withMounts = canMount() ? test : test.skip;
withMounts('as in a container: nothing can be written but the data folder, and there is no HOME', async () => {
  const data = join(folder, 'data');
  await mkdir(data);
  const wrapper = join(folder, 'contained');
  const commands = [
    `mount --bind '${data}' '${data}'`,
    'mount -o remount,bind,ro /',
    '! touch /tmp/written 2>/dev/null',
    `exec '${process.execPath}' "$@"`,
  ];
  await writeFile(
    wrapper,
    `#!/bin/sh\nexec unshare --mount sh -c '${commands.join(' && ').replaceAll("'", `'"'"'`)}' -- "$@"\n`,
    {
      mode: 0o755,
    },
  );
  // What compiles the sources wants a folder too.
  const SWC_NATIVE_BINDING_CACHE = join(data, 'compiler');
  const started = start({ SWC_NATIVE_BINDING_CACHE }, { execPath: wrapper, cwd: '/' });
  await works(started);
  await stop(started);
});
