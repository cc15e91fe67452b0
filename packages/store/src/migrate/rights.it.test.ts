import {
  asRole,
  connected,
  createTestDatabase,
  databaseUrl,
  queryAll,
  startTestServer,
  testDatabaseUrl,
} from '@sluice/testbed/servers';
import { rightsDifferences } from '../rights/differences';
import { OWNER_FUNCTIONS, TEXT_FUNCTIONS, RELATION_RIGHTS, WRITER_FUNCTIONS, WRITER_SEQUENCES } from '../rights/rights';
import { migrate } from './migrate';
import { MIGRATIONS } from './migrations';
import { MissingRightsError } from './missing-rights';
import { WITH_COLUMN } from './sample-migrations.testing';

const FORBIDDEN = { code: '42501' };
const VERSIONS = MIGRATIONS.map((migration) => migration.version);
const NOTHING_TO_DO = { versions: [], repaired: 0 };
const NO_DIFFERENCES = { roles: [], foreign: [], missing: [], surplus: [] };

const differences = (url: string) => connected(url, rightsDifferences);

test('the rights on every table, view, sequence and function of the schema are named', async () => {
  const names = async (sql: string): Promise<unknown[]> =>
    (await queryAll(testDatabaseUrl(), `select ${sql} order by 1`)).map(({ name }) => name);
  const ofSchema = `c.relnamespace = 'sluice'::regnamespace`;
  expect(
    await names(
      `relname::text as name from pg_class c where ${ofSchema} and relkind in ('r', 'p', 'v', 'm') and not relispartition`,
    ),
  ).toEqual(Object.keys(RELATION_RIGHTS).sort());
  const ofColumns = `select from pg_depend where objid = c.oid and deptype in ('a', 'i')`;
  expect(
    await names(
      `relname::text as name from pg_class c where ${ofSchema} and relkind = 'S' and not exists (${ofColumns})`,
    ),
  ).toEqual(WRITER_SEQUENCES);
  expect(
    await names(
      `proname || '(' || oidvectortypes(proargtypes) || ')' as name from pg_proc where pronamespace = 'sluice'::regnamespace`,
    ),
  ).toEqual([...WRITER_FUNCTIONS, ...TEXT_FUNCTIONS, ...OWNER_FUNCTIONS].sort());
});

describe('the reader', () => {
  const url = () => asRole(testDatabaseUrl(), 'sluice_reader');

  test('can read what answers are made of, and neither dead letters, which hold whole records, nor what the writer keeps for itself', async () => {
    const refused: unknown[] = [];
    await connected(url(), async (client) => {
      for (const name of Object.keys(RELATION_RIGHTS)) {
        await client.query(`select from sluice.${name} limit 1`).catch((error: unknown) => {
          expect(error).toMatchObject(FORBIDDEN);
          refused.push(name);
        });
      }
    });
    expect(refused.sort()).toEqual(['ingest_dead_letter', 'metric_points_start', 'metric_receipts', 'orphaned_traces']);
  });

  test.each(WRITER_FUNCTIONS)('cannot call %s', async (signature) => {
    const nulls = signature.replace(/(integer|date|uuid|text\[\])/g, 'null::$1');
    await expect(queryAll(url(), `select sluice.${nulls}`)).rejects.toMatchObject(FORBIDDEN);
  });
});

describe('what has become of rights is put right', () => {
  test('lost and surplus grants, and owners; what an operator has put beside the tables is left alone', async () => {
    const url = await createTestDatabase('migrated');
    await queryAll(asRole(url, 'sluice_writer'), 'select sluice.ensure_trace_partitions(480000, 480000)');
    await queryAll(
      url,
      `revoke all on all tables in schema sluice from sluice_writer, sluice_reader;
       revoke all on schema sluice from sluice_writer, sluice_reader;
       revoke all on public.sluice_migration from sluice_owner, sluice_reader;
       grant delete on sluice.traces to sluice_writer;
       grant select on sluice.ingest_dead_letter to sluice_reader;
       grant execute on function sluice.ensure_trace_partitions(integer, integer) to public;
       alter schema sluice owner to postgres;
       alter table sluice.observations owner to postgres;
       alter table sluice.observations_20241004 owner to postgres;
       alter sequence sluice.metric_points_seq owner to postgres;
       alter function sluice.empty_trace_index() owner to postgres;
       create table sluice.of_an_operator (id int);
       grant select on sluice.of_an_operator to sluice_reader`,
    );
    const { repaired, versions } = await migrate(url);
    expect([versions, repaired > 40]).toEqual([[], true]);
    expect(await differences(url)).toEqual(NO_DIFFERENCES);
    await expect(migrate(url)).resolves.toEqual(NOTHING_TO_DO);
    expect(
      await queryAll(
        url,
        `select relname::text as name, pg_get_userbyid(relowner)::text as owner, has_table_privilege('sluice_reader', oid, 'select') as read
         from pg_class where relname in ('of_an_operator', 'observations_20241004', 'ingest_dead_letter') order by 1`,
      ),
    ).toEqual([
      { name: 'ingest_dead_letter', owner: 'sluice_owner', read: false },
      { name: 'observations_20241004', owner: 'sluice_owner', read: false },
      { name: 'of_an_operator', owner: 'postgres', read: true },
    ]);
  });

  test('where everybody was shut out of the database and of the schema public, the roles are let in', async () => {
    const url = await createTestDatabase('migrated');
    const name = new URL(url).pathname.slice(1);
    await queryAll(url, `revoke all on database ${name} from public; revoke all on schema public from public`);
    expect((await differences(url)).missing).toHaveLength(6);
    await expect(migrate(url)).resolves.toEqual({ versions: [], repaired: 6 });
    expect(await differences(url)).toEqual(NO_DIFFERENCES);
  });
});

describe('who migrates', () => {
  let server: Awaited<ReturnType<typeof startTestServer>>;
  beforeEach(async () => {
    server = await startTestServer();
    await queryAll(server.url, `create role app login password 'of this test'`);
  });
  afterEach(() => server.stop());

  const asApp = (database: string): string =>
    Object.assign(new URL(databaseUrl(server.url, database)), { username: 'app', password: 'of this test' }).href;

  test('may be a user who may create roles and owns the database', async () => {
    await queryAll(server.url, 'alter role app createrole');
    await queryAll(server.url, 'create database installation owner app');
    const url = asApp('installation');
    await expect(migrate(url)).resolves.toMatchObject({ versions: VERSIONS });
    await expect(migrate(url)).resolves.toEqual(NOTHING_TO_DO);
    expect(await differences(url)).toEqual(NO_DIFFERENCES);
  });

  test('may be a plain owner of the database, once an administrator has run what it was told', async () => {
    await queryAll(server.url, 'create database installation owner app');
    const url = asApp('installation');
    const refused = await migrate(url).catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(MissingRightsError);
    const { statements, message } = refused as MissingRightsError;
    expect(message).toBe('user "app" may not migrate the schema');
    expect(statements).toEqual([
      'create role sluice_owner nologin;',
      'create role sluice_writer nologin;',
      'create role sluice_reader nologin;',
      'grant sluice_owner to "app";',
    ]);
    await queryAll(server.url, statements.join('\n'));
    await expect(migrate(url)).resolves.toMatchObject({ versions: VERSIONS });
    await expect(migrate(url)).resolves.toEqual(NOTHING_TO_DO);
    expect(await differences(url)).toEqual(NO_DIFFERENCES);
  });

  test('in a database of somebody else needs to create in it, in words of SQL', async () => {
    await queryAll(server.url, 'create database "of others"');
    const refused = await migrate(asApp('of others')).catch((error: unknown) => error);
    expect((refused as MissingRightsError).statements.slice(-2)).toEqual([
      'grant create on database "of others" to "app";',
      'grant create on schema public to "app";',
    ]);
    await connected(databaseUrl(server.url, 'of others'), async (client) => {
      await client.query((refused as MissingRightsError).statements.join('\n'));
    });
    await expect(migrate(asApp('of others'))).resolves.toMatchObject({ versions: VERSIONS });
  });

  test('needs no right at all where all is as it should be, and names the grant without which he cannot look', async () => {
    await migrate(server.url);
    const stranger = await migrate(asApp('postgres')).catch((error: unknown) => error);
    expect((stranger as MissingRightsError).statements).toEqual(['grant sluice_owner to app;']);
    await queryAll(server.url, 'grant sluice_reader to app');
    await expect(migrate(asApp('postgres'))).resolves.toEqual(NOTHING_TO_DO);
    await queryAll(server.url, 'revoke select on sluice.traces from sluice_reader');
    const refused = await migrate(asApp('postgres')).catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(MissingRightsError);
    expect((refused as MissingRightsError).statements).toEqual([
      'grant select on table sluice.traces to sluice_reader;',
    ]);
  });

  test('records the next step without owning the ledger', async () => {
    await migrate(server.url);
    await queryAll(server.url, 'grant sluice_owner to app');
    const migrated = migrate(asApp('postgres'), WITH_COLUMN);
    await expect(migrated).resolves.toMatchObject({ versions: [WITH_COLUMN.length] });
  });
});
