/** The roles of an installation. Nobody logs in as one of them: who logs in is a member of those that he needs. */
export const ROLES = ['sluice_owner', 'sluice_writer', 'sluice_reader'] as const;

export type Role = (typeof ROLES)[number];

/**
 * SQL: the privilege that `pg_has_role` is asked for, to know who may act as a role by `set role`. Since Postgres 16 a
 * member may be forbidden to, and who made a role is a member that may only grant it.
 */
export const ACTING = `case when current_setting('server_version_num')::int >= 160000 then 'set' else 'member' end`;
