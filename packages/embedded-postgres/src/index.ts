export { EmbeddedPostgresError } from './embedded-postgres-error';
export { startEmbeddedPostgres } from './start';
export type { EmbeddedPostgres } from './start';
