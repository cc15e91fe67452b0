import type { Client } from 'pg';
import { withOwnClient } from '../session/with-client';

/**
 * Does work that must not be done twice at the same time in one database: others wait (a session advisory lock on a connection of
 * its own, so the URL must not lead through a transaction pooler).
 */
export function onlyMigration<T>(databaseUrl: string, work: (client: Client) => Promise<T>): Promise<T> {
  return withOwnClient({ connectionString: databaseUrl, application_name: 'sluice-migrate' }, async (client) => {
    await client.query("select pg_advisory_lock(hashtextextended('sluice.migrate', 0))");
    return work(client);
  });
}
