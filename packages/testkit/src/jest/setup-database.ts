import { createTestDatabase } from '../postgres/create-database';
import { setDatabaseUrl } from './hand-over';

// Databases are made, crashed and recovered here, and on a busy machine that takes a while.
jest.setTimeout(30_000);

beforeAll(async () => {
  setDatabaseUrl(await createTestDatabase('migrated'));
});
