import { Client } from 'pg';

const ANSWER_MS = 5_000;

/**
 * Asks a database on a connection of its own.
 * @throws the driver's error where it cannot be reached within some seconds, or refuses the user
 */
export async function askDatabase<T>(
  databaseUrl: string,
  applicationName: string,
  ask: (client: Client) => Promise<T>,
): Promise<T> {
  const client = new Client({
    connectionString: databaseUrl,
    application_name: applicationName,
    connectionTimeoutMillis: ANSWER_MS,
    query_timeout: ANSWER_MS,
  });
  client.on('error', () => undefined); // the failing query reports it
  try {
    await client.connect();
    return await ask(client);
  } finally {
    await client.end().catch(() => undefined);
  }
}
