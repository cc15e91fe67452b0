import { createTestDatabase, setDatabaseUrl } from '@sluice/servers';

beforeAll(async () => {
  setDatabaseUrl(await createTestDatabase('migrated'));
});
