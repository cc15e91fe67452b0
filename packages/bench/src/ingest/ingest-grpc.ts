import type { CommandContext } from '../command/command';
import { conclude } from '../report/conclude';
import { type IngestOptions, measureIngest } from './measure-ingest';
import { FIGURES } from './figures';
import { comparePairs, measurePairs, notIdle, problemsOf, toPairsTable } from './pairs';

export interface GrpcOptions extends Omit<IngestOptions, 'run' | 'protocol'> {
  readonly pairs: number;
  readonly json: boolean;
}

/** Compares OTLP/gRPC with OTLP/HTTP under the same load. @returns the exit code: 1 where spans were lost or doubled */
export async function ingestGrpc(
  { pairs: count, json, ...load }: GrpcOptions,
  context: CommandContext,
): Promise<number> {
  const measure = (protocol: 'http' | 'grpc') => async (own: CommandContext) =>
    notIdle(await measureIngest({ ...load, protocol }, own));
  const pairs = await measurePairs(count, { before: measure('http'), now: measure('grpc') }, context);
  const comparisons = comparePairs(pairs, FIGURES);
  const problems = problemsOf(pairs);
  context.print(
    json
      ? JSON.stringify({ pairs: count, ...load, comparisons, problems })
      : toPairsTable(comparisons, { before: 'HTTP', now: 'gRPC' }),
  );
  return conclude(problems, {}, context);
}
