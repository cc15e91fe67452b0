export { closeDatabase } from './repair-rights';
export { sessionUser } from '../rights/session-user';
export type { SessionUser } from '../rights/session-user';
export { UnsuitableLoginError, makeLogins } from './logins';
export type { Login, MadeLogin } from './logins';
export { UnusableSchemaError, migrate, schemaState } from './migrate';
export type { Migrated, SchemaState } from './migrate';
export { SCHEMA_VERSION } from './migrations';
export { MissingRightsError } from './missing-rights';
