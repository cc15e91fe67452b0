export { testDatabaseUrl } from './jest/hand-over';
export { createTestDatabase } from './postgres/create-database';
export { asRole, databaseUrl } from './postgres/database-url';
export { startTestServer } from './postgres/start-server';
export { forkSource } from './process/fork-source';
export { holdPostgres } from './process/held-postgres';
export type { HeldPostgres } from './process/held-postgres';
