import { type Client, escapeIdentifier } from 'pg';
import { LEDGER } from '../rights/rights';
import { ACTING, ROLES, type Role } from '../rights/roles';
import { MissingRightsError } from './missing-rights';

/** User of a connection, with its rights. */
export interface MigratingUser {
  readonly name: string;
  readonly database: string;
  readonly isSuperuser: boolean;
  readonly createsRoles: boolean;
  /** Whether the right to create roles includes altering all roles but superusers: until Postgres 15. */
  readonly altersAllRoles: boolean;
  /** May bound the temporary files of others. */
  readonly setsPrivileged: boolean;
  readonly createsSchemas: boolean;
  readonly createsLedger: boolean;
  readonly hasSchema: boolean;
  readonly hasLedger: boolean;
  /** The roles of an installation that the server has. */
  readonly present: readonly Role[];
  /** Roles as which the user may act, and roles that the user may grant. */
  readonly acting: readonly Role[];
  readonly grantable: readonly Role[];
}

const USER = /* sql */ `
select current_user::text as name, current_database()::text as database,
  u.rolsuper as "isSuperuser", u.rolsuper or u.rolcreaterole as "createsRoles",
  u.rolcreaterole and current_setting('server_version_num')::int < 160000 as "altersAllRoles",
  has_parameter_privilege('temp_file_limit', 'set') as "setsPrivileged",
  has_database_privilege(current_database(), 'create') as "createsSchemas",
  coalesce(has_schema_privilege(to_regnamespace('public'), 'create'), false) as "createsLedger",
  to_regnamespace('sluice') is not null as "hasSchema",
  to_regclass('${LEDGER}') is not null as "hasLedger",
  array(select rolname::text from pg_roles where rolname = any($1)) as present,
  array(select rolname::text from pg_roles where rolname = any($1) and pg_has_role(oid, ${ACTING})) as acting,
  array(select rolname::text from pg_roles where rolname = any($1) and (u.rolsuper
        or u.rolcreaterole and current_setting('server_version_num')::int < 160000
        or pg_has_role(oid, 'member with admin option'))) as grantable
from pg_roles u where u.rolname = current_user`;

export async function migratingUser(client: Client): Promise<MigratingUser> {
  const { rows } = await client.query<MigratingUser>(USER, [ROLES]);
  if (rows[0] === undefined) throw new Error('Postgres gave no answer');
  return rows[0];
}

const creation = (role: Role): string => `create role ${role} nologin;`;
const membership = (role: Role, name: string): string => `grant ${role} to ${escapeIdentifier(name)};`;

/**
 * Makes the roles where they are missing and lets the user act as each of them, as far as the user may: whether that is enough
 * depends on what there is to do.
 */
export async function makeRoles(client: Client): Promise<void> {
  const before = await migratingUser(client);
  for (const role of ROLES.filter((each) => !before.present.includes(each))) {
    if (!before.createsRoles) continue;
    // Roles are the cluster's: the migration of another database may be faster.
    await client.query(
      `do $$ begin ${creation(role)} exception when duplicate_object or unique_violation then null; end $$`,
    );
  }
  const { name, acting, grantable } = await migratingUser(client);
  for (const role of grantable) if (!acting.includes(role)) await client.query(membership(role, name));
}

/** @throws MissingRightsError naming each grant without which the schema cannot be made or changed */
export async function assertMayMigrate(client: Client): Promise<void> {
  const { name, database, ...may } = await migratingUser(client);
  const user = escapeIdentifier(name);
  const statements = [
    ...ROLES.filter((role) => !may.present.includes(role)).map(creation),
    ...(may.acting.includes('sluice_owner') ? [] : [membership('sluice_owner', name)]),
    ...(may.hasSchema || may.createsSchemas
      ? []
      : [`grant create on database ${escapeIdentifier(database)} to ${user};`]),
    ...(may.hasLedger || may.createsLedger ? [] : [`grant create on schema public to ${user};`]),
  ];
  if (statements.length > 0) throw new MissingRightsError(`user ${user} may not migrate the schema`, statements);
}
