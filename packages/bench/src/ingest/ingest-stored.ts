import { join } from 'node:path';
import type { CommandContext } from '../command/command';
import { LackingError } from '../command/missing-tool-error';
import { temporaryFolder } from '../command/temporary-folder';
import { startDatabase } from '../product/start-database';
import { saveResult } from '../report/save-result';
import { formatCount } from '../report/table';
import { copyDataFolder } from '../seed/copy-folder';
import { connect } from '../seed/copy-stream';
import { seedDatabase } from '../seed/seed-database';
import { alone } from '../command/isolate-run';
import { type IngestOptions, measureIngest } from './measure-ingest';
import { comparePairs, measurePairs, notIdle, problemsOf, toPairsTable } from './pairs';
import { conclude } from './report';
import { countStored } from './count-stored-items';

export interface StoredOptions extends Omit<IngestOptions, 'dataDir' | 'run'> {
  /** Number of stored observations. */
  readonly observations: number;
  /** Seeded folder, which is copied; default: one is seeded. */
  readonly seeded?: string | undefined;
  readonly pairs: number;
  readonly isSaved: boolean;
}

const OBSERVATIONS_PER_TRACE = 10;
const DAYS = 30;

/** Measures a filled and an empty database alternately. @returns the exit code: 1 where spans were lost or doubled */
export async function ingestStored(options: StoredOptions, context: CommandContext): Promise<number> {
  const { observations, seeded, pairs: count, isSaved, ...load } = options;
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
  const comparisons = comparePairs(pairs);
  const problems = problemsOf(pairs);
  if (isSaved) await saveResult('ingest-stored', { stored, pairs: count, ...load, comparisons, problems });
  context.print(toPairsTable(comparisons, { before: 'empty', now: `${formatCount(stored)} stored` }));
  return conclude(problems, context);
}

/** Seeds a folder where `observations` requires it, and migrates it. @returns number of its observations */
async function prepare(dataDir: string, observations: number, context: CommandContext): Promise<number> {
  const database = await startDatabase(dataDir, context);
  if (observations > 0) {
    await seedDatabase({
      databaseUrl: database.url,
      traces: Math.ceil(observations / OBSERVATIONS_PER_TRACE),
      observationsPerTrace: OBSERVATIONS_PER_TRACE,
      longTraces: [],
      days: DAYS,
      now: Date.now() * 1000,
      seed: 1,
      signal: context.signal,
      progress: context.print,
    });
  }
  const sql = await connect(database.url);
  try {
    return await countStored(sql, 'observations');
  } finally {
    await sql.end();
  }
}
