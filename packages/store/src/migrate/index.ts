export { UnsuitableLoginError, makeLogins } from './logins';
export type { Login, MadeLogin } from './logins';
export { MIGRATIONS, SCHEMA_VERSION, SchemaTooNewError, migrate, schemaVersion } from './migrate';
export type { Migrated } from './migrate';
export type { Migration } from './migration';
export { MissingRightsError } from './missing-rights';
