import { startEmbeddedPostgres } from '@sluice/embedded-postgres';
import type { EmbeddedPostgres, EmbeddedPostgresOptions } from '@sluice/embedded-postgres';
import { migrate } from '@sluice/store/migrate';
import type { CommandContext } from '../command/command';

/** Starts the database of a data folder without the product and migrates it. It ends with the command, or before by `stop`. */
export async function startDatabase(
  dataDir: string,
  { closers, signal }: CommandContext,
  settings: EmbeddedPostgresOptions['settings'] = {},
): Promise<EmbeddedPostgres> {
  signal.throwIfAborted();
  const database = await startEmbeddedPostgres({ dataDir, settings });
  closers.add('embedded database', () => database.stop());
  signal.throwIfAborted();
  await migrate(database.url);
  return database;
}
