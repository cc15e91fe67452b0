import { askDatabase } from '../session/with-client';
import { ACTING, ROLES, type Role } from './roles';

/** User of a URL, and its roles. */
export interface SessionUser {
  /** Name, quoted as in SQL. */
  readonly name: string;
  readonly isSuperuser: boolean;
  /** Roles that the user may act as. */
  readonly roles: ReadonlySet<Role>;
}

/** Reads the user of a session. @throws the driver's error if the database cannot be reached within some seconds, or refuses the user */
export function sessionUser(databaseUrl: string): Promise<SessionUser> {
  return askDatabase(databaseUrl, 'sluice-rights', async (client) => {
    const { rows } = await client.query<{ name: string; isSuperuser: boolean; roles: Role[] }>(
      `select quote_ident(session_user) as name, rolsuper as "isSuperuser",
         array(select r.rolname::text from pg_roles r where r.rolname = any($1) and pg_has_role(r.oid, ${ACTING})) as roles
       from pg_roles where rolname = session_user`,
      [ROLES],
    );
    const { name = '', isSuperuser = false, roles = [] } = rows[0] ?? {};
    return { name, isSuperuser, roles: new Set(roles) };
  });
}
