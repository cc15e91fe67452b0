import { createTestDatabase } from '../postgres/create-database';
import { setDatabaseUrl } from './hand-over';

beforeAll(async () => {
  setDatabaseUrl(await createTestDatabase('migrated'));
});
