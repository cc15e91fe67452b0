import type { PoolClient } from 'pg';
import { ACTING } from '../../rights/roles';

/** Data is to be dropped, and the user of the connection may not do it. */
export class NotOwnerError extends Error {
  override readonly name = 'NotOwnerError';
  /** Code of Postgres for a missing right: retrying alone cannot help. */
  readonly code = '42501';

  constructor(user: string) {
    super(
      `nothing is dropped, because user ${user} may not act as sluice_owner: grant sluice_owner to ${user}, or name a login ` +
        `that may in DATABASE_OWNER_URL`,
    );
  }
}

/** Role of a run. */
export interface Acting {
  /** User of the connection, quoted as in SQL. */
  readonly user: string;
  readonly isOwner: boolean;
}

/**
 * Sets the role to the owner of the tables if the user may, otherwise to the writer. A right that is granted meanwhile counts at the next
 * run.
 */
export async function takeRole(client: PoolClient): Promise<Acting> {
  const { rows } = await client.query<Acting>(
    `select quote_ident(session_user) as "user", pg_has_role(session_user, 'sluice_owner', ${ACTING}) as "isOwner"`,
  );
  const acting = rows[0] ?? { user: '', isOwner: false };
  await client.query(`set role ${acting.isOwner ? 'sluice_owner' : 'sluice_writer'}`);
  return acting;
}
