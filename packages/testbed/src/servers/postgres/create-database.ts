import { randomBytes } from 'node:crypto';
import { Client } from 'pg';
import { serverUrl, TEMPLATE_DATABASE } from '../run-addresses';
import { databaseUrl } from './database-url';

/**
 * Creates a database on the run's server and returns its URL: `migrated` is a copy of the template, `empty` has nothing. It is dropped with
 * the server at the end of the run.
 */
export async function createTestDatabase(content: 'migrated' | 'empty'): Promise<string> {
  const name = `test_${randomBytes(8).toString('hex')}`;
  const source = content === 'migrated' ? `template ${TEMPLATE_DATABASE} strategy file_copy` : 'template template0';
  const client = new Client({ connectionString: serverUrl() });
  await client.connect();
  try {
    await client.query(`create database ${name} ${source}`);
  } finally {
    await client.end();
  }
  return databaseUrl(serverUrl(), name);
}
