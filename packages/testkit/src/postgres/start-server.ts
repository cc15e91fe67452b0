import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEmbeddedPostgres } from '@sluice/embedded-postgres';
import type { EmbeddedPostgres, Settings } from '@sluice/embedded-postgres';

/** Starts a server of a test's own, empty: for what the run's server must not suffer. `stop` removes it. */
export async function startTestServer(settings: Settings = {}): Promise<EmbeddedPostgres> {
  const dataDir = await mkdtemp(join(tmpdir(), 'sluice-test-'));
  return startEmbeddedPostgres({ dataDir, settings, ephemeral: true });
}
