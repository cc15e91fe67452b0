import { Client } from 'pg';
import { asRole, createTestDatabase, testDatabaseUrl } from '@sluice/testkit';
import { migrate, SCHEMA_VERSION, SchemaTooNewError } from './migrate';

async function connect(url: string): Promise<Client> {
  const client = new Client({ connectionString: url });
  await client.connect();
  return client;
}

test('migrating an empty database brings it to the schema version of this program', async () => {
  const url = await createTestDatabase('empty');
  await expect(migrate(url)).resolves.toEqual([SCHEMA_VERSION]);
  await expect(migrate(url)).resolves.toEqual([]);
});

test('a test file has a migrated database', async () => {
  const client = await connect(testDatabaseUrl());
  const { rows } = await client.query('select max(version) as version from public.sluice_migration');
  expect(rows).toEqual([{ version: SCHEMA_VERSION }]);
  await client.end();
});
