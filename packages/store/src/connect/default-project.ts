import { askDatabase } from '../session/with-client';
import { ACTING, ROLES, type Role } from '../rights/roles';

/** An error of the setting PROJECT_ID. */
export interface ProjectIdProblem {
  readonly found: string;
  readonly change: string;
  /** Complete text, as a problem of the setting. */
  readonly message: string;
}

/**
 * Checks whether the default project may have this id (contract: Settings). An id that already belongs to another project would mean two
 * projects: its credentials would read and write data of the default project, and its own data would be out of reach.
 * @returns undefined if the id is free, or if the user may read no projects
 * @throws the driver's error if the database cannot be reached within some seconds, or refuses the user
 */
export function projectIdProblem(databaseUrl: string, projectId: string): Promise<ProjectIdProblem | undefined> {
  return askDatabase(databaseUrl, 'sluice-project-id', async (client) => {
    const { rows } = await client.query<{ readonly role: Role }>(
      `select r.rolname::text as role from pg_roles r
       where r.rolname = any($1) and pg_has_role(r.oid, ${ACTING}) and exists (
         select from pg_class c join pg_namespace n on n.oid = c.relnamespace
         where n.nspname = 'sluice' and c.relname = 'projects' and has_schema_privilege(r.oid, n.oid, 'usage')
           and has_table_privilege(r.oid, c.oid, 'select'))
       limit 1`,
      [ROLES],
    );
    const [reader] = rows;
    if (reader === undefined) return undefined;
    await client.query(`set role ${reader.role}`);
    const { rowCount } = await client.query('select from sluice.projects where name = $1', [projectId]);
    if (rowCount === 0) return undefined;
    const found = `there is data of a project ${JSON.stringify(projectId)} of its own, which nobody reaches by this setting`;
    const change = 'set PROJECT_ID to what it was before, or to an id that no project has had';
    return { found, change, message: `PROJECT_ID: ${found}: ${change}` };
  });
}
