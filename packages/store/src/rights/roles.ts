/** Roles of an installation. They have no login: a login is a member of the roles that it needs. */
export const ROLES = ['sluice_owner', 'sluice_writer', 'sluice_reader'] as const;

export type Role = (typeof ROLES)[number];

/**
 * SQL: the privilege to test by `pg_has_role` for whether a user may act as a role by `set role`. Since Postgres 16 a member may lack it,
 * and the creator of a role is a member that may only grant it.
 */
export const ACTING = `case when current_setting('server_version_num')::int >= 160000 then 'set' else 'member' end`;
