import type { CommandContext } from '../command/command';
import { buildStandalone } from '../product/build-release';
import { type IngestOptions, measureIngest } from './measure-ingest';
import { FIGURES } from './figures';
import { comparePairs, measurePairs, notIdle, problemsOf, toPairsTable } from './pairs';
import { conclude } from '../report/conclude';

export interface AgainstOptions extends Omit<IngestOptions, 'run'> {
  /** Revision for git. */
  readonly against: string;
  readonly pairs: number;
  readonly json: boolean;
}

/** Compares this build with that of another revision under the same load. @returns the exit code: 1 where spans were lost or doubled */
export async function ingestAgainst(options: AgainstOptions, context: CommandContext): Promise<number> {
  const { against, pairs: count, json, ...load } = options;
  const print = json ? () => undefined : context.print;
  const { commit, run } = await buildStandalone(against, { ...context, print });
  const pairs = await measurePairs(
    count,
    {
      before: async (own) => notIdle(await measureIngest({ ...load, run }, own)),
      now: async (own) => notIdle(await measureIngest(load, own)),
    },
    context,
  );
  const comparisons = comparePairs(pairs, FIGURES);
  const problems = problemsOf(pairs);
  context.print(
    json
      ? JSON.stringify({ against: commit, pairs: count, ...load, comparisons, problems })
      : toPairsTable(comparisons, { before: commit.slice(0, 12), now: 'now' }),
  );
  return conclude(problems, {}, context);
}
