export { EmbeddedPostgresError } from './embedded-postgres-error';
export { startEmbeddedPostgres } from './start';
export type { EmbeddedPostgres, EmbeddedPostgresOptions } from './start';
export type { Logger } from './logger';
export type { Settings } from './configuration';
