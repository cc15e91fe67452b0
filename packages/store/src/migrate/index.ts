export { MIGRATIONS, SCHEMA_VERSION, SchemaTooNewError, migrate } from './migrate';
export type { Migration } from './migration';
