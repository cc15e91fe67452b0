import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { summaryDisagreements } from '@sluice/contracts';
import { eventually, forkSource, temporaryFolder } from '@sluice/testbed/machine';
import {
  type InstalledServer,
  databaseUrl,
  installedPostgres,
  queryAll,
  startInstalledServer,
} from '@sluice/testbed/servers';
import { schemaState } from '@sluice/store/migrate';
import { Client } from 'pg';
import { type Run, endAll, run } from './process.testing';

const ROOT = join(__dirname, '../../..');
const TOKEN = 'backup-token-of-this-test';
const headers = { Authorization: `Bearer ${TOKEN}` };
const SERVICE = { HOST: '127.0.0.1', ADMIN_HOST: '127.0.0.1', PORT: '0', ADMIN_PORT: '0', API_BEARER_TOKEN: TOKEN };

/** Text that is stored in packs. */
const LONG = Array.from({ length: 3000 }, (_, n) => `word ${n} ü`).join(' ');

/** Requests that a client repeats, because it does not know that they were stored before the backup. */
const REQUESTS = [
  {
    path: '/v1/l/batch',
    body: {
      trace: { id: '7d0f4f0e-5d1c-4a51-9d52-1a9a5b6c7d8e', name: 'before', tags: ['kept'] },
      observations: [
        {
          id: '2f0e4f0e-5d1c-4a51-9d52-1a9a5b6c7d8e',
          type: 'GENERATION',
          model: 'gpt-4o',
          input: 'hi',
          promptTokens: 12,
          completionTokens: 3,
        },
        ...['3', '4'].map((digit) => ({
          id: `${digit}f0e4f0e-5d1c-4a51-9d52-1a9a5b6c7d8e`,
          type: 'SPAN',
          input: { history: LONG, digit },
        })),
      ],
    },
  },
  { path: '/v1/metrics/batch', body: { metrics: [{ name: 'depth', value: 12 }] } },
];
/** Commands of the page for an external Postgres, a block each: before and after. */
const [, PAGE = ''] = readFileSync(join(ROOT, 'docs/operate/backup.md'), 'utf8').split(
  '\n## With a Postgres of your own',
);
const [DUMP = '', RESTORE = ''] = [...PAGE.matchAll(/^```\n([\s\S]*?)\n```$/gm)].map(([, text = '']) => text);
const [PG_RESTORE = '', MIGRATE] = RESTORE.split('\n');

const READS = [
  '/api/public/traces',
  `/api/public/traces/${String(REQUESTS[0]?.body.trace?.id)}`,
  '/api/public/metrics/daily',
  '/api/public/metrics/names',
];

const folder = temporaryFolder('backup', afterAll);
afterEach(endAll);

const installed = installedPostgres();
// The embedded Postgres has no pg_dump.
const withDumps = installed === undefined ? describe.skip : describe;
withDumps('a backup', () => {
  let answersBefore: unknown[];
  const servers: InstalledServer[] = [];

  const newServer = async (): Promise<string> => {
    if (installed === undefined) throw new Error('no Postgres is installed');
    const server = await startInstalledServer(installed);
    servers.push(server);
    await queryAll(server.url, 'create database sluice');
    return databaseUrl(server.url, 'sluice');
  };
  /** Runs a command as a reader pastes it. @returns its standard error */
  const paste = async (command: string, url: string): Promise<string> => {
    const env = { PATH: `${installed?.bin ?? ''}:/usr/bin:/bin`, DATABASE_URL: url };
    const { stderr } = await promisify(execFile)('sh', ['-c', command], { cwd: folder, env }).catch(
      (error: unknown) => error as { stderr: string },
    );
    return stderr;
  };
  const start = (env: NodeJS.ProcessEnv): Run => run({ DATA_DIR: folder, API_BEARER_TOKEN: TOKEN, ...env });

  beforeAll(async () => {
    const url = await newServer();
    const started = start({ DATABASE_URL: url });
    answersBefore = await sendAndRead(await started.url('Sluice is ready at'));
    const packed = `select (select count(*) > 2 from sluice.text_packs) as packs,
      (select count(*)::integer from sluice.observations where input like '=%') as references`;
    expect(await queryAll(url, packed)).toEqual([{ packs: true, references: 2 }]);
    started.child.kill('SIGTERM');
    await started.ended;
    expect(await paste(DUMP, url)).toBe('');
  });
  afterAll(() => Promise.all(servers.map((server) => server.stop())));

  /** Restores to a new server, from nothing but the dump. */
  async function restored(command: string, complaint: string): Promise<string> {
    const url = await newServer();
    const complaints = await paste(command, url);
    if (complaint === '') expect(complaints).toBe('');
    else expect(complaints).toContain(complaint);
    expect((await schemaState(url)).repairs).not.toEqual([]);
    return url;
  }
  // pg_restore reports grants to missing roles, skips them, and continues.
  const carelessly = (): Promise<string> =>
    restored('pg_restore --no-owner -d "$DATABASE_URL" sluice.dump', 'role "sluice_writer" does not exist');

  test('that was restored is put right by the start of the standalone server, and nothing is lost or counted twice', async () => {
    const url = await carelessly();
    const started = start({ DATABASE_URL: url });
    const base = await started.url('Sluice is ready at');
    await expect(started.line('owners and rights in the database were put right')).resolves.toMatchObject({
      level: 'warn',
    });
    expect(await read(base)).toEqual(answersBefore);
    expect(await sendAndRead(base)).toEqual(answersBefore);
    const body = JSON.stringify({ trace: { id: '7d0f4f0e-5d1c-4a51-9d52-1a9a5b6c7d8f', name: 'after' } });
    expect((await fetch(`${base}/v1/l/batch`, { method: 'POST', headers, body })).status).toBe(200);
    expect(await (await fetch(`${base}/api/public/traces`, { headers })).json()).toMatchObject({
      meta: { totalItems: 2 },
    });
    await expect(schemaState(url)).resolves.toMatchObject({ repairs: [] });
    const client = new Client({ connectionString: url });
    await client.connect();
    expect(await summaryDisagreements(client).finally(() => client.end())).toEqual([]);
  });

  test('that was restored is put right by migrate, which makes the logins too; until then nobody is ready', async () => {
    const url = await restored(PG_RESTORE, '');
    expect(MIGRATE).toBe('node services/cli/dist/main.js migrate');
    const password = 'password-of-the-reader';
    await writeFile(join(folder, 'reader'), password);
    const reader = Object.assign(new URL(url), { username: 'sluice_reader_login', password }).href;
    const query = forkSource(join(ROOT, 'services/query/src/main.ts'), [], {
      env: { PATH: '/usr/bin:/bin', ...SERVICE, DATABASE_URL: reader },
      stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
    });
    try {
      const { url: base, adminUrl } = await listening(query.stdout);
      expect((await fetch(`${adminUrl}/readyz`)).status).toBe(503);
      for (const path of READS) expect([path, (await fetch(base + path, { headers })).status]).toEqual([path, 503]);
      const cli = forkSource(
        join(ROOT, 'services/cli/src/main.ts'),
        ['migrate', '--reader-password-file', join(folder, 'reader')],
        {
          env: { PATH: '/usr/bin:/bin', DATABASE_URL: url },
          stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
        },
      );
      let output = '';
      for (const stream of [cli.stdout, cli.stderr]) stream?.on('data', (chunk: Buffer) => (output += String(chunk)));
      await once(cli, 'close');
      expect(output).toMatch(
        /^schema version \d+: owners and rights repaired by \d+ statements\nlogin sluice_reader_login: made\n$/,
      );
      await eventually(async () => (await fetch(`${adminUrl}/readyz`)).status === 200);
      expect(await read(base)).toEqual(answersBefore);
    } finally {
      query.kill('SIGKILL');
    }
  });

  test('that was restored is not started by somebody who may not put it right, and he is told', async () => {
    const url = await restored(PG_RESTORE, '');
    await queryAll(url, `create role app login password 'x'`);
    const refused = start({ DATABASE_URL: Object.assign(new URL(url), { username: 'app', password: 'x' }).href });
    expect(await refused.ended).toBe(78);
    expect(refused.output()).toMatch(
      /\n {2}DATABASE_URL: user app may not read public\.sluice_migration: name somebody who may/,
    );
  });
});

test('the folder of a stopped server is a backup: a start on a copy goes on with all of it', async () => {
  const [original, copy] = [join(folder, 'original'), join(folder, 'copy')];
  const first = run({ DATA_DIR: original, API_BEARER_TOKEN: TOKEN });
  const answersBefore = await sendAndRead(await first.url('Sluice is ready at'));
  first.child.kill('SIGTERM');
  await first.ended;
  await promisify(execFile)('cp', ['-a', original, copy]);
  const second = run({ DATA_DIR: copy, API_BEARER_TOKEN: TOKEN });
  const base = await second.url('Sluice is ready at');
  expect(await read(base)).toEqual(answersBefore);
  expect(await sendAndRead(base)).toEqual(answersBefore);
  second.child.kill('SIGTERM');
  await second.ended;
});

/** Reads what users read, without values that depend on the time of the request. */
async function read(base: string): Promise<unknown[]> {
  return Promise.all(
    READS.map(async (path) => {
      const response = await fetch(base + path, { headers });
      expect([path, response.status]).toEqual([path, 200]);
      return response.json();
    }),
  );
}

async function sendAndRead(base: string): Promise<unknown[]> {
  for (const { path, body } of REQUESTS) {
    const sent = { ...headers, 'Idempotency-Key': 'sent-before-the-backup' };
    const response = await fetch(base + path, { method: 'POST', headers: sent, body: JSON.stringify(body) });
    expect(response.status).toBe(200);
  }
  return read(base);
}

/** Returns the addresses of a service's listeners, from its log. */
async function listening(stdout: NodeJS.ReadableStream | null): Promise<{ url: string; adminUrl: string }> {
  let output = '';
  for await (const chunk of stdout ?? []) {
    output += String(chunk);
    const line = output.split('\n').find((each) => each.includes('"msg":"listening"'));
    if (line !== undefined) return JSON.parse(line) as { url: string; adminUrl: string };
  }
  throw new Error(`it ended: ${output}`);
}
