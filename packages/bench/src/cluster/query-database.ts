import { Client } from 'pg';

const CONNECT_MS = 5_000;

/** Works on a new connection of its own. @throws while the database is away */
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
