import { migrate } from '@sluice/store/migrate';
import { commandOf, mode } from '../command/modes';
import { UsageError, integer, text } from '../command/options';
import { startDatabase } from '../product/start-database';
import { formatCount } from '../report/table';
import { seedDatabase } from './seed-database';

const SEED = 20_261_120;

/** Fills a database for query benchmarks. */
export const seedCommand = commandOf('seed', [
  mode(
    '',
    {
      'data-dir': text('<folder>'),
      'database-url': text('<url>'),
      traces: integer({ default: 1_000_000, min: 1, max: 100_000_000 }),
      'observations-per-trace': integer({ default: 10, min: 1, max: 10_000 }),
      days: integer({ default: 30, min: 1, max: 390 }),
      seed: integer({ default: SEED, form: '<number>', min: 0, max: 2 ** 31 - 1 }),
    },
    async (
      { 'data-dir': dataDir, 'database-url': url, 'observations-per-trace': observationsPerTrace, ...counts },
      context,
    ) => {
      if ((dataDir === undefined) === (url === undefined)) throw new UsageError('give --data-dir or --database-url');
      const begin = performance.now();
      const databaseUrl = url ?? (await startDatabase(dataDir ?? '', context)).url;
      if (url !== undefined) await migrate(url);
      const seeded = await seedDatabase({
        ...counts,
        observationsPerTrace,
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
  ),
]);

function elapsed(begin: number): string {
  return `${((performance.now() - begin) / 1000).toFixed(1)} s`;
}
