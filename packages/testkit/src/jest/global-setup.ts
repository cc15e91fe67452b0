// Jest loads this file with Node's own resolution, which finds the packages' build output by their names: by their
// paths it finds the sources, so that a test run needs no build.
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { startEmbeddedPostgres } from '../../../embedded-postgres/src/index';
import { migrate } from '../../../store/src/migrate/index';
import { databaseUrl } from '../postgres/database-url';
import { type InstalledServer, chosenPrograms, startInstalledServer } from '../postgres/installed-server';
import { setServerUrl, TEMPLATE_DATABASE } from './hand-over';

declare global {
  // The only way from the global set-up to the global teardown.
  var sluiceTestServer: InstalledServer | undefined;
}

/** Starts one Postgres for the run and makes the migrated template that every test file's database is copied from. */
export default async function globalSetup(): Promise<void> {
  const bin = chosenPrograms();
  const server =
    bin === undefined
      ? await startEmbeddedPostgres({ dataDir: await mkdtemp(join(tmpdir(), 'sluice-test-')), ephemeral: true })
      : await startInstalledServer({ bin });
  globalThis.sluiceTestServer = server;
  // Jest runs no teardown when it is interrupted, and the server has a session of its own.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.once(signal, () => void server.stop().finally(() => process.exit(1)));
  }
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
  setServerUrl(server.url);
}
