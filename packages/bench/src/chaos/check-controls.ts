import { rm } from 'node:fs/promises';
import { Closers, createLogger } from '@sluice/runtime';
import { runBuilt } from '../cluster/run-built';
import type { CommandContext } from '../command/command';
import { CONTROLS, type Control } from './controls';
import { faultEpisodes } from './faults';
import { type FaultRunOptions, type FaultRun, runFaults } from './fault-run';

/** Seconds of load and faults before stored data are compared. */
const SECONDS = 12;
/** Number of seeds tried: a fault may hit a moment at which it has no effect. */
const MOST_TRIES = 3;
const CLOSE_MS = 60_000;

/**
 * Runs each product that has a deliberate bug. A violation that this bug causes must be among the results: none, or only others, means that
 * the checks miss the bug.
 * @returns number of controls that were not detected
 */
export async function checkControls(
  options: Omit<FaultRunOptions, 'episodes' | 'seconds' | 'run'>,
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
  options: Omit<FaultRunOptions, 'episodes' | 'seconds' | 'run'>,
  context: CommandContext,
): Promise<string | undefined> {
  for (let tries = 0; tries < MOST_TRIES; tries += 1) {
    const seed = options.seed + tries;
    const run: FaultRunOptions['run'] = (service, env, folder) => runBuilt(service, env, folder, mains[service]);
    const { violations, historyPath } = await apart(
      { ...options, spoil, seed, episodes: faultEpisodes(kinds, seed), seconds: SECONDS, run },
      context,
    );
    await rm(historyPath, { force: true });
    const violation = violations.find((each) => found.test(each));
    if (violation !== undefined) return violation;
  }
  return undefined;
}

/** Runs the faults with a broker, a database and processes of their own, which end before it resolves. */
async function apart(options: FaultRunOptions, context: CommandContext): Promise<FaultRun> {
  const closers = new Closers({ logger: createLogger({ level: 'warn', pretty: false }) });
  context.closers.add('control', async () => {
    await closers.close(CLOSE_MS);
  });
  try {
    return await runFaults(options, { ...context, closers, print: () => undefined });
  } finally {
    await closers.close(CLOSE_MS);
  }
}
