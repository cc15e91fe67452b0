import { Client } from 'pg';

/** Runs work on a connection of its own. */
export async function connected<T>(url: string, work: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/**
 * Runs one statement, or several without values, on a connection of its own.
 * @returns its rows
 */
export async function queryAll(url: string, sql: string, values: unknown[] = []): Promise<Record<string, unknown>[]> {
  return connected(url, async (client) => (await client.query<Record<string, unknown>>(sql, values)).rows);
}
