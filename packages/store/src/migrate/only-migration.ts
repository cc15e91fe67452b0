import { Client } from 'pg';

/**
 * Does work that must not be done twice at the same time in one database: others wait (a session advisory lock on a connection of
 * its own, so the URL must not lead through a transaction pooler).
 */
export async function onlyMigration<T>(databaseUrl: string, work: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client({ connectionString: databaseUrl, application_name: 'sluice-migrate' });
  client.on('error', () => undefined); // the failing query reports it
  await client.connect();
  try {
    await client.query("select pg_advisory_lock(hashtextextended('sluice.migrate', 0))");
    return await work(client);
  } finally {
    await client.end();
  }
}
