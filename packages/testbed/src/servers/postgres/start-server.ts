import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEmbeddedPostgres } from '@sluice/embedded-postgres';
import type { Settings } from '@sluice/embedded-postgres';
import { type InstalledServer, chosenPrograms, startInstalledServer } from './installed-server';

/** Starts an empty server of a single test: for faults that the run's server must not have. `stop` removes it. */
export async function startTestServer(settings: Settings = {}): Promise<InstalledServer> {
  const bin = chosenPrograms();
  if (bin !== undefined) return startInstalledServer({ bin }, settings);
  const dataDir = await mkdtemp(join(tmpdir(), 'sluice-test-'));
  return startEmbeddedPostgres({ dataDir, settings, ephemeral: true });
}
