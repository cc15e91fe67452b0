import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryFolder } from '@sluice/testbed/machine';
import { createTestDatabase, queryAll as query, startTestServer } from '@sluice/testbed/servers';
import { makeLogins, migrate } from '@sluice/store/migrate';
import { Client } from 'pg';
import { doctor } from './doctor.testing';

/* Findings about sessions that block others, and about the size of a database. */

const lineOf = (lines: readonly string[], about: string): string[] =>
  lines.filter((line) => line.slice(7).startsWith(`${about}: `));

async function writerUrl(url: string): Promise<string> {
  const login = {
    role: 'sluice_writer',
    name: `doctor_storage_${process.pid}`,
    password: 'of this test only',
  } as const;
  await makeLogins(url, [login]);
  return Object.assign(new URL(url), { username: login.name, password: login.password }).href;
}

describe('locks', () => {
  let client: Client;
  afterEach(() => client.end());

  async function lock(url: string, statement: string): Promise<number> {
    client = new Client({ connectionString: url, application_name: 'psql' });
    await client.connect();
    await client.query('begin');
    await client.query(statement);
    const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
    return rows[0]?.pid ?? NaN;
  }

  test('a table that somebody has locked is a lock with its holder, and no wrong setting', async () => {
    const url = await createTestDatabase('migrated');
    const pid = await lock(url, 'lock table sluice.traces');
    for (const DATABASE_URL of [url, await writerUrl(url)]) {
      const { code, lines } = await doctor({ DATABASE_URL });
      expect(code).toBe(1);
      expect(lines.join('\n')).not.toContain('cannot be asked');
      expect(lineOf(lines, 'disk')).toEqual([
        'wrong  disk: no answer in time: another session holds it back, or the server has too much to do; ' +
          'see the lines on locks, then the load of the server',
      ]);
      const [held = '', ...others] = lineOf(lines, 'locks');
      expect(others).toEqual([]);
      expect(held).toMatch(
        /^wrong {2}locks: \d sessions? waits? for sluice\.traces, the longest for \d+ s: held by session/,
      );
      expect(held).toContain(`held by session ${pid} (user postgres, psql)`);
      expect(held).toMatch(new RegExp(`; let it end, or end it: select pg_terminate_backend\\(${pid}\\)$`));
    }
    // Postgres shows more of a session to its own user, or to a superuser.
    const { lines } = await doctor({ DATABASE_URL: url });
    expect(lineOf(lines, 'locks')[0]).toMatch(/, in a transaction of \d+ s that does nothing;/);
  });

  test('the stored positions, too, may be locked: everything else is looked at', async () => {
    const url = await createTestDatabase('migrated');
    await lock(url, 'lock table sluice.ingest_offset');
    const { code, lines } = await doctor({ DATABASE_URL: url });
    expect(code).toBe(1);
    expect(lineOf(lines, 'positions')).toEqual([expect.stringMatching(/^wrong .*no answer in time/)]);
    expect(lineOf(lines, 'locks')).toEqual([expect.stringContaining('wait') as string]);
    expect(lineOf(lines, 'retention')).toHaveLength(1);
  });

  test('a lock that nobody waits for is none of its business', async () => {
    const url = await createTestDatabase('migrated');
    await lock(url, 'lock table sluice.ingest_dead_letter');
    const { lines } = await doctor({ DATABASE_URL: url });
    expect(lineOf(lines, 'locks')).toEqual(['ok     locks: no session waits long for another']);
  });
});

test('the disk and retention: how much there is of the room that is named, and what should be gone', async () => {
  const url = await createTestDatabase('migrated');
  const about = async (env: NodeJS.ProcessEnv) => {
    const { lines } = await doctor({ DATABASE_URL: url, ...env });
    return [...lineOf(lines, 'disk'), ...lineOf(lines, 'retention')].map((line) => line.replace(/\d+ MiB/, 'N MiB'));
  };
  expect(await about({ DATABASE_DISK_BYTES: '1GiB', RETENTION_DAYS: '30' })).toEqual([
    'ok     disk: the database has N MiB of the 1.0 GiB of DATABASE_DISK_BYTES',
    'ok     retention: no trace is stored, RETENTION_DAYS is 30',
  ]);
  const hours = Math.floor(Date.now() / 3_600_000) - 40 * 24;
  await query(url, traceOf(hours));
  expect(await about({ DATABASE_DISK_BYTES: '4MiB', RETENTION_DAYS: '30' })).toEqual([
    expect.stringMatching(
      /^wrong {2}disk: the database has N MiB of the 4 MiB of .*; enlarge it, lower RETENTION_DAYS/,
    ),
    expect.stringMatching(
      /^wrong {2}retention: the oldest trace came 40 days ago, RETENTION_DAYS is 30: what has expired/,
    ),
  ]);
  expect((await about({ RETENTION_DAYS: '39' }))[1]).toMatch(/^ok {5}retention: the oldest trace came 40 days ago, /);
});

describe('the tables of a day', () => {
  const days = Array.from({ length: 5 }, (_, n) => Math.floor(Date.now() / 86_400_000) - n);
  const nameOf = (table: string, day: number): string =>
    `${table}_${new Date(day * 86_400_000).toISOString().slice(0, 10).replaceAll('-', '')}`;
  const dayOf = (day: number): string => new Date(day * 86_400_000).toISOString().slice(0, 10);
  const detach = (table: string, day: number, how = ''): string =>
    `alter table sluice.${table} detach partition sluice.${nameOf(table, day)}${how}`;
  const attach = (table: string, day: number): string =>
    `alter table sluice.${table} attach partition sluice.${nameOf(table, day)} for values from (${day * 24}) to (${day * 24 + 24})`;
  const [today = 0, yesterday = 0] = days;

  let url: string;
  beforeEach(async () => {
    url = await createTestDatabase('migrated');
    await query(url, `select sluice.ensure_trace_partitions(${Math.min(...days) * 24}, ${today * 24})`);
  });
  const findings = async () => {
    const { code, lines } = await doctor({ DATABASE_URL: url });
    return { code, lines: lineOf(lines, 'days') };
  };
  const fine = ['ok     days: the tables of each day are attached together'];

  test('are as they should be when all or none are attached', async () => {
    expect((await findings()).lines).toEqual(fine);
    for (const table of ['observations', 'trace_io', 'text_packs', 'trace_usage'])
      await query(url, detach(table, today));
    expect((await findings()).lines).toEqual(fine);
  });

  test.each(['text_packs', 'observations', 'trace_io', 'trace_usage'])(
    'are wrong without %s, and the statement that is named mends it',
    async (table) => {
      await query(url, detach(table, yesterday));
      const { code, lines } = await findings();
      expect(code).toBe(1);
      const others = ['observations', 'trace_io', 'text_packs', 'trace_usage'].filter((each) => each !== table);
      expect(lines).toEqual([
        `wrong  days: ${dayOf(yesterday)}: ${table} is detached and ${others.join(', ')} of the same day are not; ` +
          `${attach(table, yesterday)}; or, to have nothing of the day, ${others.map((each) => detach(each, yesterday, ' concurrently')).join('; ')}`,
      ]);
      await query(url, attach(table, yesterday));
      expect((await findings()).lines).toEqual(fine);
    },
  );

  test('are wrong where one is missing, and days below the retention floor do not matter', async () => {
    await query(url, `drop table sluice.${nameOf('text_packs', yesterday)}`);
    expect((await findings()).lines).toEqual([
      expect.stringMatching(
        /^wrong {2}days: [-0-9]+: text_packs is missing and observations, trace_io, trace_usage of the same day are not; restore sluice\.text_packs_\d{8} from a backup; /,
      ),
    ]);
    await query(url, `update sluice.retention_floor set part = ${today * 24}, closed_below = ${today * 24}`);
    expect((await findings()).lines).toEqual(fine);
  });

  test('of many days are counted', async () => {
    for (const day of days) await query(url, detach('text_packs', day));
    const { lines } = await findings();
    expect(lines).toHaveLength(4);
    expect(lines[3]).toBe(`wrong  days: 2 other days from ${dayOf(yesterday)} on; mend these in the same way`);
  });
});

/** SQL of a trace that was first received in an hour since the epoch. */
const traceOf = (part: number): string => `
  insert into sluice.traces (id, part, shard, "timestamp", min_start, max_end, observation_count, created_at, updated_at, stamp)
  select gen_random_uuid(), ${part}, 0, t, t, t, 0, t, t, 'a' from to_timestamp(${part} * 3600) as t`;

describe('a standalone server', () => {
  const folder = temporaryFolder('doctor', afterAll);
  let server: Awaited<ReturnType<typeof startTestServer>>;
  beforeAll(async () => {
    server = await startTestServer({ fsync: 'on', full_page_writes: 'on' });
    await migrate(server.url);
    const { password, port } = new URL(server.url);
    mkdirSync(join(folder, 'postgres/data'), { recursive: true });
    writeFileSync(join(folder, 'postgres/password'), password);
    writeFileSync(join(folder, 'postgres/data/postmaster.pid'), `1\n/data\n1\n${port}\n/tmp\n`);
  });
  afterAll(() => server.stop());

  test('is looked at by its own database: schema, clock, disk, retention and locks, and no brokers', async () => {
    const { code, lines } = await doctor({ DATA_DIR: folder });
    expect(lines.map((line) => line.replace(/\d+\.?\d*/g, 'N'))).toEqual([
      `ok     database: Postgres N in ${folder.replace(/\d+\.?\d*/g, 'N')}, schema version N`,
      expect.stringMatching(/^ok {5}clock: /) as string,
      'ok     fast reads: N segments of traces compared with the rows',
      'ok     days: the tables of each day are attached together',
      'ok     retention: no trace is stored; without RETENTION_DAYS nothing is dropped',
      expect.stringMatching(/^(ok {5}|warn {3})disk: N \w+ of N GiB are free/) as string,
      'ok     locks: no session waits long for another',
    ]);
    expect(code).toBe(0);
  });

  test('whose disk is so full that it refuses writes is wrong', async () => {
    const { code, lines } = await doctor({ DATA_DIR: folder, MIN_FREE_BYTES: '1000000GiB' });
    expect(code).toBe(1);
    expect(lineOf(lines, 'disk')).toEqual([
      expect.stringMatching(/^wrong {2}disk: .* are free, less than MIN_FREE_BYTES, 1000000\.0 GiB: writes are 503; /),
    ]);
  });

  test('that does not run is wrong, and a folder without one is not looked at', async () => {
    const dead = join(folder, 'dead');
    mkdirSync(join(dead, 'postgres'), { recursive: true });
    writeFileSync(join(dead, 'postgres/password'), 'x');
    const { code, lines } = await doctor({ DATA_DIR: dead });
    expect(code).toBe(1);
    expect(lines[0]).toBe(
      `wrong  database: the one in ${dead} does not run; start the server; its log has why it ended`,
    );
    rmSync(dead, { recursive: true });
    expect((await doctor({ DATA_DIR: dead })).lines[1]).toContain('database: not looked at');
  });
});
