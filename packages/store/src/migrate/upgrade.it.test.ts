import { connected, createTestDatabase, queryAll } from '@sluice/testbed/servers';
import { rightsDifferences } from '../rights/differences';
import { UnusableSchemaError, migrate, schemaState } from './migrate';
import { type Migration, hashOf } from './migration';
import { MIGRATIONS, SCHEMA_VERSION } from './migrations';
import { COLUMN, INDEX, WITH_COLUMN, WITH_DROP, WITH_INDEX } from './sample-migrations.testing';

const ledger = (url: string) =>
  queryAll(url, 'select version, name, oldest_program, hash from public.sluice_migration order by version');
const rowOf = (migration: Migration) => ({
  version: migration.version,
  name: migration.name,
  oldest_program: migration.oldestProgram,
  hash: hashOf(migration),
});
const hasNote = async (url: string): Promise<boolean> =>
  (await queryAll(url, `select from pg_attribute where attrelid = 'sluice.projects'::regclass and attname = 'note'`))
    .length > 0;

describe('a database of the release before', () => {
  test('gets the migrations that it lacks, each with a row in the ledger', async () => {
    const url = await createTestDatabase('migrated');
    await expect(migrate(url, WITH_INDEX)).resolves.toMatchObject({ versions: [COLUMN.version, INDEX.version] });
    expect(await ledger(url)).toEqual(WITH_INDEX.map(rowOf));
    expect(await connected(url, rightsDifferences)).toEqual({ roles: [], foreign: [], missing: [], surplus: [] });
    await expect(migrate(url, WITH_INDEX)).resolves.toEqual({ versions: [], repaired: 0 });
  });

  test('stays as it was where a migration in a transaction fails', async () => {
    const url = await createTestDatabase('migrated');
    const failing = { ...COLUMN, sql: `${COLUMN.sql}; select 1 / 0` };
    await expect(migrate(url, [...MIGRATIONS, failing])).rejects.toThrow('division by zero');
    expect(await hasNote(url)).toBe(false);
    expect(await ledger(url)).toEqual(MIGRATIONS.map(rowOf));
  });

  test('gets all of a repeatable migration again after a part of it failed', async () => {
    const url = await createTestDatabase('migrated');
    const failing = { ...INDEX, sql: [...INDEX.sql, 'select 1 / 0'] };
    await expect(migrate(url, [...WITH_COLUMN, failing])).rejects.toThrow('division by zero');
    expect(await ledger(url)).toEqual(WITH_COLUMN.map(rowOf));
    const index = `from pg_index where indexrelid = 'sluice.projects_note'::regclass`;
    await queryAll(url, `update pg_index set indisvalid = false where indexrelid = 'sluice.projects_note'::regclass`);
    await expect(migrate(url, WITH_INDEX)).resolves.toMatchObject({ versions: [INDEX.version] });
    await expect(queryAll(url, `select indisvalid as valid ${index}`)).resolves.toEqual([{ valid: true }]);
  });
});

describe('a program of the release before', () => {
  test('works with a newer schema that lets it, and does not change rights that it does not know', async () => {
    const url = await createTestDatabase('migrated');
    await migrate(url, WITH_INDEX);
    await queryAll(url, 'grant delete on sluice.traces to sluice_reader');
    await expect(migrate(url)).resolves.toEqual({ versions: [], repaired: 0 });
    await expect(schemaState(url)).resolves.toEqual({ version: INDEX.version, problem: undefined, repairs: [] });
    const may = `select has_table_privilege('sluice_reader', 'sluice.traces', 'delete') as may`;
    await expect(queryAll(url, may)).resolves.toEqual([{ may: true }]);
  });

  test('is refused by a newer schema that does not, and changes nothing', async () => {
    const url = await createTestDatabase('migrated');
    await migrate(url, WITH_DROP);
    const before = await ledger(url);
    const problem = `the database has schema version ${WITH_DROP.length}, this program knows ${SCHEMA_VERSION}: start a newer release`;
    await expect(migrate(url)).rejects.toThrow(new UnusableSchemaError(problem));
    await expect(schemaState(url)).resolves.toEqual({ version: WITH_DROP.length, problem, repairs: [] });
    expect(await ledger(url)).toEqual(before);
  });
});

test('a hash is that of every character of the text, and of nothing else', () => {
  expect(hashOf({ ...COLUMN, sql: `${COLUMN.sql} ` })).not.toBe(hashOf(COLUMN));
  expect(hashOf({ ...COLUMN, name: 'renamed', version: 7 })).toBe(hashOf(COLUMN));
});

describe('a database of another commit before 0.1.0 is refused with the way out, and not changed', () => {
  const problem =
    'the database has another schema: its migration 1 differs from that of this program, and a schema of before 0.1.0 is not upgraded: ' +
    'begin with a new database; for the data of this one use the programs of the commit that made it (sluice partitions export)';
  test.each<[string, string]>([
    ['whose migration had another text', `update public.sluice_migration set hash = '${hashOf(COLUMN)}'`],
    ['whose ledger has no hashes', 'alter table public.sluice_migration drop column hash'],
    [
      'whose ledger has more versions than this program',
      `alter table public.sluice_migration drop column hash; insert into public.sluice_migration
       select n, 'older', now(), 3 from generate_series(2, 22) n`,
    ],
    [
      'whose ledger has neither hashes nor oldest programs',
      'alter table public.sluice_migration drop column hash, drop column oldest_program',
    ],
  ])('%s', async (_, change) => {
    const url = await createTestDatabase('migrated');
    await queryAll(url, `${change}; grant delete on sluice.traces to sluice_reader`);
    const rows = () => queryAll(url, 'select to_jsonb(l) from public.sluice_migration l order by version');
    const before = await rows();
    await expect(migrate(url)).rejects.toThrow(new UnusableSchemaError(problem));
    await expect(migrate(url, WITH_COLUMN)).rejects.toThrow(new UnusableSchemaError(problem));
    await expect(schemaState(url)).resolves.toMatchObject({ problem, repairs: [] });
    expect(await rows()).toEqual(before);
    expect(await hasNote(url)).toBe(false);
  });
});
