import { rm } from 'node:fs/promises';
import type { CommandContext } from '../command/command';
import { alone } from '../command/isolate-run';
import { CONTROLS, type Control } from './controls';
import { faultEpisodes } from './faults';
import { type FaultRunOptions, runFaults } from './fault-run';

/** Seconds of load and faults before stored data are compared. */
const SECONDS = 12;
/** Number of seeds tried: a fault may hit a moment at which it has no effect. */
const MAX_ATTEMPTS = 3;

/**
 * Runs each product that has a deliberate bug. A violation that this bug causes must be among the results: none, or only others, means that
 * the checks miss the bug.
 * @returns number of controls that were not detected
 */
export async function checkControls(
  options: Omit<FaultRunOptions, 'episodes' | 'seconds'>,
  context: CommandContext,
): Promise<number> {
  let missed = 0;
  for (const [name, control] of Object.entries<Control>(CONTROLS)) {
    const violation = await findOut(control, options, context);
    if (violation === undefined) missed += 1;
    context.print(
      violation === undefined ? `${name}: NOT FOUND OUT` : `${name}: found out: ${violation.slice(0, 200)}`,
    );
  }
  return missed;
}

async function findOut(
  { mains, spoil, kinds, found }: Control,
  options: Omit<FaultRunOptions, 'episodes' | 'seconds'>,
  context: CommandContext,
): Promise<string | undefined> {
  for (let tries = 0; tries < MAX_ATTEMPTS; tries += 1) {
    const seed = options.seed + tries;
    const run = { ...options, mains, spoil, seed, episodes: faultEpisodes(kinds, seed), seconds: SECONDS };
    const { violations, historyPath } = await alone(
      (own) => runFaults(run, { ...own, print: () => undefined }),
      context,
    );
    await rm(historyPath, { force: true });
    const violation = violations.find((each) => found.test(each));
    if (violation !== undefined) return violation;
  }
  return undefined;
}
