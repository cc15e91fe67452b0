export { closeDatabase } from './repair-rights';
export { sessionUser } from '../rights/session-user';
export type { SessionUser } from '../rights/session-user';
export { UnsuitableLoginError, makeLogins } from './logins';
export type { Login, MadeLogin } from './logins';
export { MIGRATIONS, SCHEMA_VERSION, SchemaTooNewError, migrate, schemaState } from './migrate';
export type { Migrated, SchemaState } from './migrate';
export type { Migration } from './migration';
export { MissingRightsError } from './missing-rights';
