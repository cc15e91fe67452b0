import { Client } from 'pg';

const CONNECT_MS = 5_000;

/** Runs work on a new connection. @throws Error while the database does not accept connections */
export async function queryDatabase<T>(connectionString: string, work: (sql: Client) => Promise<T>): Promise<T> {
  const sql = new Client({ connectionString, connectionTimeoutMillis: CONNECT_MS });
  sql.on('error', () => undefined); // the query under way rejects
  try {
    await sql.connect();
    return await work(sql);
  } finally {
    await sql.end().catch(() => undefined);
  }
}
