import { runBuilt } from '../cluster/run-built';
import type { Command, CommandContext } from '../command/command';
import { type Options, UsageError, readOptions } from '../command/options';
import { checkControls } from './check-controls';
import { CONTROLS, type Control, isControl } from './controls';
import { FAULT_KINDS, type FaultKind, faultEpisodes, isFaultKind } from './faults';
import { killOneProcess } from './one-process';
import { concludeFaults } from './conclude-run';
import { type FaultRunOptions, runFaults } from './fault-run';
import { PROJECTS } from '../product/projects';

/**
 * Runs the product under load with faults, as several processes or with `--one-process` as one, and checks that no acknowledged item is
 * lost or stored twice.
 */
export const chaosCommand: Command = {
  name: 'chaos',
  usage: `[--one-process [--seed <number>] [--rounds 10] [--kill-postgres] [--ingest-threads 0]] | [--seed <number>] [--minutes 2 | --seconds <number>] [--faults ${FAULT_KINDS.slice(0, 2).join()},…] [--brokers 1] [--gateways 2] [--writers 2] [--partitions 6] [--pause-ms 80] [--recovery 60] [--control ${Object.keys(CONTROLS).join('|')} | --controls]`,
  run: async (args, context) => {
    if (args.includes('--one-process')) return runOneProcess(args, context);
    const options = readOptions(args, {
      values: [
        'seed',
        'minutes',
        'seconds',
        'faults',
        'brokers',
        'gateways',
        'writers',
        'partitions',
        'pause-ms',
        'recovery',
        'control',
      ],
      flags: ['controls'],
    });
    const seed = readSeed(options);
    const recoverySeconds = options.integer('recovery', { default: 60, min: 1, max: 3_600 });
    const common = {
      ...readCounts(options),
      seed,
      recoverySeconds,
      projects: PROJECTS,
      pauseMs: options.integer('pause-ms', { default: 80, min: 0, max: 60_000 }),
    };
    if (options.flag('controls')) {
      return (await checkControls({ ...common, hasAgedData: false }, context)) === 0 ? 0 : 1;
    }
    const control = readControl(options);
    const kinds = readKinds(options) ?? control?.kinds ?? FAULT_KINDS;
    const minutes = options.integer('minutes', { default: 2, min: 1, max: 10_000 });
    const seconds = options.integer('seconds', { default: minutes * 60, min: 1, max: 600_000 });
    context.print(`causing faults for ${seconds} s; what happens is that of --seed ${seed}`);
    const run: FaultRunOptions['run'] = (service, env, folder) =>
      runBuilt(service, env, folder, control?.mains[service]);
    const episodes = faultEpisodes(kinds, seed);
    return concludeFaults(
      await runFaults(
        { ...common, hasAgedData: control === undefined, spoil: control?.spoil, episodes, seconds, run },
        context,
      ),
      replayOf(args, seed),
      context,
    );
  },
};

async function runOneProcess(args: readonly string[], context: CommandContext): Promise<number> {
  const options = readOptions(args, {
    values: ['seed', 'rounds', 'ingest-threads'],
    flags: ['one-process', 'kill-postgres'],
  });
  const seed = readSeed(options);
  const rounds = options.integer('rounds', { default: 10, min: 1, max: 1000 });
  context.print(`killing the product ${rounds} times with -9; the moments are those of --seed ${seed}`);
  const killPostgres = options.flag('kill-postgres');
  const ingestThreads = options.integer('ingest-threads', { default: 0, min: 0, max: 8 });
  const run = await killOneProcess({ seed, rounds, killPostgres, ingestThreads }, context);
  return concludeFaults(run, replayOf(args, seed), context);
}

const readSeed = (options: Options): number =>
  options.integer('seed', { default: Date.now() % 1_000_000, min: 0, max: 2 ** 31 });

/** Returns the arguments of the same run, with the seed, which the user may not have set. */
function replayOf(args: readonly string[], seed: number): string {
  return ['npm run chaos --', ...(args.some((arg) => arg.startsWith('--seed')) ? [] : ['--seed', seed]), ...args].join(
    ' ',
  );
}

function readControl(options: Options): Control | undefined {
  const name = options.text('control');
  if (name === undefined) return undefined;
  if (isControl(name)) return CONTROLS[name];
  throw new UsageError(`--control: expected one of ${Object.keys(CONTROLS).join()}, got ${JSON.stringify(name)}`);
}

function readKinds(options: Options): readonly FaultKind[] | undefined {
  return options
    .text('faults')
    ?.split(',')
    .map((name) => {
      if (isFaultKind(name)) return name;
      throw new UsageError(`--faults: expected some of ${FAULT_KINDS.join()}, got ${JSON.stringify(name)}`);
    });
}

function readCounts(options: Options): Pick<FaultRunOptions, 'brokers' | 'gateways' | 'writers' | 'partitions'> {
  return {
    brokers: options.integer('brokers', { default: 1, min: 1, max: 5 }),
    gateways: options.integer('gateways', { default: 2, min: 1, max: 10 }),
    writers: options.integer('writers', { default: 2, min: 1, max: 10 }),
    partitions: options.integer('partitions', { default: 6, min: 1, max: 100 }),
  };
}
