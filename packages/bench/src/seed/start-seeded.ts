import type { EmbeddedPostgresOptions } from '@sluice/embedded-postgres';
import type { CommandContext } from '../command/command';
import { temporaryFolder } from '../command/temporary-folder';
import { startDatabase } from '../product/start-database';
import { formatCount } from '../report/table';
import { type SeedOptions, seedDatabase } from './seed-database';

/** Time range of the rows in days. */
export const SEEDED_DAYS = 30;
export const OBSERVATIONS_PER_TRACE = 10;

export interface SeededOptions extends Pick<SeedOptions, 'traces' | 'longTraces' | 'statistics'> {
  /** Default: a new folder, which is deleted with the command. */
  readonly dataDir?: string | undefined;
  /** Settings of the server. */
  readonly settings?: EmbeddedPostgresOptions['settings'];
}

/** Database without the product, and its folder. */
export interface SeededDatabase {
  readonly dataDir: string;
  readonly databaseUrl: string;
}

/** Starts a database and fills it with the same rows each time, apart from their times. It ends with the command. */
export async function startSeeded(
  { dataDir: folder, settings, ...options }: SeededOptions,
  context: CommandContext,
): Promise<SeededDatabase> {
  const dataDir = folder ?? (await temporaryFolder(context));
  const { url: databaseUrl } = await startDatabase(dataDir, context, settings);
  context.print(`seeding ${formatCount(options.traces)} traces`);
  await seedDatabase({
    ...{ ...options, databaseUrl, observationsPerTrace: OBSERVATIONS_PER_TRACE, days: SEEDED_DAYS },
    ...{ now: Date.now() * 1000, seed: 1, signal: context.signal, progress: () => undefined },
  });
  return { dataDir, databaseUrl };
}
