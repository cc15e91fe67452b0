import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { closeIn, temporaryFolder } from '@sluice/testbed/machine';
import { TcpProxy } from '@sluice/testbed/network';
import { createTestDatabase, queryAll as query } from '@sluice/testbed/servers';
import { SCHEMA_VERSION } from '@sluice/store/migrate';
import { runCommand } from './run-command.testing';

const later = closeIn(afterAll);
let folder: string;
beforeAll(() => void (folder = temporaryFolder('migrate', later)));

async function secretFile(content: string): Promise<string> {
  const path = join(folder, `secret-${Math.random()}`);
  await writeFile(path, content);
  return path;
}

test('migrate makes the schema, and does nothing the second time', async () => {
  const env = { DATABASE_URL: await createTestDatabase('empty') };
  expect((await runCommand(['migrate'], env)).lines).toEqual([`schema version ${SCHEMA_VERSION}: 1 step applied`]);
  expect(await runCommand(['migrate'], env)).toMatchObject({
    code: 0,
    lines: [`schema version ${SCHEMA_VERSION}: nothing to do`],
  });
});

test('migrate shows SQL for an administrator where its user may not', async () => {
  const url = await createTestDatabase('empty');
  const name = `cli_plain_${process.pid}`;
  await query(url, `create role ${name} login password 'x'`);
  const env = { DATABASE_URL: Object.assign(new URL(url), { username: name, password: 'x' }).href };
  const databaseName = new URL(url).pathname.slice(1);
  expect(await runCommand(['migrate'], env)).toEqual({
    code: 1,
    lines: [
      `grant sluice_owner to "${name}";`,
      `grant create on database "${databaseName}" to "${name}";`,
      `grant create on schema public to "${name}";`,
    ],
    errors: `user "${name}" may not migrate the schema; the SQL above is for somebody who may: run it, then this command again\n`,
  });
});

test('migrate refuses a database of another commit before 0.1.0, and names the way out', async () => {
  const url = await createTestDatabase('migrated');
  await query(url, "update public.sluice_migration set hash = ''");
  const { code, lines, errors } = await runCommand(['migrate'], { DATABASE_URL: url });
  expect({ code, lines }).toEqual({ code: 1, lines: [] });
  expect(errors).toMatch(/its migration 1 differs .*begin with a new database; .* \(sluice partitions export\)\n$/);
});

test('migrate puts lost rights right', async () => {
  const env = { DATABASE_URL: await createTestDatabase('migrated') };
  await query(env.DATABASE_URL, 'revoke select on sluice.traces from sluice_reader');
  expect((await runCommand(['migrate'], env)).lines).toEqual([
    `schema version ${SCHEMA_VERSION}: owners and rights repaired by 1 statement`,
  ]);
});

test('migrate refuses a PROJECT_ID that a project of its own has, and works without one', async () => {
  const env = { DATABASE_URL: await createTestDatabase('empty'), PROJECT_ID: 'acme' };
  expect(await runCommand(['migrate'], env)).toMatchObject({ code: 0 });
  await query(env.DATABASE_URL, "select sluice.ensure_projects('{acme,default}')");
  expect(await runCommand(['migrate'], env)).toMatchObject({
    code: 78,
    errors: expect.stringContaining('PROJECT_ID: there is data of a project "acme" of its own') as string,
  });
  for (const PROJECT_ID of [undefined, 'other']) {
    expect(await runCommand(['migrate'], { ...env, PROJECT_ID })).toMatchObject({ code: 0, errors: '' });
  }
});

test('migrate refuses a PROJECT_ID that no service takes', async () => {
  const env = { DATABASE_URL: 'postgres://nobody@127.0.0.1:9/none', PROJECT_ID: 'my project' };
  expect(await runCommand(['migrate'], env)).toMatchObject({
    code: 78,
    errors: expect.stringContaining('PROJECT_ID: expected 1 to 64 letters, digits') as string,
  });
});

test('migrate looks at projects as a user who is no superuser, too', async () => {
  const url = await createTestDatabase('migrated');
  const username = `cli_projects_${process.pid}`;
  await query(
    url,
    `select sluice.ensure_projects('{acme}'); create role ${username} login password 'x' in role sluice_owner`,
  );
  const env = { DATABASE_URL: Object.assign(new URL(url), { username, password: 'x' }).href, PROJECT_ID: 'acme' };
  expect(await runCommand(['migrate'], env)).toMatchObject({ code: 78 });
});

describe('a Postgres that is not there yet', () => {
  const AWAY = 'postgres://nobody@127.0.0.1:9/none';
  const refusesAfter = (seconds: number) => ({
    code: 1,
    lines: [],
    errors: expect.stringContaining(`failed: Postgres did not answer within ${seconds} s (--wait): `) as string,
  });

  test('is waited for', async () => {
    const proxy = await TcpProxy.listen();
    const behind = proxy.standBefore(await createTestDatabase('empty'));
    proxy.refuse();
    const migrating = runCommand(['migrate'], { DATABASE_URL: behind });
    expect(await Promise.race([migrating, sleep(1500, 'waits')])).toBe('waits');
    await proxy.accept();
    expect(await migrating).toMatchObject({ code: 0, errors: '' });
    await proxy.close();
  });

  test('is given up after the time that --wait says', async () => {
    expect(await runCommand(['migrate', '--wait', '0'], { DATABASE_URL: AWAY })).toEqual(refusesAfter(0));
    expect(await runCommand(['migrate', '--wait', '2'], { DATABASE_URL: AWAY })).toEqual(refusesAfter(2));
  });

  test.each(['-1', 'soon', '3601'])('--wait %s is refused', async (wait) => {
    expect(await runCommand(['migrate', '--wait', wait], { DATABASE_URL: AWAY })).toMatchObject({
      code: 64,
      errors: expect.stringContaining('expected seconds, 0 to 3600') as string,
    });
  });
});

test('a user or a database that is refused is told at once', async () => {
  const url = await createTestDatabase('empty');
  const wrong = Object.assign(new URL(url), { pathname: '/there_is_none' }).href;
  expect(await runCommand(['migrate', '--wait', '3600'], { DATABASE_URL: wrong })).toMatchObject({
    code: 1,
    errors: expect.stringContaining('there_is_none') as string,
  });
});

describe('logins', () => {
  /** Roles are the server's, which test files share. */
  const writer = `cli_writer_${process.pid}`;
  const reader = `cli_reader_${process.pid}`;
  const as = (url: string, username: string, password: string) =>
    Object.assign(new URL(url), { username, password }).href;

  test('are made with the passwords in files, of which nothing is printed, and a second run changes nothing', async () => {
    const url = await createTestDatabase('empty');
    const args = [
      'migrate',
      ...['--writer-password-file', await secretFile('Hunter1-of-the-writer\n'), '--writer-login', writer],
      ...['--reader-password-file', await secretFile('Hunter2-of-the-reader'), '--reader-login', reader],
    ];
    const first = await runCommand(args, { DATABASE_URL: url });
    expect(first).toEqual({
      code: 0,
      lines: [`schema version ${SCHEMA_VERSION}: 1 step applied`, `login ${writer}: made`, `login ${reader}: made`],
      errors: '',
    });
    expect((await runCommand(args, { DATABASE_URL: url })).lines).toEqual([
      `schema version ${SCHEMA_VERSION}: nothing to do`,
      `login ${writer}: nothing changed`,
      `login ${reader}: nothing changed`,
    ]);
    expect(await query(as(url, writer, 'Hunter1-of-the-writer'), 'select from sluice.traces')).toEqual([]);
    expect(await query(as(url, reader, 'Hunter2-of-the-reader'), 'select from sluice.traces')).toEqual([]);
  });

  test('that its user may not make are shown in SQL, together with all else that is missing, without a secret', async () => {
    const url = await createTestDatabase('migrated');
    const name = `cli_plain_logins_${process.pid}`;
    await query(
      url,
      `create role ${name} login password 'x'; grant sluice_owner to ${name}; revoke select on sluice.traces from sluice_reader`,
    );
    const absent = `cli_absent_${process.pid}`;
    const args = [
      'migrate',
      '--reader-password-file',
      await secretFile('Hunter3-of-the-reader'),
      '--reader-login',
      absent,
    ];
    const { code, lines, errors } = await runCommand(args, { DATABASE_URL: as(url, name, 'x') });
    expect({ code, lines, errors }).toEqual({
      code: 1,
      lines: [
        `schema version ${SCHEMA_VERSION}: owners and rights repaired by 1 statement`,
        `login ${absent}: nothing changed`,
        `create role "${absent}" login; -- then, in psql: \\password ${absent}`,
        `grant sluice_reader to "${absent}";`,
        '-- recommended, for somebody who may:',
        ...[
          'default_transaction_read_only',
          'statement_timeout',
          'idle_in_transaction_session_timeout',
          'max_parallel_workers_per_gather',
          'temp_file_limit',
        ].map((setting) => expect.stringMatching(`^alter role "${absent}" set ${setting} = '.*';$`) as string),
      ],
      errors: 'the SQL above is for somebody who may: run it, then this command again\n',
    });
  });

  test.each([
    ['a file that is not there', '/nowhere/Hunter4', undefined, '--writer-password-file: there is no such file'],
    [
      'a short password',
      undefined,
      'Hunter5',
      '--writer-password-file: expected one line of 16 to 1024 printable ASCII',
    ],
    ['a password with a space', undefined, 'Hunter6 and something more', '--writer-password-file: expected one line'],
    ['an empty file', undefined, '', '--writer-password-file: the file is empty'],
  ])('%s is refused before anything is done, and not shown', async (_, path, content, message) => {
    const args = ['migrate', '--writer-password-file', path ?? (await secretFile(content))];
    const answer = await runCommand(args, { DATABASE_URL: 'postgres://nobody@127.0.0.1:9/none' });
    expect(answer).toMatchObject({ code: 78, lines: [], errors: expect.stringContaining(message) as string });
    expect(answer.errors).not.toContain('Hunter');
  });

  test.each(['pg_mine', 'Mine', 'x'.repeat(64), 'a"; drop table sluice.traces'])(
    'a name is closed: %s',
    async (name) => {
      const args = [
        'migrate',
        '--writer-password-file',
        await secretFile('Hunter7-of-the-writer'),
        '--writer-login',
        name,
      ];
      expect(await runCommand(args, {})).toMatchObject({
        code: 78,
        errors: expect.stringContaining('--writer-login: expected') as string,
      });
    },
  );
});
