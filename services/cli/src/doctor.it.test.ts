import { TcpProxy } from '@sluice/testbed/network';
import { createTestDatabase, queryAll as query, testDatabaseUrl } from '@sluice/testbed/servers';
import { SCHEMA_VERSION, makeLogins } from '@sluice/store/migrate';
import { SURROUNDINGS, doctor, troubles } from './doctor.testing';
import { examine } from './doctor/examine-installation';
import { judgeDatabase } from './doctor/judge-database';
import { inspectDatabase } from '@sluice/store/operate';

const KAFKA = 'warn brokers: not looked at; set KAFKA_BROKERS as the services have it';
/** Findings about the run's server, which is ephemeral: its data does not survive a power cut, and the doctor reports it. */
const EPHEMERAL = ['fsync', 'full_page_writes'].map(
  (name) => `wrong database: ${name} is off: a power cut can destroy what was stored; set ${name} to on`,
);

const login = (word: string, setting: string): string =>
  `make a login by sluice migrate --${word}-password-file, and name it in ${setting}`;
/** Finding for the superuser that most of these tests log in as. */
const SUPERUSER = [
  `warn database: user postgres is a superuser: more than is needed; ${login('writer', 'DATABASE_URL')}`,
  `warn database for reads: user postgres is a superuser: more than is needed; ${login('reader', 'DATABASE_READ_URL')}`,
  `warn database for reads: temp_file_limit of its sessions is not set; alter role "postgres" set temp_file_limit = '2GB'`,
];

/** Creates a user with this name; returns the URL of the test's database for it. */
async function userUrl(name: string, grants: string): Promise<string> {
  await query(testDatabaseUrl(), `create role ${name} login password 'x'; ${grants}`);
  return Object.assign(new URL(testDatabaseUrl()), { username: name, password: 'x' }).href;
}

const databaseTroubles = async (env: NodeJS.ProcessEnv) =>
  (await troubles(env)).filter((line) => ![KAFKA, ...EPHEMERAL, ...SUPERUSER].includes(line));

test('a server that forgets at a power cut is wrong', async () => {
  expect(await troubles({ DATABASE_URL: testDatabaseUrl() })).toEqual([KAFKA, ...EPHEMERAL, SUPERUSER[0]]);
  expect(await doctor({ DATABASE_URL: testDatabaseUrl() })).toMatchObject({ code: 1, errors: '2 things are wrong\n' });
});

test('a database that is away, and a password that is wrong', async () => {
  const proxy = await TcpProxy.listen();
  const away = proxy.standBefore(testDatabaseUrl());
  await proxy.close();
  expect(await databaseTroubles({ DATABASE_URL: away })).toEqual([
    expect.stringMatching(/^wrong database: cannot be asked: .*; correct DATABASE_URL, or what refuses there$/),
  ]);
  const wrong = Object.assign(new URL(testDatabaseUrl()), { password: 'Hunter2' }).href;
  const found = await databaseTroubles({ DATABASE_URL: testDatabaseUrl(), DATABASE_READ_URL: wrong });
  expect(found).toEqual([
    expect.stringMatching(/^wrong database for reads: cannot be asked: password .*DATABASE_READ_URL/),
  ]);
  expect(found.join()).not.toContain('Hunter2');
});

test('rights: each role that the users of the two URLs need', async () => {
  const stranger = await userUrl(`doctor_stranger_${process.pid}`, '');
  expect(
    (await databaseTroubles({ DATABASE_URL: stranger })).map((line) => line.replace(/doctor_\w+/g, 'USER')),
  ).toEqual([
    'wrong database: user USER cannot act as sluice_writer; grant sluice_writer to "USER"',
    'wrong database: user USER cannot act as sluice_reader; grant sluice_reader to "USER", or name a login that reads in DATABASE_READ_URL',
    'warn database: user USER cannot act as sluice_owner: RETENTION_DAYS drops nothing; ' +
      'grant sluice_owner to "USER", or, with RETENTION_DAYS, name a login that may in DATABASE_OWNER_URL',
    `wrong database: no schema that its user can read, ${SCHEMA_VERSION} is needed; bring it up to date: sluice migrate`,
  ]);
  const name = `doctor_writer_${process.pid}`;
  const writer = await userUrl(name, `grant sluice_writer to ${name}`);
  expect(
    await databaseTroubles({ DATABASE_URL: writer, DATABASE_READ_URL: writer, DATABASE_OWNER_URL: writer }),
  ).toEqual([
    `wrong database for reads: user ${name} cannot act as sluice_reader; grant sluice_reader to "${name}"`,
    `warn database for reads: user ${name} can also act as sluice_writer: more than is needed; ${login('reader', 'DATABASE_READ_URL')}`,
    `warn database for reads: temp_file_limit of its sessions is not set; alter role "${name}" set temp_file_limit = '2GB'`,
    `wrong database for its owner: user ${name} cannot act as sluice_owner; grant sluice_owner to "${name}"`,
  ]);
});

test('logins that migrate has made are as they should be', async () => {
  const logins = (['writer', 'reader', 'owner'] as const).map((word) => {
    return {
      role: `sluice_${word}` as const,
      name: `doctor_${word}_login_${process.pid}`,
      password: `of the ${word} of this test`,
    };
  });
  const url = await createTestDatabase('migrated');
  await makeLogins(url, logins);
  const [writer, reader, owner] = logins.map(
    ({ name, password }) => Object.assign(new URL(url), { username: name, password }).href,
  );
  const env = { DATABASE_URL: writer, DATABASE_READ_URL: reader, DATABASE_OWNER_URL: owner };
  expect(await databaseTroubles(env)).toEqual([]);
});

test('rights that were lost, with an example and what mends them', async () => {
  const url = await createTestDatabase('migrated');
  await query(url, 'revoke select on sluice.traces from sluice_reader; alter table sluice.traces owner to postgres');
  expect(await databaseTroubles({ DATABASE_URL: url })).toEqual([
    'wrong database: owners and rights are not as they should be, 2 statements would mend them: ' +
      'alter table sluice.traces owner to sluice_owner; …; let it be done: sluice migrate',
  ]);
});

test('a schema that is missing, newer or another one', async () => {
  const empty = await createTestDatabase('empty');
  const needed = `no schema that its user can read, ${SCHEMA_VERSION} is needed`;
  expect(await databaseTroubles({ DATABASE_URL: empty })).toEqual([
    `wrong database: ${needed}; bring it up to date: sluice migrate`,
  ]);
  const url = await createTestDatabase('migrated');
  const next = SCHEMA_VERSION + 1;
  await query(url, `insert into public.sluice_migration values (${next}, 'later', now(), ${next}, '')`);
  const later = `the database has schema version ${next}, this program knows ${SCHEMA_VERSION}`;
  expect(await databaseTroubles({ DATABASE_URL: url, DATABASE_READ_URL: url })).toEqual([
    `wrong database: ${later}; start a newer release`,
    `wrong database for reads: ${later}; name a database that follows the one of DATABASE_URL`,
  ]);
  await query(url, `update public.sluice_migration set hash = ''`);
  const other = 'the database has another schema: its migration 1 differs from that of this program';
  expect(await databaseTroubles({ DATABASE_URL: url, DATABASE_READ_URL: url })).toEqual([
    expect.stringMatching(
      new RegExp(`^wrong database: ${other}, .*; begin with a new database; .* \\(sluice partitions export\\)$`),
    ),
    expect.stringMatching(new RegExp(`^wrong database for reads: ${other}, `)),
  ]);
});

test('a default project that is called like a project of its own', async () => {
  const url = await createTestDatabase('migrated');
  const env = { DATABASE_URL: url, PROJECT_ID: 'acme' };
  expect((await doctor(env)).lines).toContain('ok     projects: PROJECT_ID "acme" is no project of its own');
  await query(url, "select sluice.ensure_projects('{acme}')");
  expect(await databaseTroubles(env)).toEqual([
    'wrong projects: there is data of a project "acme" of its own, which nobody reaches by this setting; ' +
      'set PROJECT_ID to what it was before, or to an id that no project has had',
  ]);
  for (const PROJECT_ID of [undefined, 'other']) {
    expect(await databaseTroubles({ DATABASE_URL: url, PROJECT_ID })).toEqual([]);
  }
});

test('connections and time-outs against what the services take', async () => {
  const url = await createTestDatabase('migrated');
  await query(url, `alter database ${new URL(url).pathname.slice(1)} set deadlock_timeout = '6s'`);
  expect(await databaseTroubles({ DATABASE_URL: url, READ_CONNECTIONS: '900', WRITE_CONCURRENCY: '10' })).toEqual([
    expect.stringMatching(/^warn database: deadlock_timeout is 6000 ms, a writer waits 5000 ms for a lock/),
    expect.stringMatching(/^wrong connections: \d+ for users, .* up to 913; set max_connections to 1826 or more/),
  ]);
});

test('clocks that differ', async () => {
  const at = async (aheadMs: number) => {
    const findings = await examine(
      { ...SURROUNDINGS, databaseUrl: testDatabaseUrl(), now: () => Date.now() - aheadMs },
      () => Promise.resolve([]),
    );
    return findings.filter(({ about }) => about === 'clock').map(({ level, found }) => `${level} ${found}`);
  };
  expect(await at(60_000)).toEqual([
    expect.stringMatching(/^warn the database is (59|60)\d\d\d ms ahead of this machine/),
  ]);
  expect(await at(-7_200_000)).toEqual([expect.stringMatching(/^wrong .* behind this machine: RETENTION_DAYS drops/)]);
});

test('a pooler that drops what a session asks for, and a primary that is none', async () => {
  const found = await inspectDatabase(testDatabaseUrl(), () => Date.now());
  expect([...(found.writerSession ?? [])]).toEqual([
    ['role', 'sluice_writer'],
    ['synchronous_commit', 'on'],
    ['lock_timeout', '5s'],
  ]);
  const dropped = new Map([...(found.writerSession ?? [])].map(([name]) => [name, '0']));
  const judged = judgeDatabase(
    { ...found, writerSession: dropped, isReplica: true },
    { writers: 1, writeConcurrency: 4, readConnections: 10 },
    { reads: false, readsHere: true, owner: false },
  );
  const wrong = judged.filter(({ level }) => level === 'wrong').map((each) => each.found);
  expect(wrong).toContain(
    "the settings of a writer's session do not arrive: it has synchronous_commit 0, lock_timeout 0",
  );
  expect(wrong).toContain('it follows another server and takes no writes');
});
