import type { CommandContext } from '../command/command';
import { conclude } from '../report/conclude';
import type { FaultRun } from './fault-run';

/**
 * Prints the report and the verdict.
 * @param replay command that repeats the run
 * @returns the exit code
 */
export function concludeFaults(
  { violations, report, historyPath }: FaultRun,
  replay: string,
  context: CommandContext,
): number {
  context.print(report);
  const right = 'everything acknowledged is stored once, nothing else is, and every sum agrees';
  return conclude(
    violations,
    { right, wrong: `; what the clients did is in ${historyPath}; again: ${replay}` },
    context,
  );
}
