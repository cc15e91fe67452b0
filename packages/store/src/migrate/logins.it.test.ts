import { readFile } from 'node:fs/promises';
import { connected, databaseUrl, queryAll, startTestServer } from '@sluice/testbed/servers';
import { readPoolConfig } from '../read';
import { writerPoolConfig } from '../write';
import { type Login, makeLogins } from './logins';
import { migrate } from './migrate';
import { rightsDifferences } from '../rights/differences';
import { TABLE_RIGHTS } from '../rights/rights';

const FORBIDDEN = '42501';
const WRITER: Login = { role: 'sluice_writer', name: 'sluice_writer_login', password: 'writer-Hunter1-of-this-test' };
const READER: Login = { role: 'sluice_reader', name: 'sluice_reader_login', password: 'reader-Hunter2-of-this-test' };
const OWNER: Login = { role: 'sluice_owner', name: 'sluice_owner_login', password: 'owner-Hunter3-of-this-test' };
const UNCHANGED = { outcome: 'unchanged', required: [], recommended: [] };

let server: Awaited<ReturnType<typeof startTestServer>>;
/** Every setting of logging is on. */
const startServer = async (): Promise<void> => {
  server = await startTestServer({
    log_statement: 'all',
    log_min_error_statement: 'debug1',
    log_min_messages: 'debug1',
  });
};
/** And three logins. */
const startWithLogins = async (): Promise<void> => {
  await startServer();
  await migrate(server.url);
  const made = await makeLogins(server.url, [WRITER, READER, OWNER]);
  expect(made.map(({ outcome }) => outcome)).toEqual(['made', 'made', 'made']);
};

/** The same database for another user. */
const as = ({ name, password }: Pick<Login, 'name' | 'password'>, url = server.url): string =>
  Object.assign(new URL(url), { username: name, password }).href;

/** The answer of Postgres to a statement of a session that began as its user is used to begin. @returns SQLSTATE, or rows */
async function attempt(url: string, before: readonly string[], statement: string): Promise<unknown> {
  return connected(url, async (client) => {
    for (const each of before) await client.query(each);
    return client.query(statement).then(
      ({ rows }) => rows as unknown,
      (error: unknown) => (error as { readonly code: string }).code,
    );
  });
}

/** How a session that acts as somebody else tries to get its rights back. */
const ESCAPES = [
  'select',
  'reset role',
  'set role none',
  'reset session authorization',
  'discard all',
  'set session authorization default',
];

describe('a login', () => {
  beforeAll(startWithLogins);
  afterAll(() => server.stop());

  test('who reads cannot write, whatever his session does', async () => {
    const url = readPoolConfig({
      databaseUrl: as(READER),
      applicationName: 'test',
      maxConnections: 1,
      connectTimeoutMs: 5000,
      statementTimeoutMs: 5000,
    });
    const loosen = 'set default_transaction_read_only = off';
    for (const escape of ESCAPES) {
      for (const table of Object.keys(TABLE_RIGHTS)) {
        for (const statement of [
          `insert into sluice.${table} default values`,
          `delete from sluice.${table}`,
          `truncate sluice.${table}`,
          `drop table sluice.${table}`,
        ]) {
          expect([escape, statement, await attempt(url.connectionString ?? '', [escape, loosen], statement)]).toEqual([
            escape,
            statement,
            FORBIDDEN,
          ]);
        }
      }
    }
    for (const user of ['postgres', 'sluice_owner', 'sluice_writer', WRITER.name]) {
      for (const become of [`set role ${user}`, `set session authorization ${user}`]) {
        expect([become, await attempt(as(READER), [], become)]).toEqual([become, FORBIDDEN]);
      }
    }
  });

  test('who reads is bounded from the first statement on', async () => {
    const names = [
      'default_transaction_read_only',
      'statement_timeout',
      'max_parallel_workers_per_gather',
      'temp_file_limit',
    ];
    const [settings] = await queryAll(
      as(READER),
      `select ${names.map((name) => `current_setting('${name}') as ${name}`).join()}`,
    );
    expect(settings).toEqual({
      default_transaction_read_only: 'on',
      statement_timeout: '1min',
      max_parallel_workers_per_gather: '2',
      temp_file_limit: '2GB',
    });
    expect(await attempt(as(READER), [], `set temp_file_limit = '10GB'`)).toBe(FORBIDDEN);
  });

  test.each(ESCAPES)(
    'who writes can neither make nor drop anything, nor read what he does not need: %s',
    async (escape) => {
      const { connectionString = '' } = writerPoolConfig({ databaseUrl: as(WRITER), maxConnections: 1 });
      for (const statement of [
        'create table sluice.mine (id int)',
        'create table public.mine (id int)',
        'create schema mine',
        'drop table sluice.traces',
        'drop table sluice.metric_points_old',
        'alter table sluice.traces add column mine int',
        'alter table sluice.metric_points detach partition sluice.metric_points_old concurrently',
        'create index on sluice.traces (created_at)',
        'truncate sluice.traces',
        'truncate sluice.metric_points',
        'delete from sluice.traces',
        'delete from sluice.observations',
        'select value from sluice.metric_points_old',
        'update sluice.metric_points set value = 0',
        'update sluice.retention_floor set part = 1',
        'update public.sluice_migration set version = 0',
        "insert into public.sluice_migration values (99, 'mine')",
        'set role sluice_owner',
        'create role mine',
        'select rolpassword from pg_authid',
        `copy sluice.traces to program 'cat'`,
        `select pg_read_file('postgresql.conf')`,
      ]) {
        expect([statement, await attempt(connectionString, [escape], statement)]).toEqual([statement, FORBIDDEN]);
      }
    },
  );

  test('who owns the schema is no superuser, and can migrate', async () => {
    await expect(migrate(as(OWNER))).resolves.toEqual({ versions: [], repaired: 0 });
    await queryAll(server.url, 'revoke select on sluice.traces from sluice_reader');
    await expect(migrate(as(OWNER))).resolves.toEqual({ versions: [], repaired: 1 });
    expect(await attempt(as(OWNER), [], 'create role mine')).toBe(FORBIDDEN);
  });
});

describe('made by a superuser', () => {
  beforeEach(startWithLogins);
  afterEach(() => server.stop());

  test('again: nothing is changed; with another password this one is changed, and settings of an operator stay', async () => {
    expect(await makeLogins(server.url, [WRITER, READER])).toMatchObject([UNCHANGED, UNCHANGED]);
    await queryAll(
      server.url,
      `alter role ${READER.name} set statement_timeout = '5min'; alter role ${READER.name} reset temp_file_limit`,
    );
    const changed = { ...READER, password: 'another-Hunter4-of-this-test' };
    expect(await makeLogins(server.url, [changed])).toMatchObject([{ ...UNCHANGED, outcome: 'changed' }]);
    await expect(queryAll(as(READER), 'select 1')).rejects.toMatchObject({ code: '28P01' });
    expect(
      await queryAll(
        as(changed),
        `select current_setting('statement_timeout') as t, current_setting('temp_file_limit') as f`,
      ),
    ).toEqual([{ t: '5min', f: '2GB' }]);
  });

  test.each([
    ['a superuser', `alter role ${WRITER.name} superuser`, /is a superuser/],
    ['a member of another role', `grant sluice_owner to ${WRITER.name}`, /is also a member of sluice_owner/],
    ['one who cannot log in', `alter role ${WRITER.name} nologin`, /may not log in/],
  ])('a login that has become %s is refused, and nothing is changed', async (_, statement, reason) => {
    await queryAll(server.url, statement);
    await expect(
      makeLogins(server.url, [{ ...READER, password: 'another-Hunter5-of-this-test' }, WRITER]),
    ).rejects.toThrow(reason);
    await expect(queryAll(as(READER), 'select 1 as one')).resolves.toEqual([{ one: 1 }]);
  });

  test('neither an error nor the log of a server that logs everything has a password', async () => {
    const error = await makeLogins(server.url, [{ ...WRITER, name: 'postgres' }]).catch((thrown: unknown) => thrown);
    expect(String(error)).toContain('is who migrates');
    const refused = await makeLogins(as(OWNER), [{ ...WRITER, name: 'another' }]).catch((thrown: unknown) => thrown);
    const [{ setting = '' } = {}] = await queryAll(
      server.url,
      `select setting from pg_settings where name = 'data_directory'`,
    );
    const log = await readFile(`${String(setting)}/../postgres.log`, 'utf8');
    expect(log).toContain(`create role "${WRITER.name}" login password 'SCRAM-SHA-256$4096:`);
    for (const text of [log, String(error), JSON.stringify(refused)]) expect(text).not.toContain('Hunter');
  });
});

describe('made by others', () => {
  const APP = { name: 'app', password: 'app-Hunter6-of-this-test' };
  const url = () => as(APP, databaseUrl(server.url, 'installation'));
  beforeEach(startServer);
  afterEach(() => server.stop());
  beforeEach(async () => {
    await queryAll(server.url, `create role app login password '${APP.password}'`);
    await queryAll(server.url, 'create database installation owner app');
  });

  test('who may create roles makes all but the bound that only a superuser may set', async () => {
    await queryAll(server.url, 'alter role app createrole');
    await migrate(url());
    const limit = `alter role "${READER.name}" set temp_file_limit = '2GB';`;
    const expected = [
      { name: WRITER.name, outcome: 'made', required: [], recommended: [] },
      { name: READER.name, outcome: 'made', required: [], recommended: [limit] },
    ];
    expect(await makeLogins(url(), [WRITER, READER])).toEqual(expected);
    await expect(makeLogins(url(), [WRITER, READER])).resolves.toMatchObject(
      expected.map((each) => ({ ...each, outcome: 'changed' })),
    );
    await queryAll(server.url, 'grant set on parameter temp_file_limit to app');
    expect((await makeLogins(url(), [READER]))[0]?.recommended).toEqual([]);
    await expect(queryAll(as(READER, url()), 'select from sluice.traces')).resolves.toEqual([]);
  });

  test('who may not is shown SQL without a secret; when somebody has run it, he uses the roles that are there', async () => {
    const recommended = await migrate(url()).catch((error: unknown) => (error as { statements: string[] }).statements);
    const [writer] = await makeLogins(url(), [WRITER]);
    expect(writer).toEqual({
      name: WRITER.name,
      outcome: 'unchanged',
      required: [
        `create role "${WRITER.name}" login; -- then, in psql: \\password ${WRITER.name}`,
        `grant sluice_writer to "${WRITER.name}";`,
      ],
      recommended: [],
    });
    await queryAll(server.url, [...(recommended as string[]), ...(writer?.required ?? [])].join('\n'));
    await queryAll(server.url, `alter role ${WRITER.name} password '${WRITER.password}'`);
    await migrate(url());
    expect(await makeLogins(url(), [WRITER])).toEqual([{ name: WRITER.name, ...UNCHANGED }]);
    await expect(queryAll(as(WRITER, url()), 'select from sluice.traces')).resolves.toEqual([]);
    expect(await connected(url(), rightsDifferences)).toMatchObject({ missing: [], surplus: [] });
  });
});
