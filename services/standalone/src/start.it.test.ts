import { mkdir, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { canMount, closeIn, temporaryFolder } from '@sluice/testbed/machine';
import { listenLocally } from '@sluice/testbed/network';
import { createTestDatabase, queryAll } from '@sluice/testbed/servers';
import { Client } from 'pg';
import { type Run, endAll, run, works } from './process.testing';

const NOBODY = 65534;
const TOKEN = 'start-token';

afterEach(endAll);
const later = closeIn(afterEach);
let folder: string;

beforeEach(() => void (folder = temporaryFolder('start', later)));

const start = (env: NodeJS.ProcessEnv = {}, options: Parameters<typeof run>[1] = {}): Run =>
  run({ DATA_DIR: join(folder, 'data'), API_BEARER_TOKEN: TOKEN, ...env }, options);

async function stop({ child, ended }: Run): Promise<void> {
  child.kill('SIGTERM');
  expect(await ended).toBe(0);
}

test('every port that is taken is told at once, before a database is made', async () => {
  const servers = [createServer(), createServer()];
  const ports = await Promise.all(servers.map(listenLocally));
  const refused = start({ PORT: String(ports[0]), ADMIN_PORT: String(ports[1]) });
  expect(await refused.ended).toBe(78);
  expect(refused.output()).toContain(`sluice: cannot start:\n  PORT: 127.0.0.1:${ports[0]} is taken`);
  expect(refused.output()).toContain(`\n  ADMIN_PORT: 127.0.0.1:${ports[1]} is taken`);
  expect(await readdir(folder)).toEqual([]);
  for (const server of servers) server.close();
});

test('a PROJECT_ID that is the id of a project with data of its own is refused', async () => {
  const url = await createTestDatabase('migrated');
  await queryAll(url, "select sluice.ensure_projects('{acme}')");
  const refused = start({ DATABASE_URL: url, PROJECT_ID: 'acme' });
  expect(await refused.ended).toBe(78);
  expect(refused.output()).toContain(
    'sluice: cannot start:\n  PROJECT_ID: there is data of a project "acme" of its own, which nobody reaches by this setting: ' +
      'set PROJECT_ID to what it was before, or to an id that no project has had\n',
  );
  const started = start({ DATABASE_URL: url });
  await started.url('Sluice is ready at');
  await stop(started);
});

test('so it is with the embedded database, which keeps its data', async () => {
  const API_KEYS = JSON.stringify({
    projects: { acme: {} },
    keys: [{ name: 'ci', project: 'acme', token: 'token-of-acme', scopes: ['ingest'] }],
  });
  const started = start({ API_KEYS });
  const sent = await fetch(`${await started.url('Sluice is ready at')}/v1/metrics/batch`, {
    method: 'POST',
    headers: { Authorization: 'Bearer token-of-acme', 'Content-Type': 'application/json' },
    body: JSON.stringify({ metrics: [{ name: 'm', value: 1, timestamp: new Date().toISOString() }] }),
  });
  expect(sent.status).toBe(200);
  await stop(started);
  const refused = start({ API_KEYS, PROJECT_ID: 'acme' });
  expect(await refused.ended).toBe(78);
  expect(refused.output()).toContain('\n  PROJECT_ID: there is data of a project "acme" of its own');
  const again = start({ API_KEYS });
  await again.url('Sluice is ready at');
  await stop(again);
});

test('made credentials stay beside a document with a second project, in the default one, until their file is removed', async () => {
  const env = { DATA_DIR: join(folder, 'data') };
  const first = run(env);
  await first.url('Sluice is ready at');
  await stop(first);
  const file = join(env.DATA_DIR, 'credentials.json');
  const made = JSON.parse(await readFile(file, 'utf8')) as Record<'bearerToken' | 'publicKey' | 'secretKey', string>;
  const keys = join(folder, 'keys.yaml');
  await writeFile(
    keys,
    'projects:\n  acme:\nkeys:\n  - { name: ci, project: acme, token: token-of-acme-ci, scopes: [read] }\n',
  );
  const headers = [
    `Bearer ${made.bearerToken}`,
    `Basic ${Buffer.from(`${made.publicKey}:${made.secretKey}`).toString('base64')}`,
    'Bearer token-of-acme-ci',
  ];
  /** Returns the project or the status for each of the credentials. */
  const projects = (url: string) =>
    Promise.all(
      headers.map(async (Authorization) => {
        const answer = await fetch(`${url}/api/public/projects`, { headers: { Authorization } });
        const { data } = (await answer.json()) as { readonly data?: readonly { readonly id: string }[] };
        return data?.[0]?.id ?? answer.status;
      }),
    );
  const second = run({ ...env, API_KEYS_FILE: keys });
  expect(await projects(await second.url('Sluice is ready at'))).toEqual(['default', 'default', 'acme']);
  expect(await second.line(/credentials of the first start are accepted/)).toMatchObject({ credentials: file });
  for (const secret of Object.values(made)) expect(second.output()).not.toContain(secret);
  await stop(second);
  await rm(file);
  const third = run({ ...env, API_KEYS_FILE: keys });
  expect(await projects(await third.url('Sluice is ready at'))).toEqual([401, 401, 'acme']);
  await stop(third);
});

test('an argument is answered and starts nothing', async () => {
  const answered = start({}, { args: ['--help'] });
  expect(await answered.ended).toBe(0);
  expect(answered.output()).toMatch(
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
  for (const secret of Object.values(made)) expect(started.output()).not.toContain(secret);
  // Output that is no terminal receives a log of JSON lines and nothing else.
  expect(
    started
      .output()
      .trimEnd()
      .split('\n')
      .filter((line) => !line.startsWith('{')),
  ).toEqual([]);
  await stop(started);
});

test('a database that does not answer is told by its place, and nothing is made before it does', async () => {
  const refused = run({ DATA_DIR: join(folder, 'data'), DATABASE_URL: 'postgres://ada:hunter2@127.0.0.1:1/traces' });
  expect(await refused.ended).toBe(78);
  expect(refused.output()).toContain(
    '\n  DATABASE_URL: 127.0.0.1:1: connect ECONNREFUSED 127.0.0.1:1: nothing listens there: start Postgres',
  );
  expect(refused.output()).not.toContain('hunter2');
  expect(await readdir(folder)).toEqual([]);
});

test('a database in which its user may not make what is needed is told with the SQL that lets him', async () => {
  const url = new URL(await createTestDatabase('empty'));
  const name = `start_plain_${process.pid}`;
  await queryAll(url.href, `create role ${name} login password 'hunter2'`);
  const refused = start({ DATABASE_URL: Object.assign(url, { username: name, password: 'hunter2' }).href });
  expect(await refused.ended).toBe(78);
  expect(refused.output()).toContain(
    `\n  DATABASE_URL: user "${name}" may not migrate the schema: name somebody who may in DATABASE_OWNER_URL, ` +
      `or run \`sluice migrate\` as him; or let somebody who may run: grant sluice_owner to "${name}"; grant create on database "${url.pathname.slice(1)}" to "${name}";`,
  );
  expect(refused.output()).not.toContain('hunter2');
});

describe('a data folder that cannot be used is told without a stack, and the process ends with 78', () => {
  const asRoot = process.getuid?.() === 0 ? test : test.skip;
  asRoot("another account's", async () => {
    await mkdir(join(folder, 'data'), { mode: 0o755 });
    const refused = start({}, { uid: NOBODY, gid: NOBODY });
    expect(await refused.ended).toBe(78);
    expect(refused.output()).toContain('cannot be used: start this program as the owner of the folder');
  });
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
  await killed.ended;
  await client.query('rollback');
  await Promise.all([client.end(), watcher.end()]);
  const started = start({ DATABASE_URL: url });
  await works(started, TOKEN);
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
  // The compiler of the sources needs a folder as well.
  const SWC_NATIVE_BINDING_CACHE = join(data, 'compiler');
  const started = start({ SWC_NATIVE_BINDING_CACHE }, { execPath: wrapper, cwd: '/' });
  await works(started, TOKEN);
  await stop(started);
});
