import { join } from 'node:path';
import type { CommandContext } from '../command/command';
import { LackingError } from '../command/missing-tool-error';
import { temporaryFolder } from '../command/temporary-folder';
import { connectDatabase } from '../product/connect-database';
import { startDatabase } from '../product/start-database';
import { conclude } from '../report/conclude';
import { saveResult } from '../report/save-result';
import { formatCount } from '../report/table';
import { copyDataFolder } from '../seed/copy-folder';
import { OBSERVATIONS_PER_TRACE, startSeeded } from '../seed/start-seeded';
import { alone } from '../command/isolate-run';
import { type IngestOptions, measureIngest } from './measure-ingest';
import { FIGURES } from './figures';
import { comparePairs, measurePairs, notIdle, problemsOf, toPairsTable } from './pairs';
import { countStored } from './count-stored-items';

export interface StoredOptions extends Omit<IngestOptions, 'dataDir' | 'run'> {
  /** Number of stored observations. */
  readonly observations: number;
  /** Seeded folder, which is copied; default: one is seeded. */
  readonly seeded?: string | undefined;
  readonly pairs: number;
  readonly save: boolean;
}

/** Measures a filled and an empty database alternately. @returns the exit code: 1 where spans were lost or doubled */
export async function ingestStored(options: StoredOptions, context: CommandContext): Promise<number> {
  const { observations, seeded, pairs: count, save, ...load } = options;
  const dataDir = join(await temporaryFolder(context), 'stored');
  if (seeded !== undefined) {
    context.print(`copying ${seeded}: it stays as it is`);
    await copyDataFolder(seeded, dataDir, context.signal);
  }
  const stored = await alone((own) => prepare(dataDir, seeded === undefined ? observations : 0, own), context);
  if (stored < observations) throw new LackingError(`${formatCount(stored)} observations are stored: seed more`);
  const pairs = await measurePairs(
    count,
    {
      before: async (own) => notIdle(await measureIngest(load, own)),
      now: async (own) => notIdle(await measureIngest({ ...load, dataDir }, own)),
    },
    context,
  );
  const comparisons = comparePairs(pairs, FIGURES);
  const problems = problemsOf(pairs);
  if (save) await saveResult('ingest-stored', { stored, pairs: count, ...load, comparisons, problems });
  context.print(toPairsTable(comparisons, { before: 'empty', now: `${formatCount(stored)} stored` }));
  return conclude(problems, {}, context);
}

/** Seeds a folder where `observations` requires it, and migrates it. @returns number of its observations */
async function prepare(dataDir: string, observations: number, context: CommandContext): Promise<number> {
  const traces = Math.ceil(observations / OBSERVATIONS_PER_TRACE);
  const databaseUrl =
    observations > 0
      ? (await startSeeded({ dataDir, traces, longTraces: [] }, context)).databaseUrl
      : (await startDatabase(dataDir, context)).url;
  return countStored(await connectDatabase(databaseUrl, context), 'observations');
}
