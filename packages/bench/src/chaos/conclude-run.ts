import type { CommandContext } from '../command/command';
import type { FaultRun } from './fault-run';

const LONGEST_LINE = 600;

/**
 * Prints the report and the verdict.
 * @param replay command that repeats the run
 * @returns the exit code
 */
export function concludeFaults(
  { violations, report, historyPath }: FaultRun,
  replay: string,
  { print }: CommandContext,
): number {
  print(report);
  if (violations.length === 0) {
    print('RIGHT: everything acknowledged is stored once, nothing else is, and every sum agrees');
    return 0;
  }
  for (const violation of violations) print(`  ${violation.slice(0, LONGEST_LINE)}`);
  print(`WRONG; what the clients did is in ${historyPath}; again: ${replay}`);
  return 1;
}
