import { createTestDatabase, setDatabaseUrl } from '../servers';

beforeAll(async () => {
  setDatabaseUrl(await createTestDatabase('migrated'));
});
