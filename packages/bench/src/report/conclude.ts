import type { CommandContext } from '../command/command';

const LONGEST_LINE = 600;

/**
 * Prints a line for each violation, and the verdict.
 * @param verdict.right sentence where there is no violation; default: nothing is printed then
 * @param verdict.wrong remark where there is one, such as the command that repeats the run
 * @returns the exit code: 1 where there is a violation
 */
export function conclude(
  violations: readonly string[],
  { right, wrong = '' }: { readonly right?: string; readonly wrong?: string },
  { print }: Pick<CommandContext, 'print'>,
): number {
  for (const violation of violations) print(`  ${violation.slice(0, LONGEST_LINE)}`);
  if (violations.length > 0) print(`WRONG${wrong}`);
  else if (right !== undefined) print(`RIGHT: ${right}`);
  return violations.length === 0 ? 0 : 1;
}
