import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { temporaryFolder } from '@sluice/testbed/machine';
import { createTestDatabase, queryAll as query } from '@sluice/testbed/servers';
import { SCHEMA_VERSION, makeLogins } from '@sluice/store/migrate';
import { type Run, endAll, run, works } from './process.testing';

const TOKEN = 'least-privilege-token';

const folder = temporaryFolder('rights', afterAll);
afterEach(endAll);

const start = (env: NodeJS.ProcessEnv): Run => run({ DATA_DIR: folder, API_BEARER_TOKEN: TOKEN, ...env });

const logins = (['writer', 'reader', 'owner'] as const).map((word) => {
  return { role: `sluice_${word}` as const, name: `start_${word}_${process.pid}`, password: `${word}-Hunter-of-start` };
});
const [writer, reader, owner] = logins as [(typeof logins)[0], (typeof logins)[0], (typeof logins)[0]];
const as = (url: string, { name, password }: { name: string; password: string }): string =>
  Object.assign(new URL(url), { username: name, password }).href;

/** Makes a migrated database with its logins. */
async function newDatabase(): Promise<string> {
  const url = await createTestDatabase('migrated');
  await makeLogins(url, logins);
  return url;
}

test('the embedded database is used by logins that may do no more than they need, and their passwords are nowhere', async () => {
  const started = start({});
  await works(started, TOKEN);
  const port = (await readFile(join(folder, 'postgres/data/postmaster.pid'), 'utf8')).split('\n')[3];
  const password = await readFile(join(folder, 'postgres/password'), 'utf8');
  const superuser = `postgres://postgres:${password}@127.0.0.1:${port}/postgres`;
  const sessions = await query(
    superuser,
    `select distinct application_name as name, usename::text as user from pg_stat_activity where application_name like 'sluice-%' order by 1`,
  );
  // The index has a connection only while it works.
  expect(sessions.filter(({ name }) => name !== 'sluice-index')).toEqual([
    { name: 'sluice-query', user: 'sluice_reader_login' },
    { name: 'sluice-writer', user: 'sluice_writer_login' },
  ]);
  expect(sessions.filter(({ name, user }) => name === 'sluice-index' && user !== 'sluice_writer_login')).toEqual([]);
  const rights = `has_database_privilege(r.oid, 'postgres', 'temp') as temp, has_function_privilege(r.oid, 'lo_create(oid)', 'execute') as large`;
  expect(
    await query(
      superuser,
      `select rolname::text as name, rolsuper or rolcreaterole or rolcreatedb as powerful, ${rights} from pg_roles r where rolname like 'sluice%login' order by 1`,
    ),
  ).toEqual(
    ['sluice_owner_login', 'sluice_reader_login', 'sluice_writer_login'].map((name) => {
      return { name, powerful: false, temp: false, large: false };
    }),
  );
});

test('on a migrated database a login that only writes and one that only reads will do, with passwords in files', async () => {
  const url = await newDatabase();
  const [writerFile, readerFile] = [join(folder, 'writer'), join(folder, 'reader')];
  await writeFile(writerFile, `${writer.password}\n`);
  await writeFile(readerFile, reader.password);
  const started = start({
    DATABASE_URL: as(url, { ...writer, password: '' }),
    DATABASE_PASSWORD_FILE: writerFile,
    DATABASE_READ_URL: as(url, { ...reader, password: '' }),
    DATABASE_READ_PASSWORD_FILE: readerFile,
  });
  await works(started, TOKEN);
  expect(started.output()).not.toContain('superuser');
  const users = await query(
    url,
    `select distinct application_name as name, usename::text as user from pg_stat_activity
     where datname = current_database() and application_name like 'sluice-%' order by 1`,
  );
  expect(users).toEqual([
    { name: 'sluice-query', user: reader.name },
    { name: 'sluice-writer', user: writer.name },
  ]);
});

test('a superuser is told that logins would do', async () => {
  const started = start({ DATABASE_URL: await createTestDatabase('migrated') });
  await expect(started.line(/^DATABASE_URL logs in a superuser/)).resolves.toMatchObject({ level: 'warn' });
});

describe('what is missing is named', () => {
  async function refusal(env: NodeJS.ProcessEnv): Promise<string> {
    const refused = start(env);
    expect(await refused.ended).toBe(78);
    expect(refused.output()).not.toContain('Hunter');
    return refused.output();
  }

  test('for reading, for dropping, and for writing', async () => {
    const url = await newDatabase();
    const message = await refusal({ DATABASE_URL: as(url, writer), RETENTION_DAYS: '30' });
    const reads = `DATABASE_URL: user ${writer.name} may not read: grant sluice_reader to ${writer.name}, or set DATABASE_READ_URL`;
    const drops = `RETENTION_DAYS: user ${writer.name} may not drop: grant sluice_owner to ${writer.name}, or set DATABASE_OWNER_URL`;
    expect(message).toContain(`\n  ${reads}\n  ${drops}\n`);
    const document = join(folder, 'keys.yaml');
    await writeFile(
      document,
      'projects: { acme: { retentionDays: 3 } }\nkeys: [{ name: a, token: a-token, scopes: [read] }]\n',
    );
    expect(await refusal({ DATABASE_URL: as(url, writer), API_KEYS_FILE: document })).toContain(
      `\n  ${drops.replace('RETENTION_DAYS', 'API_KEYS_FILE: retentionDays of projects')}\n`,
    );
    const swapped = await refusal({ DATABASE_URL: as(url, reader), DATABASE_READ_URL: as(url, writer) });
    expect(swapped).toContain(
      `DATABASE_URL: user ${reader.name} may not write: grant sluice_writer to ${reader.name}\n`,
    );
    expect(swapped).toContain(
      `DATABASE_READ_URL: user ${writer.name} may not read: grant sluice_reader to ${writer.name}\n`,
    );
  });

  test('a password that is wrong, by the setting that it belongs to', async () => {
    const url = await newDatabase();
    const wrong = as(url, { ...reader, password: 'wrong-Hunter' });
    expect(await refusal({ DATABASE_URL: as(url, writer), DATABASE_READ_URL: wrong })).toMatch(
      /\n {2}DATABASE_READ_URL: 127\.0\.0\.1:\d+: password authentication failed for user .*: correct user and password/,
    );
  });

  test('for a schema that is behind; with a login that may, it is brought up to date', async () => {
    const url = await createTestDatabase('empty');
    await makeLogins(url, logins);
    const env = { DATABASE_URL: as(url, writer), DATABASE_READ_URL: as(url, reader) };
    expect(await refusal(env)).toContain(
      `DATABASE_URL: user "${writer.name}" may not migrate the schema: name somebody who may in DATABASE_OWNER_URL`,
    );
    await query(
      url,
      `grant create on database ${new URL(url).pathname.slice(1)} to ${owner.name}; grant create on schema public to ${owner.name}`,
    );
    const started = start({ ...env, DATABASE_OWNER_URL: as(url, owner), RETENTION_DAYS: '30' });
    await works(started, TOKEN);
    expect(await query(url, 'select max(version) as version from public.sluice_migration')).toEqual([
      { version: SCHEMA_VERSION },
    ]);
  });
});
