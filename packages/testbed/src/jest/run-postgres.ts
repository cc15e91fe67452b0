// Program of postgres-setup.ts: one Postgres for the run, with the migrated template for every test file's database.
import { TEMPLATE_DATABASE, databaseUrl, startTestServer } from '../servers';
import { migrate } from '@sluice/store/migrate';
import { Client } from 'pg';
import { keepServer } from './keep-server';

void keepServer(async () => {
  // Without autovacuum plans depend on the rows and statistics of a test, not on the time of an automatic analyze.
  const server = await startTestServer({ autovacuum: 'off' });
  try {
    const client = new Client({ connectionString: server.url });
    await client.connect();
    try {
      await client.query(`create database ${TEMPLATE_DATABASE}`);
    } finally {
      await client.end();
    }
    await migrate(databaseUrl(server.url, TEMPLATE_DATABASE));
  } catch (error) {
    await server.stop();
    throw error;
  }
  return { address: server.url, stop: () => server.stop() };
});
