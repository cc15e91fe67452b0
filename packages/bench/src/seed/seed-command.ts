import { migrate } from '@sluice/store/migrate';
import type { Command } from '../command/command';
import { UsageError, readOptions } from '../command/options';
import { startDatabase } from '../product/start-database';
import { formatCount } from '../report/table';
import { seedDatabase } from './seed-database';

const SEED = 20_261_120;

/** Fills a database for query benchmarks. */
export const seedCommand: Command = {
  name: 'seed',
  usage:
    '(--data-dir <folder> | --database-url <url>) [--traces 1000000] [--observations-per-trace 10] [--days 30] [--seed <number>]',
  run: async (args, context) => {
    const options = readOptions(args, {
      values: ['data-dir', 'database-url', 'traces', 'observations-per-trace', 'days', 'seed'],
      flags: [],
    });
    const dataDir = options.text('data-dir');
    const url = options.text('database-url');
    if ((dataDir === undefined) === (url === undefined)) throw new UsageError('give --data-dir or --database-url');
    const counts = {
      traces: options.integer('traces', { default: 1_000_000, min: 1, max: 100_000_000 }),
      observationsPerTrace: options.integer('observations-per-trace', { default: 10, min: 1, max: 10_000 }),
      days: options.integer('days', { default: 30, min: 1, max: 390 }),
      seed: options.integer('seed', { default: SEED, min: 0, max: 2 ** 31 }),
    };

    const begin = performance.now();
    const databaseUrl = url ?? (await startDatabase(dataDir ?? '', context)).url;
    if (url !== undefined) await migrate(url);
    const seeded = await seedDatabase({
      ...counts,
      databaseUrl,
      now: Date.now() * 1000,
      signal: context.signal,
      progress: (message) => context.print(`${elapsed(begin).padStart(7)}  ${message}`),
    });
    context.print(
      `${formatCount(seeded.traces)} traces, ${formatCount(seeded.observations)} observations and ` +
        `${formatCount(seeded.points)} metric points in ${elapsed(begin)}`,
    );
    return 0;
  },
};

function elapsed(begin: number): string {
  return `${((performance.now() - begin) / 1000).toFixed(1)} s`;
}
