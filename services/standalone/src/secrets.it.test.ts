import { readFile, readdir, writeFile } from 'node:fs/promises';
import { request } from 'node:http';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { temporaryFolder } from '@sluice/testbed/machine';
import { TcpProxy } from '@sluice/testbed/network';
import { testDatabaseUrl } from '@sluice/testbed/servers';
import { Client } from 'pg';
import { type Run, endAll, run } from './process.testing';

/** Every secret differs from all other text; those with a password's usual characters have other spellings. */
const SECRET = {
  token: 'Hunter1/token+of=variable',
  tokenOfFile: 'Hunter2/token+of=file',
  brokenToken: 'Hunter3/token of a broken file',
  secretKey: 'Hunter4/secret:key',
  pairsSecret: 'Hunter5/secret~of~pairs',
  password: 'Hunter6/pass:word@of#writes',
  readPassword: 'Hunter7/pass:word@of#reads',
  misplaced: 'Hunter8/where+a+path+belongs',
  wrongPassword: 'Hunter9/wrong:password@',
};

/** Returns every form that a secret can have in a log. */
function spellings(secret: string): string[] {
  const encoded = [secret, `pk:${secret}`, `pk-2:${secret}`].flatMap((text) =>
    (['base64', 'base64url', 'hex'] as const).map((encoding) => Buffer.from(text).toString(encoding)),
  );
  return [secret, encodeURIComponent(secret), encodeURI(secret), JSON.stringify(secret).slice(1, -1), ...encoded];
}

/** Returns the places that contain a secret or a part of it. */
function leaks(places: Readonly<Record<string, string>>, secrets: readonly string[] = Object.values(SECRET)): string[] {
  return Object.entries(places).flatMap(([place, text]) => {
    const found = secrets.flatMap(spellings).filter((spelling) => text.includes(spelling));
    const parts = text.match(/Hunter\d/g) ?? [];
    return [...found, ...parts].map((what) => `${place}: ${what}`);
  });
}

const folder = temporaryFolder('secrets', afterAll);
afterEach(endAll);

const start = (env: NodeJS.ProcessEnv): Run => run({ LOG_LEVEL: 'debug', DATA_DIR: folder, ...env });

/** Returns an answer with its headers as text; `fetch` would refuse some of these header values. */
function answer(url: string, headers: Record<string, string>, body?: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const sent = request(url, { method: body === undefined ? 'GET' : 'POST', headers }, (response) => {
      let text = `${response.statusCode} ${response.rawHeaders.join(' ')}\n`;
      response.on('data', (chunk: Buffer) => (text += String(chunk)));
      response.on('end', () => resolve(text));
    });
    sent.on('error', reject);
    sent.end(body);
  });
}

/** Returns command lines of the process and all its descendants, and the environments of the descendants; nothing without /proc. */
async function processTree(root: number): Promise<Record<string, string>> {
  const read = (path: string) => readFile(path, 'utf8').catch(() => '');
  const pids = (await readdir('/proc').catch(() => [])).filter((name) => /^\d+$/.test(name)).map(Number);
  const parents = await Promise.all(pids.map(async (pid) => (await read(`/proc/${pid}/stat`)).split(') ')[1]));
  const tree = new Set([root]);
  for (let before = 0; before < tree.size;) {
    before = tree.size;
    for (const [index, pid] of pids.entries()) if (tree.has(Number(parents[index]?.split(' ')[1]))) tree.add(pid);
  }
  const places: Record<string, string> = {};
  for (const pid of tree) {
    places[`command line of ${pid}`] = await read(`/proc/${pid}/cmdline`);
    if (pid !== root) places[`environment of ${pid}`] = await read(`/proc/${pid}/environ`);
  }
  return places;
}

/** Returns every known way to write the header Authorization. */
function authorizations(secret: string): string[] {
  const base64 = Buffer.from(`pk:${secret}`).toString('base64');
  return [
    `Bearer ${secret}`,
    `bearer   ${secret}`,
    `Bearer ${secret} ${secret}`,
    `Bearer ${secret}x`,
    `Bearer "${secret}"`,
    `Basic ${secret}`,
    `Basic ${base64}`,
    `Basic ${Buffer.from(`pk-2:${secret}`).toString('base64')}`,
    `Basic ${base64}=`,
    `Basic ${Buffer.from(secret).toString('base64')}`,
    `Digest username="${secret}"`,
    secret,
    `Bearer${secret}`,
  ];
}

const BATCH = { trace: { id: '7d0f4f0e-5d1c-4a51-9d52-1a9a5b6c7d8e', name: 'x' }, observations: [] };

/** Sends requests with valid, invalid and malformed credentials in every place. @returns their answers */
async function exercise(url: string, secrets: readonly string[]): Promise<Record<string, string>> {
  const answers: Record<string, string> = {};
  const body = JSON.stringify(BATCH);
  for (const secret of secrets) {
    for (const [index, authorization] of authorizations(secret).entries()) {
      const place = `${secret.slice(0, 7)} ${index}`;
      const query = `token=${encodeURIComponent(secret)}`;
      answers[`read ${place}`] = await answer(`${url}/api/public/traces?limit=0&${query}`, { authorization });
      answers[`write ${place}`] = await answer(`${url}/v1/l/batch?${query}`, { authorization }, body);
      answers[`broken ${place}`] = await answer(`${url}/v1/l/batch`, { authorization }, '{"trace": 1');
      answers[`unknown ${place}`] = await answer(`${url}/${encodeURIComponent(secret)}`, { authorization });
    }
  }
  return answers;
}

const statusOf = (text: string | undefined): string => text?.slice(0, 3) ?? '';

test('a database of ones own, credentials of variables and files: nobody is told, whatever fails', async () => {
  const owner = new Client({ connectionString: testDatabaseUrl() });
  await owner.connect();
  // The roles end with the run's server.
  const roles = [`leaks_${process.pid}_w`, `leaks_${process.pid}_r`];
  const passwords = [SECRET.password, SECRET.readPassword];
  for (const [index, role] of roles.entries()) {
    await owner.query(`create role ${role} login superuser password '${passwords[index] ?? ''}'`);
  }
  await owner.end();
  const proxy = await TcpProxy.listen();
  const [writeUrl = '', readUrl = ''] = roles.map((role, index) => {
    const url = new URL(proxy.standBefore(testDatabaseUrl()));
    url.username = role;
    url.password = encodeURIComponent(passwords[index] ?? '');
    return url.href;
  });
  const file = (name: string) => join(folder, name);
  await writeFile(file('token'), `${SECRET.tokenOfFile}\n`);
  await writeFile(file('pairs'), `pk-2:${SECRET.pairsSecret}\n`);
  await writeFile(file('secret-key'), `${SECRET.secretKey}\n`);
  await writeFile(file('database'), writeUrl);
  const started = start({
    DATABASE_URL_FILE: file('database'),
    DATABASE_READ_URL: readUrl,
    API_BEARER_TOKEN_FILE: file('token'),
    API_KEYS_FILE: file('pairs'),
    PUBLIC_KEY: 'pk',
    SECRET_KEY_FILE: file('secret-key'),
  });
  const [url, metrics] = [await started.url('Sluice is ready at'), await started.url('Metrics')];
  const admin = metrics.replace('/metrics', '');
  const places = await exercise(url, Object.values(SECRET));
  const accepted = Object.keys(places).filter((place) => statusOf(places[place]) === '200');
  expect(accepted).toEqual(['write Hunter2 0', 'write Hunter2 1', 'write Hunter4 6', 'write Hunter5 7']);

  await writeFile(file('token'), `${SECRET.brokenToken}\n`);
  while (!started.output().includes('in line 1')) await sleep(50);
  Object.assign(places, await processTree(started.child.pid ?? 0));
  proxy.refuse();
  const authorization = `Bearer ${SECRET.tokenOfFile}`;
  places['write without a database'] = await answer(`${url}/v1/l/batch`, { authorization }, JSON.stringify(BATCH));
  places['read without a database'] = await answer(`${url}/api/public/traces`, { authorization });
  places['not ready'] = await answer(`${admin}/readyz`, {});
  places['metrics'] = await answer(metrics, {});
  expect([statusOf(places['write without a database']), statusOf(places['not ready'])]).toEqual(['503', '503']);
  expect(statusOf(places['read without a database'])).toBe('503');
  started.child.kill('SIGTERM');
  expect(await started.ended).toBe(0);
  await proxy.close();
  places['output'] = started.output();
  expect(leaks(places)).toEqual([]);
});

test('the embedded Postgres: its password is in its file only, also when it is refused and when it dies', async () => {
  const started = start({
    API_BEARER_TOKEN: SECRET.token,
    API_KEYS: `pk:${SECRET.secretKey}`,
    DATA_DIR: join(folder, 'own'),
  });
  const url = await started.url('Sluice is ready at');
  const home = join(folder, 'own', 'postgres');
  const password = (await readFile(join(home, 'password'), 'utf8')).trim();
  const places = await exercise(url, [SECRET.token, password]);
  Object.assign(places, await processTree(started.child.pid ?? 0));
  const children = Object.keys(places).filter((place) => place.startsWith('environment of'));
  expect(children.length).toBeGreaterThan(process.platform === 'linux' ? 3 : -1);

  const [pid = '', , , port] = (await readFile(join(home, 'data', 'postmaster.pid'), 'utf8')).split('\n');
  const stranger = new URL(`postgres://postgres@127.0.0.1:${port}/postgres`);
  stranger.password = encodeURIComponent(SECRET.wrongPassword);
  const client = new Client({ connectionString: stranger.href });
  await expect(client.connect()).rejects.toMatchObject({ code: '28P01' });
  process.kill(Number(pid), 'SIGKILL');
  expect(await started.ended).toBe(1);
  places['output'] = started.output();
  places['log of the database'] = await readFile(join(home, 'postgres.log'), 'utf8');
  places['configuration of the database'] = await readFile(join(home, 'data', 'postgresql.conf'), 'utf8');
  expect(places['output']).toContain('the embedded Postgres has ended');
  expect(places['log of the database']).toContain('password authentication failed');
  expect(leaks(places, [...Object.values(SECRET), password])).toEqual([]);
});

test('wrong settings are told without what was set', async () => {
  const file = join(folder, 'wrong');
  await writeFile(file, `${SECRET.brokenToken} ${SECRET.brokenToken}\n`);
  const started = start({
    API_BEARER_TOKEN: `${SECRET.token} ${SECRET.token}`,
    API_KEYS_FILE: file,
    PUBLIC_KEY: `pk:${SECRET.secretKey}`,
    SECRET_KEY_FILE: SECRET.misplaced,
    DATABASE_URL: `postgres://writer:${SECRET.password}@127.0.0.1/x`,
    DATABASE_READ_URL_FILE: file,
    PRICES_FILE: file,
  });
  expect(await started.ended).toBe(78);
  expect(started.output().match(/^ {2}[A-Z_]+: /gm)).toHaveLength(7);
  expect(leaks({ output: started.output() })).toEqual([]);
});

describe('a database that cannot be used is told without its URL', () => {
  const password = encodeURIComponent(SECRET.wrongPassword);
  const place = () => new URL(testDatabaseUrl());
  test.each<[string, () => string]>([
    ['wrong password', () => Object.assign(place(), { password }).href],
    ['nobody listens', () => `postgres://postgres:${password}@127.0.0.1:1/postgres`],
    ['no such host', () => `postgres://postgres:${password}@no-such-host.invalid/postgres`],
    ['no certificate', () => `postgres://postgres:${password}@127.0.0.1:1/x?sslrootcert=/no/such/file`],
    ['password as a parameter', () => `postgres://${place().host}/postgres?user=postgres&password=${password}`],
  ])('%s', async (_, url) => {
    const started = start({ DATABASE_URL: url(), API_BEARER_TOKEN: SECRET.token });
    expect(await started.ended).not.toBe(0);
    expect(started.output()).toContain('DATABASE_URL');
    expect(leaks({ output: started.output() })).toEqual([]);
  });
});
