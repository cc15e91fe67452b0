import { onlyMigration } from './only-migration';

/**
 * Takes from everybody what Postgres lets everybody do in a new database: tables that end with the session, and large objects. For
 * a database that holds nothing but Sluice; who owns the schema is not in need of them either.
 */
export function closeDatabase(databaseUrl: string): Promise<void> {
  return onlyMigration(databaseUrl, async (client) => {
    await client.query(/* sql */ `
      do $$ begin
        execute format('revoke temporary on database %I from public', current_database());
      end $$;
      revoke execute on function lo_create(oid), lo_creat(integer), lo_from_bytea(oid, bytea) from public;`);
  });
}
