import { commandOf, mode } from '../command/modes';
import { type Values, UsageError, choice, flag, integer, seed, some, text } from '../command/options';
import { buildRelease } from '../product/build-release';
import { checkControls } from './check-controls';
import { concludeFaults } from './conclude-run';
import { CONTROLS, CONTROL_NAMES, type Control } from './controls';
import { type FaultRunOptions, runFaults } from './fault-run';
import { FAULT_KINDS, type FaultKind, USUAL_FAULTS, faultEpisodes } from './faults';
import { killOneProcess } from './one-process';
import { RELEASE_PARTS } from './programs';

/** Options of every run with several processes. */
const PROCESSES = {
  seed,
  brokers: integer({ default: 1, min: 1, max: 5 }),
  gateways: integer({ default: 2, min: 1, max: 10 }),
  writers: integer({ default: 2, min: 1, max: 10 }),
  partitions: integer({ default: 6, min: 1, max: 100 }),
  'pause-ms': integer({ default: 80, min: 0, max: 60_000 }),
  recovery: integer({ default: 60, min: 1, max: 3_600 }),
};

const FAULTS = {
  minutes: integer({ default: 2, min: 1, max: 10_000 }),
  seconds: integer({ form: '<number>', min: 1, max: 600_000 }),
  faults: some(FAULT_KINDS),
  from: text('<commit>'),
  control: choice(CONTROL_NAMES),
};

const ONE_PROCESS = {
  seed,
  rounds: integer({ default: 10, min: 1, max: 1000 }),
  'kill-postgres': flag,
  'ingest-threads': integer({ default: 0, min: 0, max: 8 }),
};

/**
 * Runs the product under load with faults, as several processes or with `--one-process` as one, and checks that no acknowledged item is
 * lost or stored twice.
 */
export const chaosCommand = commandOf('chaos', [
  mode('', { ...PROCESSES, ...FAULTS }, async (options, context, args) => {
    const { from, seed: chosen, minutes, seconds = minutes * 60 } = options;
    const control: Control | undefined = options.control && CONTROLS[options.control];
    const kinds = kindsOf(options, control);
    const older =
      from === undefined
        ? undefined
        : await buildRelease({ revision: from, option: 'from', parts: RELEASE_PARTS }, context);
    context.print(`causing faults for ${seconds} s; what happens is that of --seed ${chosen}`);
    const run = await runFaults(
      {
        ...processes(options),
        ...(older && { older, queries: 2 }),
        ...control,
        hasAgedData: control === undefined && older === undefined,
        episodes: faultEpisodes(kinds, chosen),
        seconds,
      },
      context,
    );
    return concludeFaults(run, replayOf(args, chosen), context);
  }),
  mode('controls', PROCESSES, async (options, context) =>
    (await checkControls({ ...processes(options), hasAgedData: false }, context)) === 0 ? 0 : 1,
  ),
  mode('one-process', ONE_PROCESS, async (options, context, args) => {
    const { seed: chosen, rounds, 'kill-postgres': killPostgres, 'ingest-threads': ingestThreads } = options;
    context.print(`killing the product ${rounds} times with -9; the moments are those of --seed ${chosen}`);
    const run = await killOneProcess({ seed: chosen, rounds, killPostgres, ingestThreads }, context);
    return concludeFaults(run, replayOf(args, chosen), context);
  }),
]);

function processes({
  'pause-ms': pauseMs,
  recovery,
  ...counts
}: Values<typeof PROCESSES>): Omit<FaultRunOptions, 'episodes' | 'hasAgedData'> {
  const { seed: chosen, brokers, gateways, writers, partitions } = counts;
  return { seed: chosen, brokers, gateways, writers, partitions, pauseMs, recoveryMs: recovery * 1000 };
}

/** Returns the faults of a run. @throws UsageError where `upgrade` and `--from` are not both set */
function kindsOf({ faults, from }: Values<typeof FAULTS>, control: Control | undefined): readonly FaultKind[] {
  if (from === undefined) {
    if (faults?.includes('upgrade')) throw new UsageError('--faults: upgrade needs --from');
    return faults ?? control?.kinds ?? USUAL_FAULTS;
  }
  if (control !== undefined) throw new UsageError('give one of --from and --control');
  if (faults?.includes('upgrade') === false) throw new UsageError('--from: expected upgrade among --faults');
  return faults ?? ['upgrade'];
}

/** Returns the arguments of the same run, with the seed, which the user may not have set. */
function replayOf(args: readonly string[], chosen: number): string {
  const isGiven = args.some((arg) => arg.startsWith('--seed'));
  return ['npm run chaos --', ...(isGiven ? [] : ['--seed', chosen]), ...args].join(' ');
}
